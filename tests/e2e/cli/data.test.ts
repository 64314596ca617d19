import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { localZone, secondIn } from '../../../src/contract/cli/local-time.ts';
import { removeTemporaryDirs, temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere } from '../../harness/in-process-svc.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';

let engine: RestartableEngine;
beforeAll(async () => {
  engine = await startRestartable({});
});
afterAll(async () => {
  await engine.stop();
  removeTemporaryDirs();
});

const svc = (...args: readonly string[]) => svcHere(engine.dataDir, ['data', ...args]);

verifies(
  'datastore.terminal',
  'svc data makes, fills, shows, changes, exports, imports and deletes collections',
  async () => {
    const folder = temporaryDir();
    const file = (name: string) => join(folder, name);
    expect(await svc()).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'There is no collection. Make one with svc data create.\n',
    });
    expect(
      await svc('create', 'books', 'title:string:unique', 'pages:number', 'read:date:event'),
    ).toMatchObject({
      code: 0,
      stdout: 'books  0 records\ntitle:string:unique\npages:number\nread:date:event\n',
    });
    expect(await svc('create', 'x', 'title')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A column is name:type'),
    });
    expect(await svc('create', 'deals', 'a:string')).toMatchObject({
      code: 1,
      stderr: 'svc: The name deals is reserved. Choose another one for the collection.\n',
    });
    writeFileSync(
      file('books.json'),
      JSON.stringify([
        { title: 'A', pages: 3 },
        { title: 'B', pages: 'x' },
      ]),
    );
    expect(await svc('insert', 'books', file('books.json'))).toMatchObject({
      code: 1,
      stdout: '1 record was inserted, 0 were changed, 1 row was not stored.\n',
      stderr: 'Row 2: pages is "x", not a number.\n',
    });
    const lines = '[\n  {"title": "A", "nope": 1},\n  {\n    "title": "A2", "pages": "x"\n  }]';
    expect(await svcHere(engine.dataDir, ['data', 'insert', 'books', '-'], {}, lines)).toMatchObject({
      stderr: 'Line 3: pages is "x", not a number.\n"nope" is no column and was ignored (first in row 1).\n',
    });
    const one = await svcHere(
      engine.dataDir,
      ['data', 'insert', 'books', '-', '--json'],
      {},
      '{"title": "=B"}',
    );
    expect([one.code, JSON.parse(one.stdout)]).toMatchObject([0, { inserted: 1 }]);
    for (const wrong of ['[]', '[1]', 'x'])
      expect(await svcHere(engine.dataDir, ['data', 'insert', 'books', '-'], {}, wrong)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('no JSON of records'),
      });
    expect(await svc('list')).toMatchObject({
      stdout: 'books  2 records  title:string:unique pages:number read:date:event\n',
    });
    expect((await svc('show', 'books', '--filter', '{"pages": 3}', '--sort', '-title')).stdout).toMatch(
      /^\{"recordId":"[^"]+","title":"A","pages":3,"read":null\}\n$/u,
    );
    const page = ['show', 'books', '--sort', 'title', '--limit', '1'];
    const [, shownCount, next = ''] = (await svc(...page)).stdout.split('\n');
    expect(shownCount).toBe('1 of 2 records are shown.');
    const [, cursor = ''] = /: svc data show NAME --cursor (\S+) \(/u.exec(next) ?? [];
    expect((await svc(...page, '--cursor', cursor)).stdout).toMatch(
      /^\{"recordId":"[^"]+","title":"A",.*\}\n1 of 2 records are shown\.\n$/u,
    );
    expect(await svc('show', 'books', '--filter', '{"nope": 3}')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no column "nope"'),
    });
    expect(await svc('update', 'books', '--filter', '{"title": "A"}', '--set', '{"pages": 4}')).toMatchObject(
      {
        code: 0,
        stdout: '1 record was changed.\n',
      },
    );
    expect(await svc('update', 'books', '--filter', '{"title": "A"}')).toMatchObject({
      code: 2,
      stderr: 'error: Nothing was given to change.\n',
    });
    expect((await svc('sum', 'books', 'pages')).stdout).toBe('count 2  sum 4  avg 4  min 4  max 4\n');
    expect((await svc('sum', 'books', '--by', 'title')).stdout).toBe('title =B  count 1\ntitle A  count 1\n');
    expect(await svc('columns', 'books')).toMatchObject({ code: 2 });
    expect((await svc('columns', 'books', '--add', 'lent:boolean', '--rename', 'read:done')).stdout).toBe(
      'books  2 records\ntitle:string:unique\npages:number\ndone:date:event\nlent:boolean\n',
    );
    expect(await svc('columns', 'books', '--remove', 'lent', '--rename', 'done:read')).toMatchObject({
      code: 0,
    });
    expect(await svc('columns', 'books', '--rename', 'x')).toMatchObject({
      code: 1,
      stderr: 'svc: --rename is old:new, like --rename amount:price.\n',
    });
    expect(await svc('create', 'wrong', 'a:text')).toMatchObject({
      code: 1,
      stderr:
        'svc: "text" is no type of a column: "a" can be string, number, date, boolean, json, subject.\n',
    });
    expect(await svc('update', 'books', '--filter', 'x', '--set', '{}')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--filter is JSON'),
    });

    expect((await svc('export', 'books')).stdout).toMatch(
      /^recordId,title,pages,read\r\n[^,]+,A,4,\r\n[^,]+,'=B,,\r\n$/u,
    );
    expect(await svc('export', 'books', '-')).toEqual(await svc('export', 'books'));
    expect(await svc('export', 'books', file('books.csv'))).toMatchObject({
      code: 0,
      stdout: `${file('books.csv')}\n`,
    });
    expect(readFileSync(file('books.csv'), 'utf8')).toContain("'=B");
    expect(await svc('export', 'books', file('books.csv'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists already'),
    });
    expect(await svc('delete', 'books', '--filter', '{"title": {"contains": "="}}', '--yes')).toMatchObject({
      stdout: '1 record was deleted.\n',
    });
    expect(await svc('import', 'books', file('books.csv'))).toMatchObject({
      code: 0,
      stdout: '1 record was inserted, 1 was changed, 0 rows were not stored.\n',
      stderr: expect.stringContaining('1 row has a recordId that no record of this collection has'),
    });
    const typed = 'Title;PAGES\n27" monitor;1\n\n"two\nlines";x\n';
    expect(
      await svcHere(engine.dataDir, ['data', 'import', 'books', '-', '--separator', ';'], {}, typed),
    ).toMatchObject({
      code: 1,
      stdout: '1 record was inserted, 0 were changed, 1 row was not stored.\n',
      stderr: 'Line 4: pages is "x", not a number.\n',
    });
    expect(await svc('import', 'books', file('books.json'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('JSON, not CSV'),
    });
    expect(
      await svc('delete', 'books', '--filter', '{"title": {"contains": "monitor"}}', '--yes'),
    ).toMatchObject({
      code: 0,
    });
    for (const verb of ['import', 'insert'])
      expect(await svc(verb, 'books', engine.dataDir)).toMatchObject({
        code: 1,
        stderr: `svc: ${engine.dataDir} cannot be read: it is a folder.\n`,
      });
    expect(await svc('import', 'books', file('none.csv'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('it is not there'),
    });
    expect(await svc('import', 'books', file('books.csv'), '--separator', 'pipe')).toMatchObject({ code: 1 });

    expect(await svc('drop', 'books')).toMatchObject({
      code: 1,
      stderr:
        'svc: 2 records in books would be deleted with it: repeat it with --yes. Nothing was deleted.\n',
    });
    expect(await svc('drop', 'books', '--yes')).toMatchObject({
      code: 0,
      stderr: 'Deleted, with 2 records in it.\n',
    });
    expect(await svc('drop', 'books')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no collection of this name'),
    });
    expect(await svc('show', '../books')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('svc data list'),
    });
  },
);

