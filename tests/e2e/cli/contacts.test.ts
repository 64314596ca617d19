import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { localMinute } from '../../../src/contract/cli/local-time.ts';
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

const svc = (...args: readonly string[]) => svcHere(engine.dataDir, args);

verifies('crm.terminal', 'svc contacts and svc deals do what the routes do', async () => {
  expect(await svc('contacts')).toMatchObject({ code: 0, stdout: '', stderr: 'No contacts found.\n' });
  const added = await svc(
    'contacts',
    'add',
    'Ada Lovelace',
    '--email',
    'ada@example.com',
    '--phone',
    '0512 2112',
    '--country',
    'AT',
    '--company',
    'Acme',
    '--type',
    'customer',
    '--tag',
    'vip',
    '--tag',
    'maths',
    '--json',
  );
  for (const [file, why] of [
    [join(engine.dataDir, 'none.csv'), 'it is not there'],
    [engine.dataDir, 'it is a folder'],
  ] as const)
    expect(await svc('contacts', 'import', file)).toMatchObject({
      code: 1,
      stderr: `svc: ${file} cannot be read: ${why}.\n`,
    });
  const { contactId: ada } = JSON.parse(added.stdout) as { contactId: string };
  const row = `${ada}  Ada Lovelace  ada@example.com  +43 512 2112  Acme  customer  vip, maths\n`;
  expect(await svc('contacts')).toMatchObject({ code: 0, stdout: row, stderr: '' });
  expect(await svc('contacts', 'list', '--type', 'customer', '--tag', 'vip')).toMatchObject({ stdout: row });
  expect(await svc('contacts', 'find', 'love')).toMatchObject({ stdout: row });
  expect(await svc('contacts', 'find', 'nothing')).toMatchObject({ code: 0, stdout: '' });
  expect(
    await svc('contacts', 'set', 'Ada Lovelace', '--type', 'none', '--tag', 'none', '--notes', 'One\nTwo'),
  ).toMatchObject({
    code: 0,
    stdout: `${ada}  Ada Lovelace  ada@example.com  +43 512 2112  Acme\n`,
  });
  expect((await svc('contacts', 'show', ada)).stdout).toBe(
    `${ada}  Ada Lovelace  person\nemail  ada@example.com\nphone  +43 512 2112\ncompany  Acme\nOne\nTwo\n`,
  );
  expect(await svc('contacts', 'show', 'Nobody')).toMatchObject({
    code: 1,
    stderr: 'svc: There is no contact "Nobody". Search for it by a part of its name.\n',
  });
  expect(await svc('contacts', 'set', ada, '--email', 'x')).toMatchObject({
    code: 1,
    stderr: 'svc: "x" is not a mail address.\n',
  });

  const logged = await svc(
    'contacts',
    'log',
    ada,
    'call',
    'About',
    'the',
    'plan',
    '--channel',
    'phone',
    '--at',
    '2026-03-01T10:00:00Z',
  );
  expect(logged).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(localMinute('2026-03-01T10:00:00Z')),
  });
  expect(await svc('deals')).toMatchObject({ code: 0, stderr: 'No deals found.\n' });
  const deal = await svc(
    'deals',
    'add',
    'Ada Lovelace',
    'Difference',
    'engine',
    '--value',
    '1250.50 eur',
    '--due',
    '2026-04-01T00:00:00Z',
    '--json',
  );
  const { dealId } = JSON.parse(deal.stdout) as { dealId: string };
  const dealRow = (stage: string, more: string) =>
    `${dealId}  ${stage}  Difference engine  Ada Lovelace  1250.5 EUR${more}\n`;
  expect(await svc('deals')).toMatchObject({
    stdout: dealRow('lead', `  due ${localMinute('2026-04-01T00:00:00Z')}`),
  });
  expect(
    await svc('deals', 'set', dealId, '--stage', 'won', '--due', 'none', '--next', 'Invoice'),
  ).toMatchObject({
    code: 0,
    stdout: dealRow('won', '  next: Invoice'),
  });
  expect(await svc('deals', 'list', '--stage', 'lead')).toMatchObject({
    stdout: '',
    stderr: 'No deals found.\n',
  });
  expect(await svc('deals', 'of', ada, '--stage', 'won')).toMatchObject({
    stdout: dealRow('won', '  next: Invoice'),
  });
  expect(await svc('deals', 'add', ada, 'x', '--value', 'much')).toMatchObject({ code: 1, stdout: '' });
  expect(await svc('deals', 'add', ada, 'x', '--value', '0.00001 EUR')).toMatchObject({
    code: 1,
    stdout: '',
  });
  expect(await svc('deals', 'add', ada, 'x', '--stage', 'maybe')).toMatchObject({ code: 1, stdout: '' });

  const timeline = await svc('contacts', 'timeline', ada);
  expect(timeline.stdout).toContain('deal  Difference engine  won, 1250.5 EUR, Invoice\n');
  const minute = localMinute('2026-03-01T10:00:00Z');
  expect(timeline.stdout).toContain(`${minute}  interaction  call, phone  About the plan\n`);
  expect(await svc('deals', 'remove', dealId)).toMatchObject({ code: 0, stderr: 'It is deleted.\n' });
  expect(await svc('deals', 'remove', dealId)).toMatchObject({ code: 1 });
  const unasked = await svc('contacts', 'remove', ada);
  expect([unasked.code, unasked.stderr]).toEqual([
    1,
    'svc: 1 interaction of Ada Lovelace would be deleted for good: repeat it with --yes. Nothing was deleted.\n',
  ]);
  expect(await svc('contacts', 'remove', ada, '--yes')).toMatchObject({
    code: 0,
    stderr: 'It is removed. Deleted: 1 interaction.\n',
  });
  expect(await svc('contacts', 'remove', ada, '--everything')).toMatchObject({ code: 1 });
});

