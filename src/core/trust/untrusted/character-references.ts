/** One character as read, and the offset of its spelling in the text (UTF-16 units). */
export interface Sign {
  readonly at: number;
  readonly sign: string;
}

/** References that HTML also accepts without a semicolon. None is a prefix of another. */
const legacy: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['amp', '&'],
  ['nbsp', '\u00a0'],
  ['shy', '\u00ad'],
]);

const named: ReadonlyMap<string, string> = new Map([
  ...legacy,
  ['sol', '/'],
  ['bsol', '\\'],
  ['excl', '!'],
  ['lsqb', '['],
  ['lbrack', '['],
  ['hyphen', '-'],
  ['dash', '-'],
  ['lsaquo', '\u2039'],
  ['lang', '\u27e8'],
  ['langle', '\u27e8'],
  ['tab', '\t'],
  ['newline', '\n'],
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ['hairsp', ' '],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
  ['zerowidthspace', '\u200b'],
  ['nobreak', '\u2060'],
]);

/** An incomplete reference, after its `&`. */
const beginning = /^(?:#(?:x[0-9a-f]{0,8}|[0-9]{0,9})|[a-z][a-z0-9]{0,23})$/iu;

/**
 * The characters of a text, with the references of HTML and XML resolved at every level of nesting:
 * `&lt;`, `&#060`, `&#x3C;` and `&amp;amp;lt;` are each one `<`. Of the named references it resolves only those that can
 * spell a tag or white space; any other `&` stands for itself.
 *
 * Reads each character once and never goes back, so it is linear for any text.
 */
export function* signsIn(characters: Iterable<string>): Generator<Sign> {
  let next = 0;
  let open: { readonly at: number; spelled: string } | null = null;
  let mayEnd = false;
  for (const character of characters) {
    const at = next;
    next += character.length;
    const isEnd = character === ';';
    if (mayEnd && isEnd) {
      mayEnd = false;
      continue;
    }
    mayEnd = false;
    if (open) {
      const spelled: string = open.spelled + character;
      if (beginning.test(spelled)) {
        // Leading zeros have no meaning, however many.
        if (!/^#x?00$/iu.test(spelled)) open.spelled = spelled;
        if (!legacy.has(spelled.toLowerCase())) continue;
        mayEnd = true;
      }
      const sign = mayEnd || isEnd || open.spelled.startsWith('#') ? meant(open.spelled) : undefined;
      if (sign === '&') {
        open = { at: open.at, spelled: '' };
        if (mayEnd || isEnd) continue;
        // The next character may begin a reference of its own.
        if (beginning.test(character)) {
          open.spelled = character;
          continue;
        }
        yield { at: open.at, sign };
      } else {
        yield { at: open.at, sign: sign ?? '&' };
      }
      open = null;
      if (sign !== undefined && (mayEnd || isEnd)) continue;
    }
    if (character === '&') open = { at, spelled: '' };
    else yield { at, sign: character };
  }
}

function meant(spelled: string): string | undefined {
  if (!spelled.startsWith('#')) return named.get(spelled.toLowerCase());
  const digits = spelled.replace(/^#x?/iu, '');
  const code = Number.parseInt(digits, /^#x/iu.test(spelled) ? 16 : 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
