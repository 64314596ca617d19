import type { Card, Cards, ReadCard } from '../../../core/contacts/port.ts';
import { lazily, type JCard, type JCardProperty } from './lazily.ts';

export const cards: Cards = {
  parse: (text, most) => {
    const found = divided(text);
    const read: ReadCard[] = [];
    const problems: { line: number; problem: string }[] = [];
    for (const { line, text: one } of found.slice(0, most)) {
      const card =
        one === null ? 'This card has no end: the line END:VCARD is missing.' : cardFrom(one, line);
      if (typeof card === 'string') problems.push({ line, problem: card });
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
    const mark = line.trim().toUpperCase();
    if (mark === 'BEGIN:VCARD') {
      if (begun) found.push({ line: begun.line, text: null });
      begun = { line: index + 1, lines: [] };
    }
    if (!begun) continue;
    begun.lines.push(line);
    if (mark !== 'END:VCARD') continue;
    found.push({ line: begun.line, text: begun.lines.join('\r\n') });
    begun = null;
  }
  return begun ? [...found, { line: begun.line, text: null }] : found;
}

/** A sentence that says why it cannot be read, if it cannot. */
function cardFrom(text: string, line: number): ReadCard | string {
  // Before it is parsed: the older version has another syntax.
  if (/^VERSION:2\.1\s*$/imu.test(text))
    return `${oldName(text)} is a card of version 2.1, which is not read. Export it as version 3.0 or 4.0.`;
  const { lines, pictures } = withoutPictures(text);
  // The library reads a card in one piece, and some of it in more time than its length.
  if (
    lines.length > MOST_LINES ||
    lines.some((one) => one.length > LONGEST_LINE || headOf(one) > LONGEST_HEAD)
  )
    return `${oldName(text)} is too large for a card: it has more than ${MOST_LINES} properties, or one of more than ${LONGEST_LINE} characters.`;
  let properties: readonly JCardProperty[];
  try {
    [, properties] = lazily.ical.parse(lines.join('\r\n'));
  } catch (error) {
    if ((error as { readonly name?: unknown }).name !== 'ParserError') throw error;
    return 'This card cannot be read: a line has no name before a colon, or parts of it are missing.';
  }
  const named = (name: string): readonly JCardProperty[] => properties.filter(([one]) => one === name);
  const textOf = (name: string): string | null => {
    const said = named(name).map(textIn).find(Boolean);
    return said ?? null;
  };
  const kind = textOf('kind')?.toLowerCase() ?? 'individual';
  if (!['individual', 'org', 'organization'].includes(kind))
    return `This card is of the kind ${JSON.stringify(kind.slice(0, 40))}, which is no person and no organization.`;
  const org = named('org').map(partsOf)[0]?.[0] ?? null;
  const structured = named('n').map(nameIn).find(Boolean) ?? null;
  const whole = textOf('fn');
  // Without the name of a person it is the card of the organization itself.
  const isNameless = whole === null && structured === null && org !== null;
  const isFirm = kind !== 'individual' || textOf('x-abshowas')?.toUpperCase() === 'COMPANY' || isNameless;
  return {
    line,
    uid: textOf('uid'),
    kind: isFirm ? 'organization' : 'person',
    // RFC 6350 wants FN; cards of before and of other programs have only N, the parts of the name.
    name: whole ?? (isFirm ? (org ?? structured) : structured) ?? '',
    emails: listOf(named('email')),
    phones: listOf(named('tel')),
    company: isFirm ? null : org,
    type: textOf('x-svc-type'),
    source: textOf('x-svc-source'),
    language: textOf('lang') ?? textOf('x-svc-language'),
    notes: textOf('note'),
    tags: named('categories').flatMap(partsOf),
    role: textOf('title') ?? textOf('role'),
    birthday: dayIn(textOf('bday')) ?? textOf('x-svc-birthday'),
    // Some programs escape the colon.
    websites: listOf(named('url')).map((url) => url.replaceAll(String.raw`\:`, ':')),
    addresses: named('adr').flatMap(
      (property) => partsOf(property).join(', ').replaceAll(/\s+/gu, ' ') || [],
    ),
    ignored: [
      ...new Set([
        ...properties.flatMap(([name]) =>
          READ.has(name) || OF_THE_FILE.has(name) ? [] : [name.toUpperCase()],
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

const headOf = (line: string): number => (line.includes(':') ? line.indexOf(':') : line.length);

/** The lines of a card, unfolded (RFC 6350, section 3.2), and the names of pictures and the like, which are not read. */
function withoutPictures(text: string): {
  readonly lines: readonly string[];
  readonly pictures: readonly string[];
} {
  const pictures: string[] = [];
  const lines = text
    .replaceAll(/\r\n[ \t]/gu, '')
    .split('\r\n')
    .filter((line) => {
      const [, name] = /^(?:[\w-]+\.)?(PHOTO|LOGO|SOUND|KEY)[;:]/iu.exec(line.slice(0, 100)) ?? [];
      if (name !== undefined) pictures.push(name.toUpperCase());
      return name === undefined;
    });
  return { lines, pictures };
}

const READ = new Set(
  'version kind x-abshowas fn n org email tel uid lang note categories title role bday url adr x-svc-type x-svc-birthday x-svc-source x-svc-language'.split(
    ' ',
  ),
);
/** Of the card, and not of the contact. */
const OF_THE_FILE = new Set(['prodid', 'rev', 'x-ablabel', 'x-abuid']);

/** The name in a card that is not parsed. */
function oldName(text: string): string {
  const [, name = ''] = /^(?:FN|N)\b[^:\n]*:([^\r\n]*)/imu.exec(text) ?? [];
  const shown = name.split(';').filter(Boolean).join(' ').trim();
  return shown === '' ? 'This' : JSON.stringify(shown.slice(0, 80).toWellFormed());
}

/** The day of an instant, too. */
function dayIn(text: string | null): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?:T.*)?$/u.exec(text ?? '') ?? [];
  return year === undefined ? text : `${year}-${month}-${day}`;
}

const partsOf = ([, , , ...values]: JCardProperty): readonly string[] =>
  values.flat().flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []));

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
  const values = sorted.flatMap((one) => textIn(one)?.replace(/^(?:mailto|tel):/iu, '') ?? []);
  return values.filter(
    (value, index) => values.findIndex((one) => one.toLowerCase() === value.toLowerCase()) === index,
  );
}

function preference([, parameters]: JCardProperty): number {
  if ([parameters['type'] ?? []].flat().some((one) => one.toUpperCase() === 'PREF')) return 0;
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
    ...birthdayOf(card.birthday, version),
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
const birthdayOf = (birthday: string | null, version: string): readonly JCardProperty[] => {
  if (birthday === null) return [];
  const isDay = /^\d{4}-\d{2}-\d{2}$/u.test(birthday);
  return [[isDay ? 'bday' : 'x-svc-birthday', {}, version === '4.0' && isDay ? 'date' : 'text', birthday]];
};

const SHOWN_AS_FIRM = ['x-abshowas', {}, 'text', 'COMPANY'] as const;