verifies(
  ['crm.terminal', 'crm.transfer'],
  'svc contacts import and export read and write files',
  async () => {
    const dir = temporaryDir();
    const given = ['--role', 'Cook', '--birthday', '1990-05-30', '--website', 'https://rita.example/'];
    expect(await svc('contacts', 'add', 'Rita Role', ...given)).toMatchObject({ code: 0 });
    expect((await svc('contacts', 'show', 'Rita Role')).stdout).toMatch(
      /role\s+Cook\nbirthday\s+1990-05-30\nwebsite\s+https:\/\/rita\.example/u,
    );
    await svc('contacts', 'remove', 'Rita Role', '--everything', '--yes');
    const table = join(dir, 'people.csv');
    writeFileSync(table, 'name,email,shoes\nZoe,zoe@example.com,38\nBob,wrong,40\n');
    expect(await svc('contacts', 'import', table)).toMatchObject({
      code: 0,
      stdout:
        'line 3  Bob  "wrong" is not a mail address. It was kept in the notes.\nNot read: shoes\n2 added, 0 completed, 0 refused\n',
    });
    const json = await svc('contacts', 'import', table, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ added: 0, completed: 2, refused: 0 });
    expect(await svc('contacts', 'import', join(dir, 'nothing.csv'))).toMatchObject({ code: 1, stdout: '' });
    expect(await svc('contacts', 'import', table, '--format', 'vcard')).toMatchObject({
      code: 1,
      stdout: '',
    });
    expect(await svc('contacts', 'import', table, '--format', 'xml')).toMatchObject({ code: 1, stdout: '' });
    const printed = await svc('contacts', 'export');
    expect(printed.stdout).toMatch(
      /^contactId,kind,name,.*\r\n[\w-]+,person,Zoe,zoe@example\.com,,,,,,,,,,,,,\r\n[\w-]+,person,Bob,,,,,,,,,,E-mail: wrong,,,,\r\n$/u,
    );
    expect(await svc('contacts', 'export', '-')).toEqual(printed);
    const cards = join(dir, 'people.vcf');
    expect(await svc('contacts', 'export', cards)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `${cards}\n`,
    });
    expect(readFileSync(cards, 'utf8')).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0\r\nFN:Zoe\r\n/u);
    expect(await svc('contacts', 'export', cards)).toMatchObject({
      code: 1,
      stderr: `svc: ${cards} exists already: name another file.\n`,
    });
    expect((await svc('contacts', 'import', cards)).stdout).toBe('0 added, 2 completed, 0 refused\n');
    for (const more of [[], ['--json']])
      expect(
        await svcHere(
          engine.dataDir,
          ['contacts', 'import', '-', ...more],
          {},
          'name,email\n,\nZoe,zoe@example.com\n,x@example\n',
        ),
      ).toMatchObject({ code: 1, stdout: expect.stringContaining('refused') });
    expect(existsSync(join(dir, 'other.csv'))).toBe(false);
  },
);

