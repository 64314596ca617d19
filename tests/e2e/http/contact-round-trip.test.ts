import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { verifies } from '../../spec/verifies.ts';
import { started } from './crm.ts';

const word = fc.stringMatching(/^[a-z]{1,8}$/u);
const phrase = fc.stringMatching(/^[A-Za-zäöü;",=+-][A-Za-zäöü ;",=+'-]{0,18}[A-Za-zäöü;"=]$/u);
const mail = fc.tuple(word, word).map(([box, host]) => `${box}@${host}.example`);
const phone = fc.integer({ min: 100_000, max: 999_999 }).map((number) => `+43 512 ${number}`);
const page = fc
  .tuple(word, phrase)
  .map(([host, path]) => `https://${host}.example/${encodeURIComponent(path)};x`);
const some = <Of>(of: fc.Arbitrary<Of>) => fc.uniqueArray(of, { maxLength: 3 });

const contact = fc.record({
  name: fc.uuid().map((id) => `N${id}`),
  email: fc.option(mail),
  phone: fc.option(phone),
  website: fc.option(page),
  furtherEmails: some(mail),
  furtherPhones: some(phone),
  furtherWebsites: some(page),
  company: fc.option(word),
  role: fc.option(phrase),
  type: fc.option(phrase),
  notes: fc.option(fc.array(phrase, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'))),
  tags: some(word),
});

/** Ids are of one engine. */
const withoutIds = (table: string): string => table.replaceAll(/^[\da-f-]{36},/gmu, '');

verifies('crm.transfer', 'exported, imported and exported again, a table is the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(contact, { minLength: 1, maxLength: 8 }), async (all) => {
      const from = await started();
      for (const { name, ...more } of all) await from.add(name, { ...more, isNew: true });
      const before = await from.text('/crm/export');
      const send = async (engine: typeof from, text: string) =>
        (await engine.send('POST', '/crm/import', { format: 'csv', text })).body;
      // What it has itself is no news to it.
      expect(await send(from, before)).toMatchObject({ added: 0, refused: 0 });
      expect(await from.text('/crm/export')).toBe(before);
      const to = await started();
      expect(await send(to, before)).toMatchObject({ added: all.length, refused: 0 });
      expect(withoutIds(await to.text('/crm/export'))).toBe(withoutIds(before));
    }),
    { numRuns: 8 },
  );
});

verifies(
  'crm.transfer',
  'further addresses and numbers are found, stay with each import, and can be taken away',
  async () => {
    const { send, get, names } = await started();
    const imported = async (text: string, more: object = {}) =>
      (await send('POST', '/crm/import', { format: 'csv', text, ...more })).body;
    const first =
      'name,email,furtherEmails,furtherPhones\nAda,ada@a.example,two@a.example; three@a.example; no mail,+43 512 2112; +43 512 3333\n';
    expect(await imported(first, { fileName: 'mine.csv' })).toMatchObject({ added: 1 });
    const [ada] = (await get('/crm/contacts')).contacts;
    expect(ada).toMatchObject({
      email: 'ada@a.example',
      furtherEmails: ['two@a.example', 'three@a.example'],
      furtherPhones: ['+43 512 2112', '+43 512 3333'],
      notes: 'no mail',
    });
    for (const q of ['three@a', 'THREE', '%2B43 512 3333', '3333', '+435123333'.replace('+', '%2B')])
      expect([q, await names(`?q=${q}`)]).toEqual([q, ['Ada']]);
    for (const q of ['four@a', '44444']) expect([q, await names(`?q=${q}`)]).toEqual([q, []]);
    await imported('name,email,furtherEmails\nAda,ada@a.example,TWO@a.example; four@a.example\n');
    const path = `/crm/contacts/${ada.contactId}`;
    expect((await get(path)).furtherEmails).toEqual(['two@a.example', 'three@a.example', 'four@a.example']);
    expect((await get(`/kg/entities/${ada.contactId}`)).further.email).toEqual(
      (await get(path)).furtherEmails,
    );
    expect((await send('PATCH', path, { furtherEmails: ['x'] })).body.code).toBe('invalid_entity');
    await send('PATCH', path, { furtherEmails: ['four@a.example'], furtherPhones: null });
    expect(await get(path)).toMatchObject({ furtherEmails: ['four@a.example'], furtherPhones: [] });
    const { imports } = await get('/crm/imports');
    expect(imports.map(({ fileName }: { fileName: string | null }) => fileName)).toEqual(
      expect.arrayContaining(['mine.csv']),
    );
  },
);

verifies('crm.import.rollback', 'an import is taken back whole, however much was said before', async () => {
  const { send, get, add } = await started();
  const id = await add('Ada', { email: 'ada@a.example', type: 'before' });
  for (let nth = 0; nth < 1_010; nth += 1)
    await send('PATCH', `/kg/entities/${id}`, { detail: { language: `l${nth}` } });
  await send('PATCH', `/crm/contacts/${id}`, { phone: '+43 512 1111' });
  const text = `contactId,name,phone\n${id},Ada,+43 512 2222\n`;
  const { body } = await send('POST', '/crm/import', { format: 'csv', text, fileName: 'a/b.csv' });
  for (let nth = 0; nth < 1_010; nth += 1)
    await send('PATCH', `/kg/entities/${id}`, { detail: { source: `s${nth}` } });
  expect((await send('POST', `/crm/imports/${body.importId}/rollback`, {})).body).toMatchObject({
    restored: 1,
  });
  expect((await get(`/crm/contacts/${id}`)).contradictions).toEqual([]);
  expect((await send('POST', '/crm/imports/0/rollback', {})).status).toBe(404);
});

