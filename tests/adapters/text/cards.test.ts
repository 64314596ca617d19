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
  expect([read.length, problems.length, problems[0]?.problem.code]).toEqual([0, 1, 'card.large']);
});

test.each([
  ['N:Weber;Anna;;;', 'Anna Weber', 'person', null],
  ['N:Weber;Anna;Maria;Dr.;MSc\nORG:Acme;Sales', 'Anna Maria Weber', 'person', 'Acme'],
  ['FN:\nN:Weber\nORG:Acme', 'Weber', 'person', 'Acme'],
  ['N:;;;;\nN:Weber;Anna;;;', 'Anna Weber', 'person', null],
  // Of the firm itself.
  ['N:;;;;\nORG:Acme;Sales', 'Acme', 'organization', null],
  ['ORG:Acme', 'Acme', 'organization', null],
  ['KIND:org\nN:Acme GmbH;;;;', 'Acme GmbH', 'organization', null],
])('a card without FN has the name of its parts: %p', (lines, name, kind, company) => {
  const { cards: read } = cards.parse(card(lines).replace('FN:Ada\n', ''), 10);
  expect(read).toMatchObject([{ name, kind, company }]);
});

test('a picture may be large: it is not read, and named', () => {
  const { cards: read } = cards.parse(card(`PHOTO;ENCODING=b:${'A'.repeat(500_000)}`), 10);
  expect(read).toMatchObject([{ name: 'Ada', ignored: ['PHOTO'] }]);
});
