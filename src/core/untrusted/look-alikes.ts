/** Letters and signs of other alphabets that are drawn like these, where Unicode's own normalisation keeps them apart. */
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

/** White space, control and format characters, marks on other letters, and what is no character at all. */
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\p{M}]/u;

/**
 * What a sign is to an eye that does not look closely: lower case, full-width and decorated forms and the letters of
 * other alphabets as the plain ones. Empty for what is not seen at all, sometimes more than one character.
 */
export function plainly(sign: string): string {
  return Array.from(sign.normalize('NFKD').toLowerCase())
    .filter((character) => !unseen.test(character))
    .map((character) => plainOf.get(character) ?? character)
    .join('');
}
