import { inEnglish } from '../../../src/contract/words/english.ts';
import { expect, test } from '@jest/globals';
import { cards } from '../../../src/adapters/out/text/cards.ts';
import { tables } from '../../../src/adapters/out/text/tables.ts';
import { entryOf } from '../../../src/core/knowledge/contacts/card-fields.ts';
import { columnsRead } from '../../../src/core/knowledge/contacts/columns.ts';
import { entryFrom } from '../../../src/core/knowledge/contacts/table-fields.ts';
import { verifies } from '../../spec/verifies.ts';

/** A row by its columns, as a table of one row. */
function rowOf(cells: Readonly<Record<string, string>>) {
  const table = tables.parse(tables.write([Object.keys(cells), Object.values(cells)]), 10);
  if ('code' in table) throw new Error(table.code);
  const columns = columnsRead(table.columns);
  const entry = entryFrom(table.rows[0]!, columns);
  if ('code' in entry) return entry;
  const also = entry.also.map(({ label, value }) => (label === null ? value : `${label}: ${value}`));
  return { ...entry.draft, also, ignored: columns.ignored };
}

function cardOf(lines: readonly string[], version = '3.0') {
  const text = ['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD'].join('\r\n');
  const { cards: read, problems } = cards.parse(text, 10);
  if (!read[0]) return problems;
  const entry = entryOf(read[0]);
  if ('code' in entry) return entry;
  const also = entry.also.map(({ label, value }) => (label === null ? value : `${label}: ${value}`));
  return {
    ...entry.draft,
    also,
    remarks: entry.remarks.map((one) => inEnglish(one)),
    ignored: read[0].ignored,
  };
}

