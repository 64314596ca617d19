import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from '@jest/globals';
import { localZone, secondIn } from '../../../src/contract/cli/local-time.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { typing } from './typed.ts';

let engine: RestartableEngine;
beforeAll(async () => {
  engine = await startRestartable({});
});

const { svc, said, json, refused } = typing('data', () => engine.dataDir);

verifies(
  'datastore.terminal',
  'svc data makes, fills, shows, changes, exports, imports and deletes collections',
  async () => {
    const folder = temporaryDir();
    const file = (name: string, content?: string) => {
      if (content !== undefined) writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    expect(await said('')).toBe('');
    expect(await said('create books title:string:unique pages:number read:date:event')).toContain(
      'title:string:unique\npages:number\nread:date:event\n',
    );
    await refused(1, 'create x title', 'create deals a:string', 'create wrong a:text');

    const books = file('books.json', '[{"title": "A", "pages": 3}, {"title": "B", "pages": "x"}]');
    // A row that does not fit is told by its number, and the others are stored.
    expect(await svc(`insert books ${books}`)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Row 2: /u),
    });
    const lines = '[\n  {"title": "A", "nope": 1},\n  {\n    "title": "A2", "pages": "x"\n  }]';
    expect(await svc('insert books -', lines)).toMatchObject({
      stderr: expect.stringMatching(/^Line 3: .*\n"nope" /u),
    });
    expect(await json('insert books -', '{"title": "=B"}')).toMatchObject({ inserted: 1 });
    for (const wrong of ['[]', '[1]', 'x'])
      expect(await svc('insert books -', wrong)).toMatchObject({ code: 1, stdout: '' });
    expect(await said('list')).toContain('books  2 records');
    expect(await said(`show books --filter '{"pages": 3}' --sort -title`)).toMatch(
      /^\{"recordId":"[^"]+","title":"A","pages":3,"read":null\}\n$/u,
    );
    const page = 'show books --sort title --limit 1';
    const [, cursor = ''] = / --cursor (\S+)/u.exec(await said(page)) ?? [];
    expect(await said(`${page} --cursor ${cursor}`)).toContain('"title":"A"');
    await said(`update books --filter '{"title": "A"}' --set '{"pages": 4}'`);
    expect(await said('sum books pages')).toBe('count 2  sum 4  avg 4  min 4  max 4\n');
    expect(await said('sum books --by title')).toBe('title =B  count 1\ntitle A  count 1\n');
    expect(await said('columns books --add lent:boolean --rename read:done')).toContain(
      'title:string:unique\npages:number\ndone:date:event\nlent:boolean\n',
    );
    await said('columns books --remove lent --rename done:read');
    await refused(2, `update books --filter '{"title": "A"}'`, 'columns books');
    await refused(
      1,
      `show books --filter '{"nope": 3}'`,
      'columns books --rename x',
      `update books --filter x --set '{}'`,
      'show ../books',
    );

    const exported = await said('export books');
    expect(exported).toMatch(/^recordId,title,pages,read\r\n[^,]+,A,4,\r\n[^,]+,'=B,,\r\n$/u);
    expect(await said('export books -')).toBe(exported);
    const table = file('books.csv');
    await said(`export books ${table}`);
    expect(readFileSync(table, 'utf8')).toContain("'=B");
    await said(`delete books --filter '{"title": {"contains": "="}}' --yes`);
    expect(await json(`import books ${table}`)).toMatchObject({ inserted: 1, updated: 1 });
    const typed = 'Title;PAGES\n27" monitor;1\n\n"two\nlines";x\n';
    expect(await svc("import books - --separator ';'", typed)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Line 4: /u),
    });
    await said(`delete books --filter '{"title": {"contains": "monitor"}}' --yes`);
    await refused(
      1,
      `export books ${table}`,
      `import books ${books}`,
      `import books ${folder}`,
      `insert books ${folder}`,
      `import books ${file('none.csv')}`,
      `import books ${table} --separator pipe`,
      'drop books',
    );
    await said('drop books --yes');
    await refused(1, 'drop books');
  },
);

verifies('datastore.terminal', 'svc data delete says how many records go, and asks', async () => {
  const insert = (rows: unknown) => said('insert orders -', JSON.stringify(rows));
  await said('create orders amount:number');
  await insert([{ amount: 0 }, { amount: 1 }, { amount: 2 }]);
  const many = `delete orders --filter '{"amount": {"gt": 0}}'`;
  expect(await svc(many)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/2 of 3 .*--yes/u),
  });
  expect(await said('list')).toContain('orders  3 records');
  const [first = ''] = (await said(`show orders --filter '{"amount": 0}'`)).split('\n');
  const { recordId } = JSON.parse(first) as { recordId: string };
  expect(await json(`delete orders --filter '${JSON.stringify({ recordId })}'`)).toEqual({ deleted: 1 });
  expect(await json(`delete orders --filter '{"amount": 7}'`)).toEqual({ deleted: 0 });
  await refused(1, `delete orders --filter '{}'`);
  expect(await json(`${many} --yes`)).toEqual({ deleted: 2 });
  await said('columns orders --add placed:date');
  await insert([{ placed: '2024-05-24' }, { placed: '2024-05-25T10:11:12Z' }]);
  const shown = await said('show orders');
  for (const day of ['2024-05-24', secondIn('2024-05-25T10:11:12Z', localZone())])
    expect(shown).toContain(`"placed":"${day}"`);
  await said('drop orders --yes');
});