verifies('crm.terminal', 'what was written in another encoding is not imported', async () => {
  const dir = temporaryDir();
  for (const [name, bytes, encoding] of [
    ['latin1.csv', Buffer.from('name\nJörg Müller\n', 'latin1'), 'Latin-1'],
    ['utf16.csv', Buffer.from('\uFEFFname\nJörg Müller\n', 'utf16le'), 'UTF-16'],
    ['plain16.csv', Buffer.from('name\nJörg Müller\n', 'utf16le'), 'UTF-16'],
  ] as const) {
    writeFileSync(join(dir, name), bytes);
    const { code, stdout, stderr } = await svc('contacts', 'import', join(dir, name));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`is not UTF-8 but probably ${encoding}`);
    expect(stderr).toContain('Export it as UTF-8');
  }
  expect(await svc('contacts', 'find', 'Müller')).toMatchObject({ stdout: '' });
  writeFileSync(join(dir, 'utf8.csv'), '\uFEFFname\nJörg Müller\n');
  expect((await svc('contacts', 'import', join(dir, 'utf8.csv'))).stdout).toBe(
    '1 added, 0 completed, 0 refused\n',
  );
});

verifies(
  'crm.terminal',
  'a refusal in the terminal names commands, and a day is enough for a time',
  async () => {
    await svc('contacts', 'add', 'Eva Moser', '--email', 'eva@one.example');
    const unsure = await svc('contacts', 'add', 'Eva Moser', '--email', 'eva@two.example');
    expect(unsure.code).toBe(1);
    expect(unsure.stderr).toContain('by this name, with another mail address');
    expect(unsure.stderr).toContain(
      'svc contacts set ID changes one of these; with --new, another one is added.',
    );
    expect(await svc('contacts', 'set', 'Eva Moser', '--name', 'none')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('needs a name'),
    });
    expect((await svc('contacts', 'log', 'Eva Moser', 'call', 'x', '--at', '2026-11-01')).stdout).toContain(
      '2026-11-01 00:00',
    );
    expect((await svc('deals', 'add', 'Eva Moser', 'Roof', '--due', '2026-12-01')).stdout).toContain(
      'due 2026-12-01 23:59',
    );
    expect((await svc('deals', 'set', 'nothing', '--stage', 'won')).stderr).toBe(
      'svc: There is no such deal: svc deals lists them.\n',
    );
    expect((await svc('contacts', 'export', '--vcard', '4.0')).stdout).toContain('VERSION:4.0');
  },
);

verifies('crm.terminal', 'svc contacts add says what it did, and show prints other names', async () => {
  const options = ['--email', 'max@gruber.example', '--type'];
  const added = await svc('contacts', 'add', 'Max Gruber', ...options, 'lead');
  expect(added.stdout).toMatch(/ lead\nadded\n$/u);
  const completed = await svc('contacts', 'add', 'Max Maria Gruber', ...options, 'customer');
  expect(completed.stdout).toMatch(/ customer\ncompleted\ntype {2}was lead\n$/u);
  expect((await svc('contacts', 'show', 'Max Gruber')).stdout).toContain('also called  Max Maria Gruber\n');
  const [id = ''] = added.stdout.split(' ');
  expect(await svc('contacts', 'add', id)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is the id of "Max Gruber" and no name'),
  });
  expect((await svc('contacts', 'remove', id, '--everything')).code).toBe(1);
  expect((await svc('contacts', 'remove', id)).stderr).toBe('It is removed.\n');
});
