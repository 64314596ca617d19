import { decodedAs, encodingNamed } from '../../../core/kernel/encodings.ts';

/** One property of a card, on one line, as versions 3.0 and 4.0 write it. */
export interface CardLine {
  /** The line of the text that it begins on, from 1. */
  readonly at: number;
  readonly text: string;
}

export interface CardLines {
  readonly lines: readonly CardLine[];
  /** Lines that are none: they have no name before a colon. */
  readonly broken: readonly CardLine[];
  /** The names of pictures and the like, which are not read. */
  readonly pictures: readonly string[];
}

const PICTURE = /^(?:[\w-]+\.)?(PHOTO|LOGO|SOUND|KEY)[;:]/iu;
const HEAD = /^(?:[\w-]+\.)?[\w-]+$/u;
const ENCODINGS: ReadonlySet<string> = new Set(['QUOTED-PRINTABLE', 'BASE64', 'B', '7BIT', '8BIT']);

/**
 * The lines of a card, unfolded (RFC 6350, section 3.2), with quoted-printable decoded, and the words that version 2.1 puts
 * beside a name, as in `TEL;HOME;VOICE`, as types.
 * @param first the line of the text that the card begins on
 */
export function cardLines(text: string, first: number): CardLines {
  const lines: CardLine[] = [];
  const broken: CardLine[] = [];
  const pictures: string[] = [];
  let isPicture = false;
  for (const { at, text: line } of unfolded(text.split('\r\n'), first)) {
    const [, picture] = PICTURE.exec(line.slice(0, 100)) ?? [];
    if (picture !== undefined) pictures.push(picture.toUpperCase());
    // The content of one without the space that says that it goes on.
    else if (isPicture && /^[A-Za-z\d+/=]+$/u.test(line)) continue;
    else if (line.trim() !== '') {
      const plain = plainLine(line);
      if (plain === null) broken.push({ at, text: line });
      else lines.push({ at, text: plain });
    }
    isPicture = picture !== undefined;
  }
  return { lines, broken, pictures };
}

/** A line that begins with a space goes on with the one before it; in quoted-printable, one after an equals sign. */
function unfolded(lines: readonly string[], first: number): readonly CardLine[] {
  const found: { at: number; pieces: string[]; isQuoted: boolean }[] = [];
  for (const [index, line] of lines.entries()) {
    const last = found.at(-1);
    if (last?.isQuoted === true && last.pieces.at(-1)?.endsWith('=') === true) {
      last.pieces[last.pieces.length - 1] = last.pieces.at(-1)!.slice(0, -1);
      last.pieces.push(line.replace(/^[ \t]/u, ''));
    } else if (last && /^[ \t]/u.test(line)) last.pieces.push(line.slice(1));
    else
      found.push({
        at: first + index,
        pieces: [line],
        isQuoted: /^[^:]{0,300}QUOTED-PRINTABLE[^:]{0,300}:/iu.test(line),
      });
  }
  return found.map(({ at, pieces }) => ({ at, text: pieces.join('') }));
}

/** Null if it has no name before a colon. */
function plainLine(line: string): string | null {
  const colon = unquoted(line, ':');
  if (colon === -1) return null;
  const [name = '', ...parameters] = parted(line.slice(0, colon));
  if (!HEAD.test(name)) return null;
  const kept: string[] = [];
  let [isQuoted, charset] = [false, 'utf-8'];
  for (const parameter of parameters) {
    const [key = '', value] = parameter.split('=', 2);
    const word = (value ?? key).replaceAll('"', '').toUpperCase();
    if (value === undefined ? ENCODINGS.has(word) : key.toUpperCase() === 'ENCODING')
      isQuoted ||= word === 'QUOTED-PRINTABLE';
    else if (key.toUpperCase() === 'CHARSET') charset = word;
    else if (value === undefined) kept.push(...(/^[\w-]+$/u.test(key) ? [`TYPE=${key}`] : []));
    else kept.push(parameter);
  }
  const isListed = LISTED.test(name);
  const value = isListed ? line.slice(colon + 1) : withoutNeedless(line.slice(colon + 1));
  return `${[name, ...kept].join(';')}:${isQuoted ? fromQuoted(value, encodingNamed(charset) ?? 'utf-8', isListed) : value}`;
}

/** Properties in which a comma or a semicolon divides. */
const LISTED = /^(?:[\w-]+\.)?(?:N|ADR|ORG|CATEGORIES|NICKNAME)$/iu;
/** Some programs escape what divides nothing here, and readers of cards leave the backslash of it. */
const withoutNeedless = (value: string): string =>
  value.replaceAll(/\\([\s\S])/gu, (escaped, sign: string) => (/[;:]/u.test(sign) ? sign : escaped));

/** What has a meaning in a card is escaped there: in quoted-printable it is text. */
const ESCAPED: Readonly<Record<string, string>> = {
  '3B': '\\;',
  '2C': '\\,',
  '5C': '\\\\',
  '0A': '\\n',
  '0D': '',
};

function fromQuoted(value: string, charset: string, isListed: boolean): string {
  // In others, a byte of a letter may be one of these.
  const escaped = /^(?:utf-8|windows-125\d|iso-8859)/u.test(charset)
    ? value
        .replaceAll(/=0D(?!=0A)/giu, '=0A')
        .replaceAll(
          isListed ? /=(3B|2C|5C|0A|0D)/giu : /=(5C|0A|0D)/giu,
          (_, code: string) => ESCAPED[code.toUpperCase()]!,
        )
    : value;
  return escaped.replaceAll(/[\0-\u007F]+/gu, (run) => {
    const bytes = run.replaceAll(/=([\dA-F]{2})/giu, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    const all = Buffer.from(bytes, 'latin1');
    return decodedAs(all, charset) ?? decodedAs(all, 'windows-1252') ?? run;
  });
}

/** Where this sign is for the first time outside of quotation marks; -1 if it is not. */
function unquoted(text: string, sign: string, from = 0): number {
  let isQuoted = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === sign && !isQuoted) return at;
  }
  return -1;
}

function parted(head: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = unquoted(head, ';'); at !== -1; at = unquoted(head, ';', from)) {
    parts.push(head.slice(from, at));
    from = at + 1;
  }
  return [...parts, head.slice(from)].map((part) => part.trim()).filter(Boolean);
}
