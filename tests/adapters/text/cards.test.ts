import { expect, test } from '@jest/globals';
import { cards } from '../../../src/adapters/out/text/cards.ts';

const card = (line: string): string => `BEGIN:VCARD\nVERSION:4.0\nFN:Ada\n${line}\nEND:VCARD\n`;

test.each([
  ['endless parameters', `EMAIL${';TYPE=a'.repeat(200_000)}:a@b.example`],
  ['one endless line', `NOTE:${'x'.repeat(200_000)}`],
  ['endless properties', 'EMAIL:a@b.example\n'.repeat(5_000).trimEnd()],
  ['an endless folded line', `NOTE:x${'\n y'.repeat(100_000)}`],
])('a card with %s is refused before it is parsed', (_what, line) => {
  const { cards: read, problems } = cards.parse(card(line), 10);
  expect([read.length, problems.length, problems[0]?.problem]).toEqual([
    0,
    1,
    expect.stringContaining('too large'),
  ]);
});

test('a picture may be large: it is not read, and named', () => {
  const { cards: read } = cards.parse(card(`PHOTO;ENCODING=b:${'A'.repeat(500_000)}`), 10);
  expect(read).toMatchObject([{ name: 'Ada', ignored: ['PHOTO'] }]);
});
