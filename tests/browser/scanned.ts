// Reads a QR code as a phone does, apart from finding it in a picture and mending damage: nothing of what drew it is used.
import type { Page } from 'playwright-core';

/** By the level of correction as the code names it (M, L, H, Q), for the versions 1 to 10. */
const CORRECTION_BYTES = [
  [10, 16, 26, 18, 24, 16, 18, 22, 22, 26],
  [7, 10, 15, 20, 26, 18, 20, 24, 30, 18],
  [17, 28, 22, 16, 22, 28, 26, 26, 24, 28],
  [13, 22, 18, 26, 18, 24, 18, 22, 20, 24],
];
const BLOCKS = [
  [1, 1, 1, 2, 2, 4, 4, 4, 5, 5],
  [1, 1, 1, 1, 1, 2, 2, 2, 2, 4],
  [1, 1, 2, 4, 4, 4, 5, 6, 8, 8],
  [1, 1, 2, 2, 4, 4, 6, 6, 8, 8],
];

/** Whether a mask turns the place over. */
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Dark = (x: number, y: number) => boolean;

/** What the code says. @param dark its places, without the margin @param size their number in a row */
export function read(dark: Dark, size: number): string {
  const version = (size - 17) / 4;
  const marks = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((y) => dark(8, y)),
    ...[7, 5, 4, 3, 2, 1, 0].map((x) => dark(x, 8)),
  ];
  const format = (marks.reduce((sum, isSet, nth) => sum + (isSet ? 2 ** nth : 0), 0) ^ 0x5412) >> 10;
  const [level, mask] = [format >> 3, MASKS[format & 7]!];
  const isMark = marksOf(size, version);
  const bits: boolean[] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let nth = 0; nth < size; nth++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - nth : nth;
        if (!isMark(x, y)) bits.push(dark(x, y) !== mask(x, y));
      }
  }
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, nth) =>
    numberIn(bits.slice(nth * 8, nth * 8 + 8)),
  );
  const blocks = BLOCKS[level]![version - 1]!;
  const short = Math.floor(bytes.length / blocks) - CORRECTION_BYTES[level]![version - 1]!;
  const ofShort = blocks - (bytes.length % blocks);
  const data = Array.from({ length: blocks }, (): number[] => []);
  let at = 0;
  for (let nth = 0; nth <= short; nth++)
    for (const [block, values] of data.entries())
      if (nth < short || block >= ofShort) values.push(bytes[at++]!);
  const said = data
    .flat()
    .flatMap((byte) => Array.from({ length: 8 }, (_, nth) => ((byte >> (7 - nth)) & 1) === 1));
  if (numberIn(said.slice(0, 4)) !== 4) throw new Error('The code is not written in bytes.');
  const counted = version < 10 ? 8 : 16;
  const count = numberIn(said.slice(4, 4 + counted));
  const from = 4 + counted;
  return new TextDecoder().decode(
    Uint8Array.from({ length: count }, (_, nth) => numberIn(said.slice(from + nth * 8, from + nth * 8 + 8))),
  );
}

const numberIn = (bits: readonly boolean[]): number =>
  bits.reduce((sum, isSet) => sum * 2 + Number(isSet), 0);

/** The places that say where and what the code is. */
function marksOf(size: number, version: number): Dark {
  const count = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2;
  const middles = Array.from({ length: count }, (_, nth) =>
    nth === 0 ? 6 : size - 7 - (count - 1 - nth) * step,
  );
  const isCorner = (x: number, y: number) =>
    (x < 9 || x >= size - 8) && (y < 9 || y >= size - 8) && !(x > 8 && y > 8);
  return (x, y) =>
    isCorner(x, y) ||
    x === 6 ||
    y === 6 ||
    (version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))) ||
    middles.some((mx) =>
      middles.some((my) => !isCorner(mx, my) && Math.abs(x - mx) <= 2 && Math.abs(y - my) <= 2),
    );
}

/** What the picture says that is shown here, as it is drawn. */
export async function scanned(page: Page): Promise<string> {
  const places = await page.evaluate(DRAWN);
  const { margin, rows } = places as {
    readonly margin: number;
    readonly rows: readonly (readonly boolean[])[];
  };
  // With less a phone may not find it on a dark page.
  if (margin < 4) throw new Error(`The margin of the code is ${margin} places.`);
  return read((x, y) => rows[y]![x]!, rows.length);
}

/** Carried out in the page. The first mark of a code is seven places wide. */
const DRAWN = `(() => {
  const image = document.querySelector('img.code');
  const side = 2000;
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const drawing = canvas.getContext('2d');
  drawing.drawImage(image, 0, 0, side, side);
  const { data } = drawing.getImageData(0, 0, side, side);
  const isDark = (x, y) => data[(y * side + x) * 4] < 128;
  let margin = 0;
  while (!isDark(margin, margin)) margin += 1;
  let end = margin;
  while (isDark(end, margin)) end += 1;
  const place = (end - margin) / 7;
  const middle = (nth) => Math.floor(margin + (nth + 0.5) * place);
  const all = Array.from({ length: Math.round((side - 2 * margin) / place) }, (_, nth) => middle(nth));
  return { margin: Math.round(margin / place), rows: all.map((y) => all.map((x) => isDark(x, y))) };
})()`;
