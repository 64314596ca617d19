import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from '@jest/globals';
import { localMinute } from '../../../src/contract/cli/local-time.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { typing } from './typed.ts';

let engine: RestartableEngine;
beforeAll(async () => {
  engine = await startRestartable({});
});

const { svc, said, json, refused } = typing('', () => engine.dataDir);

verifies(
  'cli.names',
  'what is shown is found by a part of its name, what changes by the whole name',
  async () => {
    const [one, other] = await Promise.all(
      ['Yuki Tanaka', 'Yuki Sato'].map(async (name) => (await json(`contacts add '${name}'`))['contactId']),
    );
    for (const line of ['contacts show tanaka', 'contacts timeline TANAKA', 'graph show tanaka'])
      expect([line, (await svc(line)).code]).toEqual([line, 0]);
    const several = await svc('contacts show Yuki');
    expect([several.code, several.stdout]).toEqual([1, '']);
    for (const fact of ['Yuki Tanaka', 'Yuki Sato', one, other]) expect(several.stderr).toContain(fact);
    const { dealId } = await json(`deals add ${one as string} 'Tea house'`);
    await refused(
      1,
      'contacts show Nobody',
      'contacts set tanaka --type x',
      'contacts remove Tanaka --yes',
      'contacts remove Yuki --yes',
      'graph remove Yuki --yes',
      'graph remove tana --yes',
      'deals remove tea',
      'deals remove none',
    );
    expect((await svc("contacts set 'yuki  tanaka' --language none")).stderr).toBe('');
    await said("contacts log 'YUKI SATO' call Hello");
    await said("graph relate 'yuki tanaka' knows 'yuki sato'");
    await said("deals set 'TEA house' --stage won");
    await said('trigger add Report --schedule @daily --task x --yes');
    await said('trigger show rep');
    await refused(1, 'trigger remove rep', 'trigger show none');
    const { taskId } = await json("task add 'Buy green tea'");
    await json("task add 'Buy milk'");
    await refused(1, 'task done buy', 'task done green', 'task remove milk', 'task remove none');
    await said("task done 'BUY green tea'");
    await said("task remove 'buy milk'");
    await said(`task remove ${taskId as string}`);
    await said('trigger remove report');
    await said(`deals remove ${dealId as string}`);
    for (const name of ['yuki tanaka', 'YUKI SATO'])
      await said(`contacts remove '${name}' --everything --yes`);
    // A repeated option that takes one value: the first would be gone without a word.
    const twice = await svc('contacts add Ada --email a@example.com --email b@example.com');
    expect([twice.code, twice.stdout]).toEqual([2, '']);
    expect(await said('contacts find Ada')).toBe('');
    for (const id of [one, other]) await refused(1, `contacts show ${id as string}`);
  },
);

verifies('crm.terminal', 'svc contacts and svc deals do what the routes do', async () => {
  expect(await said('contacts')).toBe('');
  const { contactId: ada } = await json(
    "contacts add 'Ada Lovelace' --email ada@example.com --phone '0512 2112' --country AT --company Acme --type customer --tag vip --tag maths",
  );
  const row = `${ada}  Ada Lovelace  ada@example.com  +43 512 2112  Acme  customer  vip, maths\n`;
  for (const line of ['', ' list --type customer --tag vip', ' find love'])
    expect(await said(`contacts${line}`)).toBe(row);
  expect(await said('contacts find nothing')).toBe('');
  await said("contacts set 'Ada Lovelace' --type none --tag none --notes 'One\nTwo'");
  const shown = await said(`contacts show ${ada}`);
  for (const fact of ['ada@example.com', '+43 512 2112', 'Acme', 'One\nTwo']) expect(shown).toContain(fact);
  expect(shown).not.toContain('customer');
  await refused(1, 'contacts show Nobody', `contacts set ${ada} --email x`);

  const at = '2026-03-01T10:00:00Z';
  expect(await said(`contacts log ${ada} call About the plan --channel phone --at ${at}`)).toContain(
    localMinute(at),
  );
  const { dealId } = await json(
    "deals add 'Ada Lovelace' Difference engine --value '1250.50 eur' --due 2026-04-01T00:00:00Z",
  );
  expect(await said('deals')).toContain(
    `${dealId}  lead  Difference engine  Ada Lovelace  1250.5 EUR  overdue`,
  );
  const won = await said(`deals set ${dealId} --stage won --due none --next Invoice`);
  expect(won).toContain(`${dealId}  won  Difference engine`);
  expect(await said('deals list --stage lead')).toBe('');
  expect(await said(`deals of ${ada} --stage won`)).toBe(won);
  await refused(
    1,
    `deals add ${ada} x --value much`,
    `deals add ${ada} x --value '0.00001 EUR'`,
    `deals add ${ada} x --stage maybe`,
    'deals set nothing --stage won',
  );

  const timeline = await said(`contacts timeline ${ada}`);
  for (const fact of ['Difference engine', `${localMinute(at)}  interaction`])
    expect(timeline).toContain(fact);
  await said(`deals remove ${dealId}`);
  // What has interactions is removed only when that is confirmed.
  await refused(1, `deals remove ${dealId}`, `contacts remove ${ada}`);
  await said(`contacts remove ${ada} --yes`);
  await refused(1, `contacts remove ${ada} --everything`);
});

