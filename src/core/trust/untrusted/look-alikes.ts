/** Characters of other alphabets that look like these and that Unicode normalisation keeps apart. */
const drawnLike: Readonly<Record<string, string>> = {
  '<': '‹〈⟨❮❬˂ᐸ≺⧼',
  '/': '∕⁄⧸╱⟋〳',
  '\\': '∖⧵⧹╲⟍',
  '-': '‐‑‒–—―−⁃',
  '!': 'ǃⵑ',
  u: 'υսᴜ𐓶',
  n: 'ոռпηνɴ',
  t: 'тτᴛ',
  r: 'гᴦʀⲅꭇ',
  s: 'ѕꜱƽʂ',
  e: 'еҽεєᴇ℮',
  d: 'ԁժᴅɗ',
};

const plainOf: ReadonlyMap<string, string> = new Map(
  Object.entries(drawnLike).flatMap(([plain, alike]) =>
    Array.from(alike, (character): readonly [string, string] => [character, plain]),
  ),
);

/** White space, control and format characters, combining marks, and code points that are not characters. */
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\p{M}]/u;

/**
 * The plain character that this one resembles: case, full-width and decorated forms, and letters of other alphabets
 * are folded. Empty for an invisible character; sometimes more than one character.
 */
export function asPlainLetter(sign: string): string {
  return Array.from(sign.normalize('NFKD').toLowerCase())
    .filter((character) => !unseen.test(character))
    .map((character) => plainOf.get(character) ?? character)
    .join('');
}