verifies('crm.programs', 'what address books export has its place, or is told', () => {
  const google = {
    'First Name': 'Berta',
    'Middle Name': 'Maria',
    'Last Name': 'Novak',
    'Name Prefix': 'Dr.',
    'File As': '',
    'Organization Name': 'Nordlicht GmbH',
    'Organization Title': 'Head of Sales',
    'Organization Department': 'Sales',
    Birthday: ' --03-09',
    Notes: 'met at the fair',
    Labels: 'Customers ::: * myContacts',
    'E-mail 1 - Label': 'Home',
    'E-mail 1 - Value': 'berta@home.example',
    'E-mail 2 - Label': '* Work',
    'E-mail 2 - Value': 'berta@work.example',
    'Phone 1 - Label': 'Mobile',
    'Phone 1 - Value': '+43 660 1234567 ::: +43 1 5122112',
    'Address 1 - Label': 'Home',
    'Address 1 - Formatted': 'Gasse 1\n1010 Wien\nAT',
    'Address 1 - Street': 'Gasse 1',
    'Website 1 - Value': 'https://nordlicht.example',
    'Event 1 - Label': 'Anniversary',
    'Event 1 - Value': '2001-01-01',
  };
  expect(rowOf(google)).toEqual({
    name: 'Berta Maria Novak',
    company: 'Nordlicht GmbH',
    role: 'Head of Sales',
    birthday: '--03-09',
    email: 'berta@work.example',
    phone: '+43 660 1234567',
    website: 'https://nordlicht.example',
    tags: ['Customers'],
    notes:
      'met at the fair\nName Prefix: Dr.\nOrganization Department: Sales\nAnniversary: 2001-01-01\nAddress (Home): Gasse 1, 1010 Wien, AT',
    also: ['Home: berta@home.example', 'Mobile: +43 1 5122112'],
    ignored: ['File As'],
  });
  const outlook = {
    Title: 'Mr.',
    'First Name': 'Carl',
    'Last Name': 'Quist',
    Company: 'Quist Bau',
    'Job Title': 'Owner',
    'Business Street': 'Weg 2',
    'Business City': 'Graz',
    'Business Postal Code': '8010',
    'Business Country/Region': 'Austria',
    "Assistant's Phone": '+43 316 1',
    'Business Fax': '+43 316 2',
    'Business Phone': '+43 316 444555',
    'Mobile Phone': '+43 660 1',
    Birthday: '0/0/00',
    Categories: 'Business;VIP',
    'E-mail Address': 'carl@quist.example',
    'E-mail Type': 'SMTP',
    'E-mail 2 Address': 'cq@home.example',
    Spouse: 'Dora',
  };
  const german = {
    Anrede: 'Mr.',
    Vorname: 'Carl',
    Nachname: 'Quist',
    Firma: 'Quist Bau',
    Position: 'Owner',
    'Straße geschäftlich': 'Weg 2',
    'Ort geschäftlich': 'Graz',
    'Postleitzahl geschäftlich': '8010',
    'Land/Region geschäftlich': 'Austria',
    'Telefon Assistent': '+43 316 1',
    'Fax geschäftlich': '+43 316 2',
    'Telefon geschäftlich': '+43 316 444555',
    Mobiltelefon: '+43 660 1',
    Geburtstag: '0.0.00',
    Kategorien: 'Business;VIP',
    'E-Mail-Adresse': 'carl@quist.example',
    'E-Mail-Typ': 'SMTP',
    'E-Mail 2: Adresse': 'cq@home.example',
    Partner: 'Dora',
  };
  for (const [row, assistant, fax, business, second, spouse, place, left] of [
    [
      outlook,
      "Assistant's Phone",
      'Business Fax',
      'Business Phone',
      'E-mail 2 Address',
      'Spouse',
      'business',
      'E-mail Type',
    ],
    [
      german,
      'Telefon Assistent',
      'Fax geschäftlich',
      'Telefon geschäftlich',
      'E-Mail 2: Adresse',
      'Partner',
      'geschäftlich',
      'E-Mail-Typ',
    ],
  ] as const)
    expect(rowOf(row)).toEqual({
      name: 'Carl Quist',
      company: 'Quist Bau',
      role: 'Owner',
      email: 'carl@quist.example',
      phone: '+43 660 1',
      tags: ['Business', 'VIP'],
      notes: `${assistant}: +43 316 1\n${fax}: +43 316 2\n${spouse}: Dora\nTitle: Mr.\nAddress (${place}): Weg 2, 8010 Graz, Austria`,
      also: [`${second}: cq@home.example`, `${business}: +43 316 444555`],
      ignored: [left],
    });
  const english = {
    'Display Name': 'Gerd Holm',
    Nickname: 'Gerdi',
    'Primary Email': 'gerd@holm.example',
    'Secondary Email': 'gh@home.example',
    'Work Phone': '+43 1 8880001',
    'Mobile Number': '+43 664 8880002',
    'Home Address': 'Weg 1',
    'Home Address 2': 'Tür 2',
    'Home City': 'Wien',
    'Home ZipCode': '1010',
    'Birth Year': '1975',
    'Birth Month': '5',
    'Birth Day': '17',
    'Custom 1': 'x',
    'Web Page 1': 'https://holm.example',
  };
  const names =
    'Anzeigename;Spitzname;Primäre E-Mail-Adresse;Sekundäre E-Mail-Adresse;Telefon dienstlich;Mobil-Tel.-Nr.;Privat: Adresse;Privat: Adresse 2;Privat: Ort;Privat: PLZ;Geburtsjahr;Geburtsmonat;Geburtstag;Benutzerdef. 1;Webseite 1';
  const thunderbird = Object.values(english);
  for (const row of [
    english,
    Object.fromEntries(names.split(';').map((name, nth) => [name, thunderbird[nth]!])),
  ])
    expect(rowOf(row)).toMatchObject({
      name: 'Gerd Holm',
      email: 'gerd@holm.example',
      phone: '+43 664 8880002',
      birthday: '1975-05-17',
      website: 'https://holm.example',
      notes: expect.stringMatching(/^\S+ 1: x\n|^Benutzerdef. 1: x\n/u),
      also: [expect.stringContaining('gh@home.example'), expect.stringContaining('+43 1 8880001')],
      ignored: [],
    });
  expect(rowOf(english)).toMatchObject({
    notes: 'Custom 1: x\nNickname: Gerdi\nAddress (home): Weg 1, Tür 2, 1010 Wien',
  });
});

test('columns of one name are read one by one', () => {
  const table = tables.parse('Name,Phone,Phone,Phone\nAda,+43 1 1,+43 1 2,\n', 10);
  if ('code' in table) throw new Error(table.code);
  expect(entryFrom(table.rows[0]!, columnsRead(table.columns))).toMatchObject({
    draft: { name: 'Ada', phone: '+43 1 1' },
    also: [{ label: 'Phone (2)', value: '+43 1 2' }],
  });
});

