/**
 * How a value may stand in bytes, written down without a look at what masks it: raw, escaped in JSON once and twice,
 * percent-encoded, in base64 at each of the three places where a value may begin in it.
 */
export function spellingsOf(value: string): Readonly<Record<string, string>> {
  const json = JSON.stringify(value).slice(1, -1);
  const percent = encodeURIComponent(value);
  return {
    raw: value,
    json,
    'json in json': JSON.stringify(json).slice(1, -1),
    percent,
    'percent, lower case': percent.replace(/%../gu, (escape) => escape.toLowerCase()),
    form: new URLSearchParams({ x: value }).toString().slice(2),
    ...base64Of(value, 'base64'),
    ...base64Of(value, 'base64url'),
  };
}

/** The edges depend on the neighbours, so they are left out. */
function base64Of(value: string, encoding: 'base64' | 'base64url'): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ['', 'x', 'xx'].map((before) => {
      const text = Buffer.from(`${before}${value}`).toString(encoding).replaceAll('=', '');
      return [`${encoding} +${before.length}`, text.slice(before === '' ? 0 : 4, -4)];
    }),
  );
}

/** The same as somebody would say them: whole, with what stands around a value in base64. */
export const quotationsOf = (value: string): readonly string[] => [
  ...Object.entries(spellingsOf(value)).flatMap(([name, spelling]) =>
    name.startsWith('base64') ? [] : [spelling],
  ),
  ...['', 'x', 'xx'].flatMap((before) =>
    (['base64', 'base64url'] as const).map((encoding) => Buffer.from(`${before}${value}`).toString(encoding)),
  ),
];

/** The names of the spellings in which a value stands in these bytes. */
export function foundIn(bytes: Buffer | string, value: string): readonly string[] {
  const where = Buffer.from(bytes);
  return Object.entries(spellingsOf(value))
    .filter(([, spelling]) => where.includes(spelling))
    .map(([name]) => name);
}
