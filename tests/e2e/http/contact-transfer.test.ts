import { expect } from '@jest/globals';
import { verifies } from '../../spec/verifies.ts';
import { started } from './crm.ts';
import { expectRefused } from './sending.ts';

const OF_ONE_ENGINE = new Set(['contactId', 'entityId', 'companyId', 'createdAt', 'updatedAt']);

type Shown = Readonly<Record<string, string>>;
interface Row {
  readonly line: number;
  readonly name: string | null;
  readonly outcome: string;
  readonly code: string | null;
  readonly candidates: readonly unknown[];
  readonly remarks: readonly unknown[];
}

const imported = async (
  send: Awaited<ReturnType<typeof started>>['send'],
  format: string,
  text: string,
  more: object = {},
) => {
  const { status, body } = await send('POST', '/crm/import', { format, text, ...more });
  expect([status, body.error]).toEqual([200, undefined]);
  return {
    ...body,
    short: body.rows.map(({ line, name, outcome, code }: Row) => [line, name, outcome, code]),
  };
};

verifies('crm.transfer', 'what is exported is what an import into an empty engine restores', async () => {
  const from = await started();
  await from.add('Ada Lovelace', {
    email: 'ada@example.com',
    phone: '+43 512 2112',
    company: 'Acme; "Co", Inc.',
    type: 'customer',
    source: 'fair; 2026',
    language: 'en',
    notes: 'Two\nlines, "quotes"; and = signs',
    tags: ['vip', 'a b'],
  });
  await from.add('Anna Weber', { email: 'anna@one.example' });
  await from.add('Anna Weber', { email: 'anna@two.example', isNew: true });
  await from.add('Anna Weber', { isNew: true });
  await from.add('Anna Weber', { isNew: true });
  await from.add('Acme GmbH', { kind: 'organization', notes: 'x'.repeat(3_000) + '€😀'.repeat(200) });
  await from.add('山田 太郎');
  const told = async (engine: typeof from) =>
    (await engine.send('GET', '/crm/contacts?limit=200')).body.contacts
      .map((one: Shown) =>
        Object.fromEntries(Object.entries(one).filter(([name]) => !OF_ONE_ENGINE.has(name))),
      )
      .toSorted((a: object, b: object) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  const before = await told(from);
  expect(before).toHaveLength(7);
  for (const query of ['format=csv', 'format=vcard', 'format=vcard&version=4.0']) {
    const text = await from.text(`/crm/export?${query}`);
    const to = await started();
    const format = query.includes('vcard') ? 'vcard' : 'csv';
    const report = await imported(to.send, format, text);
    expect([query, report.added, report.completed, report.refused]).toEqual([query, 7, 0, 0]);
    expect([query, await told(to)]).toEqual([query, before]);
    // Once more changes nothing; an Anna without an address fits all four, and is not taken for one of them.
    const again = await imported(to.send, format, text);
    expect([query, again.added, again.completed, again.refused]).toEqual([query, 0, 5, 2]);
    expect(again.rows.find((row: Row) => row.outcome === 'refused')).toMatchObject({
      name: 'Anna Weber',
      code: 'ambiguous_name',
    });
    expect(again.rows.find((row: Row) => row.outcome === 'refused').candidates.length).toBeGreaterThan(1);
    expect(await told(to)).toEqual(before);
    // Into the engine that it is from, ids say who is who.
    const home = await imported(from.send, format, text);
    expect([query, home.added, home.completed, home.refused]).toEqual([query, 0, 7, 0]);
  }
  expect(await told(from)).toEqual(before);
});

verifies(
  'crm.transfer',
  'a table of another program is read, and its report says what became of each row',
  async () => {
    const { send, names, get } = await started();
    const rows = [
      '\uFEFFE-mail 1 - Value;First Name;Last Name;Phone;Organization;Labels;Shoe size;',
      'ada@example.com;Ada;Lovelace;0512 2112;Acme;vip, maths;38;',
      '"bob@example.com";"Bob ""the""\n Builder";;;;;;',
      ';;;;;;;',
      '',
      'x;Eve;;;;;;',
      ';;;;;;;;more',
      ';Max;Weber;12;;;;',
      ';Max;Weber;;;a;;',
      ';Max;Weber;;;b;;',
    ];
    const report = await imported(send, 'csv', rows.join('\r\n'), { country: 'AT' });
    expect(report.short).toEqual([
      [2, 'Ada Lovelace', 'added', null],
      [3, 'Bob "the"\n Builder', 'added', null],
      [7, 'Eve', 'added', null],
      [8, null, 'refused', 'invalid_import'],
      [9, 'Max Weber', 'added', null],
      [10, 'Max Weber', 'refused', 'ambiguous_name'],
      [11, 'Max Weber', 'refused', 'ambiguous_name'],
    ]);
    expect(report.ignoredColumns).toEqual(['Shoe size']);
    expect(report).toMatchObject({ added: 4, completed: 0, refused: 3 });
    expect([report.rows[2], report.rows[4]].map(({ remarks }) => remarks.length)).toEqual([1, 1]);
    expect(await get('/crm/contacts/Max%20Weber')).toMatchObject({
      phone: null,
      notes: 'Tel.: 12',
    });
    expect(await names('?q=acme')).toEqual(['Ada Lovelace']);
    expect(await get('/crm/contacts/Ada%20Lovelace')).toMatchObject({
      phone: '+43 512 2112',
      tags: ['vip', 'maths'],
    });
    const wrong = ['notes;phone\r\na;b', '\r\n\r\n', 'n\0a\0m\0e\0'];
    // A letter like another, which a program has kept where it knew none.
    const replaced = { format: 'csv', text: 'name\nJ\uFFFDrg Odd' };
    expect((await send('POST', '/crm/import/preview', replaced)).body).toMatchObject({
      added: 1,
      refused: 0,
    });
    await expectRefused(
      async (body: object) => await send('POST', '/crm/import', body),
      [
        ...wrong.map((text) => [{ format: 'csv', text }, 'invalid_import'] as const),
        [{ format: 'csv', text: `name\r\n${'x\r\n'.repeat(5_001)}` }, 'invalid_import'],
        [{ format: 'vcard', text: 'name,email' }, 'invalid_import'],
        [{ format: 'xml', text: 'x' }, 'invalid_request'],
      ],
    );
  },
);

// What each line of a card says is tried with the reader of cards.
verifies('crm.transfer', 'cards of other programs are read, one by one', async () => {
  const { send, get } = await started();
  const text = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Lovelace;Ada;;;',
    'FN:Ada Love',
    ' lace',
    'item1.EMAIL;type=INTERNET;type=HOME:home@example.com',
    'EMAIL;type=INTERNET,PREF:ada@example.com',
    'EMAIL;type=WORK:ADA@example.com',
    'TEL;TYPE=CELL:+43 512 2112',
    'TEL;TYPE=WORK:+43 1 5122112',
    'ORG:Acme\\, Inc.;Research',
    'CATEGORIES:vip,with\\,comma',
    'TITLE:Countess',
    'BDAY:18151210',
    'URL:https\\://ada.example/',
    'URL:https://work.example/',
    'X-SHOES:38',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:Acme GmbH',
    'KIND:org',
    'END:VCARD',
    'BEGIN:VCARD',
    'rubbish',
    'END:VCARD',
    'begin:vcard',
    'N:Weber;Max;;;',
    'end:vcard',
    'BEGIN:VCARD',
    'KIND:group',
    'FN:All',
    'END:VCARD',
    'BEGIN:VCARD',
    'FN:Unfinished',
  ].join('\r\n');
  const report = await imported(send, 'vcard', text);
  expect(report.rows.map(({ line, name, outcome }: Row) => [line, name, outcome])).toEqual([
    [1, 'Ada Lovelace', 'added'],
    [19, 'Acme GmbH', 'added'],
    [24, null, 'refused'],
    [27, 'Max Weber', 'added'],
    [30, expect.anything(), 'refused'],
    [34, null, 'refused'],
  ]);
  expect(await get('/crm/contacts/Ada%20Lovelace')).toMatchObject({
    email: 'ada@example.com',
    phone: '+43 512 2112',
    company: 'Acme, Inc.',
    role: 'Countess',
    birthday: '1815-12-10',
    website: 'https://ada.example/',
    tags: ['vip', 'with comma'],
    notes: 'Department: Research\nhome: home@example.com\nwork: +43 1 5122112',
    furtherEmails: ['home@example.com'],
    furtherPhones: ['+43 1 5122112'],
    furtherWebsites: ['https://work.example/'],
  });
  expect(report.ignoredColumns).toEqual(['X-SHOES']);
  expect(await get('/crm/contacts/Acme%20GmbH')).toMatchObject({ kind: 'organization' });
});