test('a column that is called as a second one of a name would be keeps what it says', () => {
  const table = tables.parse('Name,Phone (2),Phone,Phone\nAda,+43 1 1,+43 1 2,+43 1 3\n', 10);
  expect(table).toMatchObject({ columns: ['Name', 'Phone (2)', 'Phone', 'Phone (3)'] });
  if ('code' in table) throw new Error(table.code);
  expect([...(table.rows[0]?.cells.values() ?? [])]).toEqual(['Ada', '+43 1 1', '+43 1 2', '+43 1 3']);
});

verifies('crm.programs', 'what has no name is called by what else says who it is', () => {
  const all: readonly (readonly [Readonly<Record<string, string>>, string, string | undefined])[] = [
    [{ Name: '', Company: 'Kiosk', Phone: '1' }, 'Kiosk', 'organization'],
    [{ Name: '', Nickname: 'Bobo', Company: 'Kiosk' }, 'Bobo', undefined],
    [{ 'E-mail Address': 'a@b.example' }, 'a@b.example', undefined],
  ];
  for (const [row, name, kind] of all) {
    const read = rowOf(row);
    expect(read).toMatchObject({ name });
    expect((read as { kind?: string }).kind).toBe(kind);
  }
  expect(rowOf({ Name: '', Notes: 'x' })).toMatchObject({ code: 'contacts.row_without_name' });
  for (const [lines, name, kind] of [
    [['FN:', 'ORG:Kiosk', 'TEL:1'], 'Kiosk', 'organization'],
    [['N:;;;;', 'NICKNAME:Bobo', 'ORG:Kiosk'], 'Bobo', 'person'],
    [['EMAIL:a@b.example'], 'a@b.example', 'person'],
    [['TEL:+43 660 1'], '+43 660 1', 'person'],
  ] as const)
    expect(cardOf(lines)).toMatchObject({ name, kind });
  expect(cardOf(['NOTE:x'])).toMatchObject({ code: 'contacts.card_without_name' });
});

test.each([
  ['1988-03-09', '1988-03-09'],
  ['19880309T101500Z', '1988-03-09'],
  ['9.3.1988', '1988-03-09'],
  ['3/25/1988', '1988-03-25'],
  ['25/3/1988', '1988-03-25'],
  ['3/9/1988', '3/9/1988'],
  ['--0309', '--03-09'],
  ['1604-03-09', '--03-09'],
  ['1988', '1988'],
  ['0/0/00', undefined],
  ['00.00.0000', undefined],
  ['0000-00-00', undefined],
  ['circa 1800', 'circa 1800'],
])('the birthday %j is %j, in tables and cards', (given, birthday) => {
  for (const read of [rowOf({ Name: 'Ada', Birthday: given }), cardOf(['FN:Ada', `BDAY:${given}`])])
    expect((read as { birthday?: string }).birthday).toBe(birthday);
});

