import { quote } from '../../../core/kernel/quoted.ts';
import type { Says } from '../../../core/kernel/says.ts';
import { say } from '../../../core/ports/table-says.ts';
import type { Card, Cards, ReadCard } from '../../../core/knowledge/contacts/port.ts';
import { cardLines, type CardLine } from './card-lines.ts';
import { isSaidIn } from '../../../core/knowledge/contacts/table-fields.ts';
import { birthdayIn } from '../../../core/knowledge/contacts/birthdays.ts';
import { lazily, type JCard, type JCardProperty } from './lazily.ts';

export const cards: Cards = {
  parse: (text, most) => {
    const found = divided(text);
    const read: ReadCard[] = [];
    const problems: { line: number; name: string | null; problem: Says }[] = [];
    for (const { line, text: one } of found.slice(0, most)) {
      const card = one === null ? say('card.no_end') : cardFrom(one, line);
      if ('code' in card) problems.push({ line, name: one === null ? null : nameOf(one), problem: card });
      else read.push(card);
    }
    return { cards: read, problems, hasMore: found.length > most };
  },

  write: (all, version) =>
    all.map((card) => `${lazily.ical.stringify(['vcard', propertiesOf(card, version), []])}\r\n`).join(''),
};

/** Each card on its own, so that one that cannot be read does not stop the others. */
function divided(text: string): readonly { readonly line: number; readonly text: string | null }[] {
  const found: { line: number; text: string | null }[] = [];
  let begun: { readonly line: number; readonly lines: string[] } | null = null;
  for (const [index, line] of text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\r|\n/u)
    .entries()) {
    const mark = line.length > LONGEST_MARK ? '' : line.trim().toUpperCase();
    if (mark === 'BEGIN:VCARD') {
      if (begun) found.push({ line: begun.line, text: null });
      begun = { line: index + 1, lines: [] };
    }
    if (!begun) continue;
    if (begun.lines.length <= MOST_FOLDED) begun.lines.push(line);
    if (mark !== 'END:VCARD') continue;
    found.push({ line: begun.line, text: begun.lines.join('\r\n') });
    begun = null;
  }
  return begun ? [...found, { line: begun.line, text: null }] : found;
}