verifies(
  ['crm.transfer', 'kg.identity'],
  'a family that shares one mail address stays a family',
  async () => {
    const { send, text, names, code } = await started();
    const family = 'familie@maier.example';
    const report = await imported(
      send,
      'csv',
      `name,email\nFranz Maier,${family}\nGreta Maier,${family}\n"Maier, Franz",${family}\nG. Maier,${family}`,
    );
    expect(report.short).toEqual([
      [2, 'Franz Maier', 'added', null],
      [3, 'Greta Maier', 'refused', 'ambiguous_name'],
      [4, 'Maier, Franz', 'completed', null],
      [5, 'G. Maier', 'refused', 'ambiguous_name'],
    ]);
    expect(report.rows[1].candidates).toMatchObject([{ name: 'Franz Maier' }]);
    const greta = { name: 'Greta Maier', email: family };
    expect(await code('POST', '/crm/contacts', greta)).toBe('ambiguous_name');
    expect((await send('POST', '/crm/contacts', { ...greta, isNew: true })).status).toBe(201);
    // By the name, each of the two is the one.
    expect((await send('POST', '/crm/contacts', { ...greta, type: 'vip' })).body).toMatchObject({
      name: 'Greta Maier',
      type: 'vip',
    });
    for (const query of ['format=csv', 'format=vcard']) {
      const to = await started();
      const exported = await imported(to.send, query.slice(7), await text(`/crm/export?${query}`));
      expect([exported.added, exported.completed, exported.refused]).toEqual([2, 0, 0]);
      expect((await to.names('')).toSorted()).toEqual(['Franz Maier', 'Greta Maier']);
    }
    expect(await names('')).toHaveLength(2);
  },
);

