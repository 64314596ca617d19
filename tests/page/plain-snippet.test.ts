import { expect, it } from '@jest/globals';
import { plainSnippet } from '../../src/page/threads/plain-snippet.ts';

/** Matches are in brackets. */
const pieces = (text: string) =>
  text
    .split(/(?=⟦)|(?<=⟧)/u)
    .map((part) => ({ text: part.replaceAll(/[⟦⟧]/gu, ''), match: part.startsWith('⟦') }));
const plain = (text: string) =>
  plainSnippet(pieces(text))
    .map(({ text: part, match }) => (match ? `⟦${part}⟧` : part))
    .join('');

it.each([
  ['plain ⟦words⟧ here', 'plain ⟦words⟧ here'],
  ['## A **⟦bold⟧** title', 'A ⟦bold⟧ title'],
  ['- [x] done\n- [ ] ⟦open⟧\n1. first', 'done ⟦open⟧ first'],
  ['see [the ⟦page⟧](https://example.org/a) now', 'see the ⟦page⟧ now'],
  ['```ts\nconst ⟦a⟧ = 1;\n```', 'const ⟦a⟧ = 1; '],
  ['| Name | ⟦Size⟧ |\n| --- | --- |\n| a | 2 |', ' Name ⟦Size⟧ a 2 '],
  ['5 * 3 and snake_case_⟦name⟧', '5 * 3 and snake_case_⟦name⟧'],
  ['*one* `two` ~~three~~', 'one two three'],
])('%j is shown as %j', (text, shown) => {
  expect(plain(text).trim()).toBe(shown.trim());
});

it('takes linear time', () => {
  const hostile = ['['.repeat(20_000), '*'.repeat(20_000), '- '.repeat(20_000), `${'|'.repeat(20_000)}x`];
  for (const text of hostile) expect(plainSnippet([{ text, match: false }]).length).toBeLessThan(2);
});