/** Why it cannot be read, if it cannot. */
function cardFrom(text: string, line: number): ReadCard | Says {
  const { lines, broken, pictures } = cardLines(text, line);
  // The library reads a card in one piece, and some of it in more time than its length.
  if (
    !END.test(text) ||
    lines.length > MOST_LINES ||
    lines.some((one) => one.text.length > LONGEST_LINE || headOf(one.text) > LONGEST_HEAD)
  ) {
    const name = nameOf(text);
    return say('card.large', {
      name: name === null ? null : quote(name),
      properties: MOST_LINES,
      chars: LONGEST_LINE,
    });
  }
  const { properties, unread } = propertiesIn(lines);
  const named = (...names: readonly string[]): readonly JCardProperty[] =>
    properties.filter(([one]) => names.includes(one));
  const textOf = (name: string): string | null => {
    const said = named(name).map(textIn).find(Boolean);
    return said ?? null;
  };
  const kind = (textOf('kind') ?? textOf('x-addressbookserver-kind'))?.toLowerCase() ?? 'individual';
  if (!['individual', 'org', 'organization'].includes(kind))
    return say('card.kind', { kind: quote(kind, 40) });
  const [org = null, ...units] = named('org').flatMap(partsOf);
  const structured = named('n').map(nameIn).find(Boolean) ?? null;
  const [whole = null, ...wholes] = named('fn').flatMap((one) => textIn(one) ?? []);
  const nickname = textOf('nickname');
  // Without the name of a person it is the card of the organization itself.
  const isNameless = whole === null && structured === null && nickname === null && org !== null;
  const isFirm = kind !== 'individual' || textOf('x-abshowas')?.toUpperCase() === 'COMPANY' || isNameless;
  // RFC 6350 wants FN; cards of before and of other programs have only N, the parts of the name.
  const name = whole ?? (isFirm ? (org ?? structured) : structured) ?? '';
  const [role = null, ...roles] = named('title', 'role').flatMap((one) => textIn(one) ?? []);
  const [note, ...notes] = named('note').flatMap((one) => textIn(one) ?? []);
  const labelOf = labelsIn(properties);
  const numbers = named('tel').filter((one) => !isFax(one));
  const reached = [named('email'), numbers, named('url')];
  const [emails = [], phones = [], websites = []] = reached.map(listOf);
  const remarks = [...broken, ...unread]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text: one }) => say('card.line', { line: at, text: quote(one, 200) }));
  const addresses = named('adr').map((one) => partsOf(one).join(', '));
  return {
    line,
    uid: textOf('uid'),
    kind: isFirm ? 'organization' : 'person',
    name,
    nickname,
    emails,
    phones,
    labels: new Map(
      reached.flat().flatMap((one) => {
        const [value, label] = [reachedBy(one), labelOf(one)];
        return value === null || label === null ? [] : [[value, label] as const];
      }),
    ),
    company: isFirm ? null : org,
    type: textOf('x-svc-type'),
    source: textOf('x-svc-source'),
    language: textOf('lang') ?? textOf('x-svc-language'),
    notes: note === undefined ? null : [note, ...notes].join('\n'),
    tags: named('categories').flatMap(partsOf),
    role,
    birthday: birthdayOf(lines) ?? textOf('x-svc-birthday'),
    websites,
    details: [
      ...[...new Set(wholes)].flatMap((one) => (one === name ? [] : [`Also called: ${one}`])),
      ...(isFirm && org !== null && org !== name ? [`Organization: ${org}`] : []),
      ...units.map((unit) => `Department: ${unit}`),
      ...roles.filter((one) => one !== role).map((one) => `Role: ${one}`),
      ...properties.flatMap((one) => {
        const title = isFax(one) ? 'Fax' : KEPT.get(one[0]);
        const said = partsOf(one).join(', ');
        const value = title === 'Anniversary' ? (birthdayIn(said) ?? '') : said;
        if (title === undefined || value === '') return [];
        // Some programs write an address once more, as on an envelope.
        if (one[0] === 'label' && addresses.some((address) => isSaidIn(value, address))) return [];
        const label = labelOf(one);
        const called =
          title === ''
            ? (label ?? one[0].replace(/^x-/u, ''))
            : label === null
              ? title
              : `${title} (${label})`;
        return [`${called}: ${value.replace(/^tel:/iu, '').replaceAll(/\s+/gu, ' ')}`];
      }),
    ],
    remarks,
    ignored: [
      ...new Set([
        ...properties.flatMap(([name]) =>
          READ.has(name) || KEPT.has(name) || OF_THE_FILE.has(name) ? [] : [name.toUpperCase()],
        ),
        ...pictures,
      ]),
    ],
  };
}

/** Properties of one card, characters of one of them, and of its name with its parameters. */
const MOST_LINES = 500;
const LONGEST_LINE = 64 * 1024;
const LONGEST_HEAD = 1_000;
/** Lines of one card as they are in the text: those of a picture that fills it are fewer. */
const MOST_FOLDED = 150_000;
const LONGEST_MARK = 200;
/** What was cut has none. */
const END = /END:VCARD\s*$/iu;

const headOf = (line: string): number => (line.includes(':') ? line.indexOf(':') : line.length);

/** The properties of a card; a line that cannot be read costs no other. */
function propertiesIn(lines: readonly CardLine[]): {
  readonly properties: readonly JCardProperty[];
  readonly unread: readonly CardLine[];
} {
  const whole = parsed(lines.map(({ text }) => text));
  if (whole) return { properties: whole, unread: [] };
  const version = lines.filter(({ text }) => /^VERSION:/iu.test(text)).map(({ text }) => text);
  const properties: JCardProperty[] = [];
  const unread: CardLine[] = [];
  for (const line of lines) {
    if (/^(?:BEGIN|END|VERSION):/iu.test(line.text)) continue;
    const read = parsed(['BEGIN:VCARD', ...version.slice(0, 1), line.text, 'END:VCARD']);
    if (read) properties.push(...read.filter(([name]) => name !== 'version'));
    else unread.push(line);
  }
  return { properties, unread };
}