verifies(
  'crm.import.rollback',
  'an import that has stated nothing has no id to take it back by',
  async () => {
    const { send, names } = await started();
    const imported = async (text: string) =>
      (await send('POST', '/crm/import', { format: 'csv', text })).body;
    await imported('name,company\nAnn Lee,Firm\n');
    // It is known as the firm of another, and becomes a contact.
    const made = await imported('company,email\nFirm,\n');
    expect([made.added, await names('?q=Firm')]).toEqual([1, expect.arrayContaining(['Firm'])]);
    expect((await imported('company,email\nFirm,\n')).importId).toBe(null);
  },
);

verifies(
  'crm.import.rollback',
  'the firm of another is no contact by an import that was taken back',
  async () => {
    const { send, get, names } = await started();
    const imported = async (text: string): Promise<string> =>
      (await send('POST', '/crm/import', { format: 'csv', text })).body.importId;
    const back = async (importId: string) => await send('POST', `/crm/imports/${importId}/rollback`, {});
    const firms = async () => (await get('/crm/contacts')).contacts.map((one: { name: string }) => one.name);
    await imported('name,company\nAnn Lee,Firm\nBob Ray,Other\nCy Poe,Third\n');
    const importId = await imported('company,email\nFirm,\nOther,\nThird,a@third.example\n');
    expect((await get('/crm/imports')).imports).toHaveLength(2);
    expect(await names('')).toHaveLength(6);
    // What its owner says of it since, or keeps with it, makes it a contact as well.
    await send('PATCH', '/crm/contacts/Other', { website: 'https://other.example' });
    expect((await back(importId)).body).toMatchObject({ restored: 2 });
    expect((await firms()).toSorted()).toEqual(['Ann Lee', 'Bob Ray', 'Cy Poe', 'Other']);
    const again = await imported('company,email\nFirm,\n');
    await send('POST', '/crm/contacts/Firm/interactions', { type: 'call', summary: 'Rang' });
    await back(again);
    expect(await firms()).toContain('Firm');
  },
);

verifies(
  'crm.transfer',
  'a preview refuses the row whose employer could be two of the text, as the import does',
  async () => {
    const { send } = await started();
    const text = [
      'name,company,kind,new',
      'Ann Lee,Firm,,',
      'Firm,,organization,',
      'Bob Ray,Firm,,',
      'Firm,,organization,yes',
      'Cy Poe,Firm,,',
      'Dee Fox,Other,,',
    ].join('\n');
    const outcomes = async (path: string) =>
      (await send('POST', path, { format: 'csv', text })).body.rows.map(
        ({ name, outcome, code }: { name: string; outcome: string; code: string | null }) => [
          name,
          outcome,
          code,
        ],
      );
    const would = await outcomes('/crm/import/preview');
    expect(would).toContainEqual(['Cy Poe', 'refused', 'ambiguous_name']);
    expect(await outcomes('/crm/import')).toEqual(would);
  },
);

verifies('crm.transfer', 'a person and a firm of one mail address are two in a preview, too', async () => {
  const { send } = await started();
  const text = 'name,email,kind\nAnn Lee,a@a.example,\nAnn Lee,a@a.example,organization\n';
  for (const path of ['/crm/import/preview', '/crm/import'])
    expect((await send('POST', path, { format: 'csv', text })).body).toMatchObject({ added: 2, refused: 0 });
});

verifies('crm.transfer', 'two cards of one name are told apart, or said to be two', async () => {
  const card = (note: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:Ann Lee\nNOTE:${note}\nEND:VCARD\n`;
  const { send, names } = await started();
  const body = { format: 'vcard', text: card('one') + card('two') };
  const first = (await send('POST', '/crm/import', body)).body;
  expect([first.added, first.refused]).toEqual([1, 1]);
  expect(first.rows[1].problem).not.toContain('column');
  const preview = (await send('POST', '/crm/import/preview', { ...body, separate: true })).body;
  expect(preview).toMatchObject({ refused: 0 });
  const again = (await send('POST', '/crm/import', { ...body, separate: true })).body;
  expect(again).toMatchObject({ refused: 0 });
  expect(await names('')).toEqual(['Ann Lee', 'Ann Lee']);
});

verifies(
  'crm.transfer',
  'cards that say all the same are one contact, also beside others of their name',
  async () => {
    const card = (...lines: readonly string[]) =>
      ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ann Lee', ...lines, 'END:VCARD', ''].join('\n');
    const { send, names } = await started();
    const text = card() + card('EMAIL:ann@a.example') + card() + card('EMAIL:ann@a.example') + card();
    const body = { format: 'vcard', text, separate: true };
    const told = (report: { readonly rows: readonly { outcome: string; remarks: readonly string[] }[] }) =>
      report.rows.map(({ outcome, remarks }) => [outcome, remarks.length]);
    const expected = [
      ['added', 0],
      ['added', 0],
      ['completed', 1],
      ['completed', 1],
      ['completed', 1],
    ];
    expect(told((await send('POST', '/crm/import/preview', body)).body)).toEqual(expected);
    const { rows } = (await send('POST', '/crm/import', body)).body;
    expect(told({ rows })).toEqual(expected);
    expect(rows[3].contactId).toBe(rows[1].contactId);
    expect(await names('')).toEqual(['Ann Lee', 'Ann Lee']);
  },
);

test('a country that there is not is refused', async () => {
  const { code } = await started();
  const text = 'name,phone\nAda,0512 2112\n';
  for (const path of ['/crm/import', '/crm/import/preview'])
    expect(await code('POST', path, { format: 'csv', text, country: 'XX' })).toBe('invalid_import');
  expect(await code('POST', '/crm/contacts', { name: 'Ada', phone: '0512 2112', country: 'XX' })).toBe(
    'invalid_entity',
  );
});