verifies(
  ['crm.terminal', 'crm.transfer'],
  'svc contacts import and export read and write files',
  async () => {
    const dir = temporaryDir();
    await said("contacts add 'Rita Role' --role Cook --birthday 1990-05-30 --website https://rita.example/");
    const shown = await said("contacts show 'Rita Role'");
    for (const fact of ['Cook', '1990-05-30', 'https://rita.example']) expect(shown).toContain(fact);
    await said("contacts remove 'Rita Role' --everything --yes");
    const table = join(dir, 'people.csv');
    writeFileSync(table, 'name,email,shoes\nZoe,zoe@example.com,38\nBob,wrong,40\n');
    // What cannot be kept is told: a damaged address, a column without a meaning.
    const told = await said(`contacts import ${table}`);
    for (const fact of ['line 3', 'wrong', 'shoes', '2 added']) expect(told).toContain(fact);
    expect(await json(`contacts import ${table}`)).toMatchObject({ added: 0, completed: 2, refused: 0 });
    await refused(
      1,
      `contacts import ${join(dir, 'nothing.csv')}`,
      `contacts import ${dir}`,
      `contacts import ${table} --format vcard`,
      `contacts import ${table} --format xml`,
    );
    const printed = await said('contacts export');
    expect(printed).toMatch(
      /^contactId,kind,name,.*\r\n[\w-]+,person,Zoe,zoe@example\.com,.*\r\n[\w-]+,person,Bob,/u,
    );
    expect(await said('contacts export -')).toBe(printed);
    const cards = join(dir, 'people.vcf');
    await said(`contacts export ${cards}`);
    expect(readFileSync(cards, 'utf8')).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0\r\nFN:Zoe\r\n/u);
    await refused(1, `contacts export ${cards}`);
    expect(await said('contacts export --vcard 4.0')).toContain('VERSION:4.0');
    expect(await json(`contacts import ${cards}`)).toMatchObject({ added: 0, completed: 2, refused: 0 });
    for (const more of ['', ' --json'])
      expect(
        await svc(`contacts import -${more}`, 'name,email,notes\nZoe,zoe@example.com,\n,,x\n'),
      ).toMatchObject({ code: 1, stdout: expect.stringContaining('refused') });
  },
);

verifies(
  ['crm.terminal', 'crm.import.rollback', 'files.encodings'],
  'what is imported is read in its encoding, shown first where it is asked, and taken back',
  async () => {
    const dir = temporaryDir();
    const table = 'name\nJörg Müller\n';
    for (const [name, bytes] of [
      ['latin1.csv', Buffer.from(table, 'latin1')],
      ['utf16.csv', Buffer.from(`\uFEFF${table}`, 'utf16le')],
      ['plain16.csv', Buffer.from(table, 'utf16le')],
      ['utf8.csv', Buffer.from(`\uFEFF${table}`)],
    ] as const) {
      const file = join(dir, name);
      writeFileSync(file, bytes);
      expect(await said(`contacts import ${file} --preview`)).toContain('1 to add');
      expect(await said('contacts find Müller')).toBe('');
      const { importId } = await json(`contacts import ${file}`);
      expect(await said('contacts imports')).toContain(importId);
      expect(await said('contacts find Müller')).toContain('Jörg Müller');
      expect(await said(`contacts rollback ${importId}`)).toContain('1 removed');
    }
    // Folded by bytes: inside of a letter.
    const card = Buffer.from(
      'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:J\u00f6rg \u{1F600} M\u00fcller\r\nEND:VCARD\r\n',
    );
    const bytes = [...card].flatMap((byte) => (byte >> 6 === 2 ? [13, 10, 32, byte] : [byte]));
    writeFileSync(join(dir, 'folded.vcf'), Buffer.from(bytes));
    const { rows } = await json(`contacts import ${join(dir, 'folded.vcf')} --preview`);
    expect(rows).toMatchObject([{ name: 'J\u00f6rg \u{1F600} M\u00fcller', outcome: 'added' }]);
    writeFileSync(join(dir, 'binary.csv'), Buffer.from([0, 1, 2, 3]));
    await refused(1, `contacts import ${join(dir, 'binary.csv')}`, 'contacts rollback none');
  },
);

verifies(
  'crm.terminal',
  'an unsure name is refused with the command that helps, and a day is enough for a time',
  async () => {
    await said("contacts add 'Eva Moser' --email eva@one.example");
    const unsure = await svc("contacts add 'Eva Moser' --email eva@two.example");
    expect([unsure.code, unsure.stderr]).toEqual([1, expect.stringContaining('svc contacts set ID')]);
    await refused(1, "contacts set 'Eva Moser' --name none");
    expect(await said("contacts log 'Eva Moser' call x --at 2026-11-01")).toContain('2026-11-01 00:00');
    expect(await said("deals add 'Eva Moser' Roof --due 2026-12-01")).toContain('2026-12-01 23:59');

    const options = '--email max@gruber.example --type';
    const added = await said(`contacts add 'Max Gruber' ${options} lead`);
    await said(`contacts add 'Max Maria Gruber' ${options} customer`);
    const shown = await said("contacts show 'Max Gruber'");
    for (const fact of ['Max Maria Gruber', 'customer']) expect(shown).toContain(fact);
    const [id = ''] = added.split(' ');
    await refused(1, `contacts add ${id}`, `contacts remove ${id} --everything`);
    await said(`contacts remove ${id}`);
  },
);