verifies('datastore.terminal', 'svc data delete says how many records go, and asks', async () => {
  const insert = (rows: unknown) =>
    svcHere(engine.dataDir, ['data', 'insert', 'orders', '-'], {}, JSON.stringify(rows));
  await svc('create', 'orders', 'amount:number');
  await insert([{ amount: 0 }, { amount: 1 }, { amount: 2 }]);
  const many = ['delete', 'orders', '--filter', '{"amount": {"gt": 0}}'];
  expect(await svc(...many)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'svc: 2 of 3 records in orders would be deleted: repeat it with --yes. Nothing was deleted.\n',
  });
  expect((await svc('list')).stdout).toContain('orders  3 records');
  const [first = ''] = (await svc('show', 'orders', '--filter', '{"amount": 0}')).stdout.split('\n');
  const { recordId } = JSON.parse(first) as { recordId: string };
  expect(await svc('delete', 'orders', '--filter', JSON.stringify({ recordId }))).toMatchObject({
    code: 0,
    stdout: '1 record was deleted.\n',
  });
  expect(await svc('delete', 'orders', '--filter', '{"amount": 7}')).toMatchObject({
    code: 0,
    stdout: '0 records were deleted.\n',
  });
  expect(await svc('delete', 'orders', '--filter', '{}')).toMatchObject({
    code: 1,
    stderr: expect.not.stringContaining('--yes'),
  });
  expect(await svc(...many, '--yes', '--json')).toMatchObject({ code: 0, stdout: '{"deleted":2}\n' });
  await svc('columns', 'orders', '--add', 'placed:date');
  await insert([{ placed: '2024-05-24' }, { placed: '2024-05-25T10:11:12Z' }]);
  const { stdout } = await svc('show', 'orders');
  expect(stdout).toContain('"placed":"2024-05-24"');
  expect(stdout).toContain(`"placed":"${secondIn('2024-05-25T10:11:12Z', localZone())}"`);
  await svc('drop', 'orders', '--yes');
});
