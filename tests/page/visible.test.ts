import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { visible } from '../../src/page/parts/visible.ts';

const HIDDEN = [
  0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x202e, 0x2060,
  0x2066, 0x2069, 0x2800, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffa, 0xfffb, 0x1d173, 0xe0041,
  0xe007f, 0xe0100,
];

it.each(HIDDEN.map((code) => [code.toString(16), String.fromCodePoint(code)]))(
  'marks U+%s between letters',
  (_, character) => {
    expect(visible(`pay${character}pal.test`)).toBe('pay\u{FFFD}pal.test');
  },
);

it.each([
  ['joined emoji', '👩‍👩‍👧 👩🏽‍🚀 🏳️‍🌈 🧔🏻‍♂️'],
  ['emoji in colour', '❤️ ☀︎ 1️⃣ #️⃣'],
  ['Persian', 'می‌خواهم'],
  ['Hindi', 'क्‍ष र्‍य क्‌ष'],
  ['variants of Han', '葛\u{E0100}城 辻\u{E0101}'],
  ['lines and tabs', 'one\n\ttwo\r\n'],
])('leaves %s alone', (_, text) => {
  expect(visible(text)).toBe(text);
});

it('marks what only looks as if it belonged there', () => {
  expect(visible('1\u{FE0F}2')).toBe('1\u{FFFD}2');
  expect(visible('👩\u200Dx')).toBe('👩\u{FFFD}x');
  expect(visible('می\u200C.test')).toBe('می\u{FFFD}.test');
  expect(visible('❤\u{FE0F}\u{FE0F}')).toBe('❤\u{FE0F}\u{FFFD}');
});

it('passes every name that a person or a model gave on its way to a label or a sentence', () => {
  const folder = fileURLToPath(new URL('../../src/page/', import.meta.url));
  const unseen = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) =>
      [...readFileSync(join(folder, path), 'utf8').matchAll(/aria-label=\{(?!visible\()[^}]*\(.*\}/gu)].map(
        ([found]) => `${path}: ${found.split('}')[0] ?? ''}`,
      ),
    )
    .filter((found) => !/length\)|wanting|chart\(|\(when\)/u.test(found));
  expect(unseen).toEqual([]);
});
