/**
 * Reads a prompt as carelessly as a model might: resolves references, narrows full-width characters, and ignores case,
 * white space and invisible characters. Independent of the code under test: it scans the whole text repeatedly.
 * @returns the beginnings of tags of an untrusted element, with their nonce
 */
export function openTagsIn(prompt: string): readonly string[] {
  let text = prompt;
  for (let before = ''; before !== text;) {
    before = text;
    text = text
      .replace(
        /&#x0*([0-9a-f]{1,6});?/giu,
        (all, hex: string) => characterOf(Number.parseInt(hex, 16)) ?? all,
      )
      .replace(/&#0*([0-9]{1,7});?/gu, (all, digits: string) => characterOf(Number(digits)) ?? all)
      .replace(/&sol;/giu, '/')
      .replace(/&zerowidthspace;/giu, '')
      .replace(/&amp;?/giu, '&')
      .replace(/&lt;?/giu, '<');
  }
  const read = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\p{M}]/gu, '')
    .replace(/[‹〈⟨❮]/gu, '<')
    .replace(/[∕⁄\\]/gu, '/')
    .replace(/ѕ/gu, 's')
    .replace(/е/gu, 'e')
    .replace(/υ/gu, 'u')
    .replace(/т/gu, 't');
  return read.match(/<\/*untrusted(?:-[0-9a-f]+)?/gu) ?? [];
}

const characterOf = (code: number): string | undefined =>
  code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