/** Null if a line cannot be read. The syntax of version 2.1 is made that of 3.0 before. */
function parsed(lines: readonly string[]): readonly JCardProperty[] | null {
  try {
    const card = lines.map((line) => (/^VERSION:2\.1\s*$/iu.test(line) ? 'VERSION:3.0' : line));
    const [, properties] = lazily.ical.parse(card.join('\r\n'));
    return properties;
  } catch (error) {
    if ((error as { readonly name?: unknown }).name !== 'ParserError') throw error;
    return null;
  }
}

const READ = new Set(
  'version kind x-abshowas x-addressbookserver-kind fn n nickname org email tel uid lang note categories title role bday url x-svc-type x-svc-birthday x-svc-source x-svc-language'.split(
    ' ',
  ),
);
/** Fields that are kept in the notes, with their label there; without a label, by their own label or name. */
const KEPT: ReadonlyMap<string, string> = new Map([
  ['adr', 'Address'],
  ['label', 'Address'],
  ['anniversary', 'Anniversary'],
  ['x-anniversary', 'Anniversary'],
  ['x-evolution-anniversary', 'Anniversary'],
  ['impp', 'Messenger'],
  ['x-socialprofile', 'Profile'],
  ['related', 'Related'],
  ['gender', 'Gender'],
  ...'x-abdate x-abrelatednames x-aim x-icq x-jabber x-msn x-qq x-skype x-skype-username x-yahoo x-twitter x-spouse x-evolution-spouse x-manager x-evolution-manager x-assistant x-evolution-assistant x-maidenname x-custom hobby interest expertise'
    .split(' ')
    .map((name) => [name, ''] as const),
]);
/** Of the card, and not of the contact. */
const OF_THE_FILE = new Set(['prodid', 'rev', 'x-ablabel', 'x-abuid', 'x-abadr']);

/** The name in a card that cannot be read; null if there is none. */
function nameOf(text: string): string | null {
  const [, name = ''] = /^(?:FN|N)\b[^:\n]*:([^\r\n]*)/imu.exec(text) ?? [];
  const shown = name.split(';').filter(Boolean).join(' ').trim();
  return shown === '' ? null : shown.slice(0, 80).toWellFormed();
}

/** As it is written, but for the year that a parameter says is none. */
function birthdayOf(lines: readonly CardLine[]): string | null {
  for (const { text } of lines) {
    const [, parameters = '', said = ''] = /^(?:[\w-]+\.)?BDAY((?:;[^:]*)?):(.*)$/iu.exec(text) ?? [];
    const value = said.trim();
    const [, year = ''] = /;X-APPLE-OMIT-YEAR="?(\d{4})/iu.exec(parameters) ?? [];
    const isOfNoYear = year !== '' && value.startsWith(year);
    const birthday = birthdayIn(isOfNoYear ? `--${value.slice(4).replace(/^-/u, '')}` : value);
    if (birthday !== null) return birthday;
  }
  return null;
}

/** What each value is called: by the label of its group (Apple), or by its types. */
function labelsIn(properties: readonly JCardProperty[]): (one: JCardProperty) => string | null {
  const byGroup = new Map(
    properties.flatMap((one) => {
      const group = one[1]['group'];
      const label = one[0] === 'x-ablabel' ? textIn(one)?.replace(/^_\$!<(.*)>!\$_$/u, '$1') : undefined;
      return typeof group === 'string' && label !== undefined ? [[group, label] as const] : [];
    }),
  );
  return ([, parameters]) => {
    const group = parameters['group'];
    const label = typeof group === 'string' ? byGroup.get(group) : undefined;
    const types = typesOf(parameters).filter((type) => !UNSAID.has(type));
    return label ?? (types.length === 0 ? null : [...new Set(types)].join(', '));
  };
}

const UNSAID = new Set(['pref', 'internet', 'voice', 'x400', 'msg', 'fax']);

const typesOf = (parameters: JCardProperty[1]): readonly string[] =>
  [parameters['type'] ?? []].flat().flatMap((type) =>
    type
      .toLowerCase()
      .split(',')
      .map((one) => one.trim()),
  );

/** It reaches nobody who talks to it. */
const isFax = ([name, parameters]: JCardProperty): boolean =>
  name === 'tel' && typesOf(parameters).some((type) => type === 'fax' || type === 'pager');