verifies('crm.transfer', 'notes of an import come below those that are there', async () => {
  const { send, add, get } = await started();
  await add('Ada', { email: 'ada@example.com', notes: 'Met at the fair' });
  const text = 'name,email,phone,notes\nAda,ada@example.com,12 34,Likes tea\nBob,bob@example.com,,New';
  const first = await imported(send, 'csv', text);
  expect(first.rows.map(({ remarks }: Row) => remarks.length)).toEqual([2, 0]);
  const notes = async () => (await get('/crm/contacts/Ada')).notes;
  const kept = await notes();
  expect(kept).toMatch(/^Met at the fair\nImported \d{4}-\d\d-\d\d:\nLikes tea\nTel.: 12 34$/u);
  // Once more adds nothing.
  const again = await imported(send, 'csv', text);
  expect([again.completed, again.rows[0].remarks.length, again.rows[1].remarks]).toEqual([2, 1, []]);
  expect(await notes()).toBe(kept);
  const other = await imported(send, 'csv', 'name,email,notes\nBob,bob@example.com,Other');
  expect(other.rows[0].remarks).toHaveLength(1);
  expect((await get('/crm/contacts/Bob')).notes).toMatch(/^New\nImported .*:\nOther$/u);
});

for (const [what, text, outcomes] of [
  [
    'two ids of one text are two contacts',
    'contactId,name,email\n1,Ada Lovelace,a@b.example\n2,Ada Lovelace,a@b.example\n3,Ada,a@b.example\n1,Ada Lovelace,a@b.example',
    ['added', 'added', 'added', 'completed'],
  ],
  [
    'a row may say that it is another contact than those of its name',
    'name,email,new\nAnna Weber,a@x.example,\nAnna Weber,,yes\nAnna Weber,,\nEva,,maybe\n',
    ['added', 'added', 'ambiguous_name', 'invalid_import'],
  ],
  [
    'two rows of one name with an address that cannot be read are not taken for one',
    'name,email\nAnna Weber,anna(at)x\nAnna Weber,anna(at)y\n',
    ['added', 'ambiguous_name'],
  ],
] as const)
  verifies('crm.transfer', what, async () => {
    const { send, names } = await started();
    const { rows } = await imported(send, 'csv', text);
    expect(rows.map(({ outcome, code }: Row) => code ?? outcome)).toEqual(outcomes);
    expect(await names('')).toHaveLength(outcomes.filter((outcome) => outcome === 'added').length);
  });