verifies('crm.programs', 'cards of old and sloppy programs are read, and what is left out is told', () => {
  const old = cardOf(
    [
      'N;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:M=FCller;J=F6rg;;;',
      'TEL;HOME;VOICE:+43 1 1',
      'TEL;CELL;PREF:+43 660 2',
      'TEL;WORK;FAX:+43 1 3',
      'ADR;WORK;ENCODING=QUOTED-PRINTABLE:;;Weg 1=0D=0AStiege 2=3B links;Wien;;1010;AT',
      'NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:eins; zwei=0D=0A=',
      'dr=C3=BCei',
      'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgAB',
      'AQAAAQABAAD/',
      '',
      'EMAIL;INTERNET:joerg@example.com',
    ],
    '2.1',
  );
  expect(old).toMatchObject({
    name: 'Jörg Müller',
    phone: '+43 660 2',
    email: 'joerg@example.com',
    also: ['home: +43 1 1'],
    ignored: ['PHOTO'],
    remarks: [],
  });
  expect((old as { notes: string }).notes.split('\n').toSorted()).toEqual([
    'Address (work): Weg 1 Stiege 2; links, Wien, 1010, AT',
    'Fax (work): +43 1 3',
    'drüei',
    'eins; zwei',
  ]);
  const apple = cardOf([
    'FN:Hanna Ortner',
    'FN:H. Ortner',
    'ORG:Werkstatt;Lager',
    'item1.EMAIL;type=INTERNET;type=pref:h@one.example',
    'item2.EMAIL:h@two.example',
    'item2.X-ABLabel:_$!<Other>!$_',
    'item3.TEL:+43 1 2',
    'item4.TEL;type=WORK:+43 1 3',
    'item4.X-ABLabel:Lager',
    'item5.ADR;type=HOME:;;Gasse 4\\nStiege 2;Wien;;1010;Austria',
    'BDAY;X-APPLE-OMIT-YEAR=1604;value=date:1604-05-09',
    'ANNIVERSARY:20090808',
    'IMPP;type=HOME:xmpp:hanna',
    'SOME TEXT WITHOUT COLON',
    'A B:c',
    'X-SHOES:38',
  ]);
  expect(apple).toMatchObject({
    name: 'Hanna Ortner',
    company: 'Werkstatt',
    email: 'h@one.example',
    phone: '+43 1 2',
    birthday: '--05-09',
    also: ['Other: h@two.example', 'Lager: +43 1 3'],
    ignored: ['X-SHOES'],
  });
  const { notes, remarks } = apple as unknown as { notes: string; remarks: readonly string[] };
  expect(notes.split('\n').toSorted()).toEqual([
    'Address (home): Gasse 4 Stiege 2, Wien, 1010, Austria',
    'Also called: H. Ortner',
    'Anniversary: 2009-08-08',
    'Department: Lager',
    'Messenger (home): xmpp:hanna',
  ]);
  expect(remarks).toEqual([expect.stringContaining('WITHOUT COLON'), expect.stringContaining('A B:c')]);
  expect(cardOf(['FN:Ada', 'BDAY;X-APPLE-OMIT-YEAR=1604:1984-05-09'])).toMatchObject({
    birthday: '1984-05-09',
  });
  expect(cardOf(['KIND:group', 'FN:All'])).toMatchObject([{ name: 'All', line: 1 }]);
});

verifies(
  'crm.programs',
  'an address that is said twice is said once, and a day that is none not at all',
  () => {
    const google = {
      Name: 'Ada',
      'Address 1 - Label': 'Home',
      'Address 1 - Formatted': 'Top 3\nGasse 1\n1010 WIEN\nÖsterreich',
      'Address 1 - Street': 'Gasse 1',
      'Address 1 - Extended Address': 'Top 3',
      'Address 1 - City': 'Wien',
      'Address 1 - Postal Code': '1010',
      'Address 1 - Country': 'AT',
      Anniversary: '0/0/00',
    };
    expect(rowOf(google)).toMatchObject({
      notes: 'Address (Home): Top 3, Gasse 1, 1010 WIEN, Österreich, AT',
    });
    for (const [given, notes] of [
      ['0.0.0000', undefined],
      ['1604-03-09', 'Anniversary: --03-09'],
      ['2001-01-01', 'Anniversary: 2001-01-01'],
    ] as const)
      expect((rowOf({ Name: 'Ada', Anniversary: given }) as { notes?: string }).notes).toBe(notes);
    const twice = cardOf([
      'FN:Ada',
      'ADR;TYPE=home:;;Gasse 1;Wien;;1010;',
      'LABEL;TYPE=home:Gasse 1\\n1010 Wien\\nAustria',
    ]);
    expect((twice as { notes: string }).notes).toBe('Address (home): Gasse 1, Wien, 1010');
  },
);

verifies('crm.programs', 'a semicolon that a program has escaped is a semicolon', () => {
  const read = cardOf([
    'FN:Ada',
    'URL:https\\://a.example/?x=1\\;y=2',
    'X-SOCIALPROFILE;type=chat:x-apple:ada\\;lovelace',
    'NOTE:one\\; two \\\\; three',
  ]) as { website: string; notes: string };
  expect(read.website).toBe('https://a.example/?x=1;y=2');
  expect(read.notes).toContain('ada;lovelace');
  expect(read.notes).toContain('one; two \\; three');
});