/** The library takes away the backslashes of texts; some programs put them into all else, too. */
const partsOf = ([, , type, ...values]: JCardProperty): readonly string[] =>
  values.flat().flatMap((value) => {
    if (typeof value !== 'string' || value.trim() === '') return [];
    return [type === 'text' ? value.trim() : value.trim().replaceAll(/\\([,\\])/gu, '$1')];
  });

const textIn = (property: JCardProperty): string | undefined => partsOf(property)[0];

/** Given names before the family's. */
function nameIn([, , , parts]: JCardProperty): string | null {
  if (!Array.isArray(parts)) return typeof parts === 'string' ? parts : null;
  const [family = '', given = '', middle = ''] = parts.map((part) => [part].flat().join(' ').trim());
  return [given, middle, family].filter(Boolean).join(' ') || null;
}

/** Different values, the preferred one first. */
function listOf(properties: readonly JCardProperty[]): readonly string[] {
  const sorted = properties.toSorted((a, b) => preference(a) - preference(b));
  const values = sorted.flatMap((one) => reachedBy(one) ?? []);
  return values.filter(
    (value, index) => values.findIndex((one) => one.toLowerCase() === value.toLowerCase()) === index,
  );
}

/** Without its scheme; some programs escape the colon of a website. */
const reachedBy = (one: JCardProperty): string | null =>
  textIn(one)
    ?.replace(/^(?:mailto|tel):/iu, '')
    .replaceAll(String.raw`\:`, ':') ?? null;

function preference([, parameters]: JCardProperty): number {
  if (typesOf(parameters).includes('pref')) return 0;
  const number = Number(parameters['pref']);
  return Number.isInteger(number) && number > 0 ? number : 101;
}

/** As text, so that what has a meaning in a card is escaped. */
const written = (name: string, value: string | readonly string[] | null): readonly JCardProperty[] =>
  value === null || value.length === 0
    ? []
    : [[name, {}, 'text', typeof value === 'string' ? plain(value) : value]];

const plain = (text: string): string => text.replaceAll(/\r\n?/gu, '\n');

function propertiesOf(card: Card, version: string): JCard[1] {
  const isFirm = card.kind === 'organization';
  const { language } = card;
  const isTag = version === '4.0' && language !== null && /^[a-z\d]+(?:-[a-z\d]+)*$/iu.test(language);
  return [
    ['version', {}, 'text', version],
    ...written('fn', card.name),
    // Only the whole name is known; programs show that of FN.
    ['n', {}, 'text', ['', isFirm ? '' : card.name, '', '', '']],
    ...(isFirm ? [version === '4.0' ? (['kind', {}, 'text', 'org'] as const) : SHOWN_AS_FIRM] : []),
    ...(card.uid === null ? [] : [['uid', {}, version === '4.0' ? 'uri' : 'text', card.uid] as const]),
    ...card.emails.flatMap((email) => written('email', email)),
    ...card.phones.map(
      (phone) => ['tel', {}, version === '4.0' ? 'text' : 'phone-number', plain(phone)] as const,
    ),
    ...(isFirm || card.company === null ? [] : [['org', {}, 'text', [plain(card.company)]] as const]),
    ...written('title', card.role),
    ...writtenBirthday(card.birthday, version),
    ...card.websites.map((website) => ['url', {}, 'uri', website] as const),
    ...(isTag ? [['lang', {}, 'language-tag', language] as const] : written('x-svc-language', language)),
    ...written('x-svc-type', card.type),
    ...written('x-svc-source', card.source),
    ...written('note', card.notes),
    // One in each line: the library does not read a list again of which an item ends with a backslash.
    ...card.tags.flatMap((tag) => written('categories', tag)),
  ];
}

/** Version 3.0 has days alone: a year or a month is kept where only this engine reads it. */
const writtenBirthday = (birthday: string | null, version: string): readonly JCardProperty[] => {
  if (birthday === null) return [];
  const isDay = /^\d{4}-\d{2}-\d{2}$/u.test(birthday);
  return [[isDay ? 'bday' : 'x-svc-birthday', {}, version === '4.0' && isDay ? 'date' : 'text', birthday]];
};

const SHOWN_AS_FIRM = ['x-abshowas', {}, 'text', 'COMPANY'] as const;
