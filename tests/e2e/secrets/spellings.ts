/**
 * The encodings of a value in bytes, written independently of the code that masks them: raw, percent-encoded,
 * as a form, in hex, in base64 at each of the three offsets; and each of these escaped in JSON
 * once and twice.
 */
export function spellingsOf(value: string): Readonly<Record<string, string>> {
  const percent = encodeURIComponent(value);
  const form = new URLSearchParams({ x: value }).toString().slice(2);
  const hex = Buffer.from(value).toString('hex');
  const spelled = {
    raw: value,
    percent,
    'percent, lower case': percent.replace(/%../gu, (escape) => escape.toLowerCase()),
    form,
    'form, percent': encodeURIComponent(form),
    hex,
    'hex, upper case': hex.toUpperCase(),
    ...base64Of(value, 'base64'),
    ...base64Of(value, 'base64url'),
  };
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  return Object.fromEntries(
    Object.entries(spelled).flatMap(([name, text]) => [
      [name, text],
      [`${name} in json`, inJson(text)],
      [`${name} in json in json`, inJson(inJson(text))],
    ]),
  );
}

/** The edges depend on the neighbouring bytes, so they are left out. */
function base64Of(value: string, encoding: 'base64' | 'base64url'): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ['', 'x', 'xx'].map((before) => {
      const text = Buffer.from(`${before}${value}`).toString(encoding).replaceAll('=', '');
      return [`${encoding} +${before.length}`, text.slice(before === '' ? 0 : 4, -4)];
    }),
  );
}

/** The encodings as a sender would write them: whole, with surrounding bytes for base64. */
export const quotationsOf = (value: string): readonly string[] => [
  ...Object.entries(spellingsOf(value)).flatMap(([name, spelling]) =>
    name.startsWith('base64') ? [] : [spelling],
  ),
  ...['', 'x', 'xx'].flatMap((before) =>
    (['base64', 'base64url'] as const).map((encoding) => Buffer.from(`${before}${value}`).toString(encoding)),
  ),
];

/** Finds the encodings of a value; most texts have several that are the same. */
export function finderOf(value: string): (bytes: Buffer) => readonly string[] {
  const names = new Map(Object.entries(spellingsOf(value)).map(([name, spelling]) => [spelling, name]));
  const spellings = [...names].map(([spelling, name]) => ({ name, bytes: Buffer.from(spelling) }));
  return (where) => spellings.filter(({ bytes }) => where.includes(bytes)).map(({ name }) => name);
}