verifies(
  'crm.transfer',
  'role, birthday and website are exported; a firm has its role in the notes',
  async () => {
    const { send, text, get } = await started();
    const given = { role: 'Cook', birthday: '1990-05-30', website: 'https://anna.example/' };
    expect((await send('POST', '/crm/contacts', { name: 'Anna Weber', ...given })).body).toMatchObject(given);
    const exported = [await text('/crm/export?format=csv'), await text('/crm/export?format=vcard')];
    for (const value of ['Cook', '1990-05-30', 'https://anna.example/'])
      for (const one of exported) expect(one).toContain(value);
    await imported(send, 'csv', 'name,kind,role\nAcme GmbH,organization,Supplier\n');
    expect(await get('/crm/contacts/Acme%20GmbH')).toMatchObject({
      role: null,
      notes: 'Role: Supplier',
    });
  },
);

verifies('crm.transfer', 'of contacts that were merged all addresses and numbers are exported', async () => {
  const { add, send, text, get } = await started();
  const kept = await add('Müller', { email: 'a@one.example', phone: '+43 1 5122112' });
  const merged = await add('Müller', { isNew: true, email: 'b@two.example', phone: '+43 512 2112' });
  expect((await send('POST', '/merges', { merged, kept })).status).toBe(201);
  const { body: shown } = await send('GET', `/crm/contacts/${kept}`);
  expect(shown).toMatchObject({
    email: 'a@one.example',
    furtherEmails: ['b@two.example'],
    furtherPhones: ['+43 512 2112'],
  });
  expect(await get(`/kg/entities/${kept}`)).toMatchObject({
    further: { email: ['b@two.example'], phone: ['+43 512 2112'] },
    contradictions: [],
  });
  expect((await get('/crm/contacts?q=b@two')).contacts).toHaveLength(1);

  const cards = await text('/crm/export?format=vcard');
  expect([cards.match(/^EMAIL/gmu)?.length, cards.match(/^TEL/gmu)?.length]).toEqual([2, 2]);
  const table = await text('/crm/export');
  expect(table).toContain('b@two.example');
  expect(table).toContain('+43 512 2112');

  // What it has since the merge is no news to it, and elsewhere it is the same.
  for (const [format, exported] of [
    ['csv', table],
    ['vcard', cards],
  ] as const) {
    await imported(send, format, exported);
    expect((await get(`/crm/contacts/${kept}`)).notes).toBeNull();
    const other = await started();
    await imported(other.send, format, exported);
    const [there] = (await other.send('GET', '/crm/contacts')).body.contacts;
    expect(there).toMatchObject({
      notes: null,
      furtherEmails: ['b@two.example'],
      furtherPhones: ['+43 512 2112'],
    });
  }
  const again = table
    .replace('b@two.example', 'B@TWO.example; a@one.example')
    .replace('+43 512 2112', '+435122112');
  await imported(send, 'csv', again);
  await send('PATCH', `/crm/contacts/${kept}`, { email: null });
  const { body: left } = await send('GET', `/crm/contacts/${kept}`);
  expect(left).toMatchObject({ email: null, furtherEmails: ['b@two.example'], notes: null });
  expect((await get(`/kg/entities/${kept}`)).further.email).toEqual(['b@two.example']);
});

verifies(
  'crm.import.rollback',
  'an import says first what it would do, and is taken back without what came since',
  async () => {
    const { send, add, get, names } = await started();
    await add('Ada Lovelace', {
      email: 'ada@example.com',
      phone: '+43 512 2111',
      notes: 'Met',
      company: 'Old Ltd',
    });
    const format = 'csv';
    const text = [
      'name,email,phone,company,notes',
      'Ada Lovelace,ada@example.com,+43 512 2112,New Ltd,Likes tea',
      'Bob Builder,bob@example.com,,New Ltd,',
      'Bob Builder,bob@example.com,+43 512 2113,,',
      'Eve Adams,eve@example.com,,,',
      'Kim Record,kim@example.com,,,',
      ',,,,x',
    ].join('\n');
    const shown = async () => (await get('/crm/contacts')).contacts;
    const before = await shown();
    const { body: would } = await send('POST', '/crm/import/preview', { format, text });
    expect([would.importId, await shown(), await names('')]).toEqual([null, before, ['Ada Lovelace']]);
    const report = await imported(send, format, text);
    const said = (one: typeof report) =>
      one.rows.map(({ name, outcome, changes }: Row & { changes: { attribute: string }[] }) => [
        name,
        outcome,
        changes.map(({ attribute }) => attribute).toSorted(),
      ]);
    expect(said(report)).toEqual(said(would));
    expect(said(report)).toEqual([
      ['Ada Lovelace', 'completed', expect.arrayContaining(['notes'])],
      ['Bob Builder', 'added', ['company', 'email']],
      ['Bob Builder', 'completed', ['phone']],
      ['Eve Adams', 'added', ['email']],
      ['Kim Record', 'added', ['email']],
      [null, 'refused', []],
    ]);
    await send('PATCH', '/crm/contacts/Ada%20Lovelace', { phone: '+43 512 2119' });
    await send('POST', '/crm/contacts/Eve%20Adams/interactions', { type: 'call', summary: 'Spoke' });
    const who = { name: 'who', type: 'subject' };
    await send('POST', '/datastore/collections', { name: 'visits', columns: [who] });
    const record = { who: 'Kim Record' };
    expect((await send('POST', '/datastore/visits/records', { records: [record] })).status).toBeLessThan(300);
    const { imports } = await get('/crm/imports');
    expect(imports).toMatchObject([{ importId: report.importId, entities: 5 }]);
    const back = await send('POST', `/crm/imports/${report.importId}/rollback`, {});
    expect(back).toMatchObject({ status: 200, body: { kept: 2 } });
    expect((await names('')).toSorted()).toEqual(['Ada Lovelace', 'Eve Adams', 'Kim Record']);
    const { records } = await get('/datastore/visits');
    expect(records).toMatchObject([{ who: { name: 'Kim Record' } }]);
    expect(await get('/crm/contacts/Ada%20Lovelace')).toMatchObject({
      email: 'ada@example.com',
      phone: '+43 512 2119',
      notes: 'Met',
      company: 'Old Ltd',
      contradictions: [],
    });
    // What was kept can be taken back later; once more changes nothing.
    expect((await get('/crm/imports')).imports).toMatchObject([{ entities: 2 }]);
    expect((await send('POST', `/crm/imports/${report.importId}/rollback`, {})).status).toBe(200);
    expect((await send('POST', '/crm/imports/none/rollback', {})).body.code).toBe('import_not_found');
  },
);
