import { describe, expect, it } from '@jest/globals';
import type { Token, Tokens } from 'marked';
import {
  GrowingMarkdown,
  type Drawing,
  type MarkdownBlock,
} from '../../src/page/conversation/markdown/blocks.ts';
import { calm } from '../../src/page/conversation/markdown/calm.ts';

const ANSWER = `# A title

A paragraph with **bold**, \`code\` and [a link](https://example.com/a).

| Name | Size |
| --- | ---: |
| a | 1 |
| b | 2 |

- one
  - deeper

  still one
- two

\`\`\`ts
const x = 1;

const y = 2;
\`\`\`

> quoted
> twice

Setext
------

See [the source][1].

[1]: https://example.com/source
`;

/** What is drawn, without what a token says of the text around it. */
const shape = ({ groups }: Drawing) =>
  groups.flat().map(({ token, isContinued }) => {
    const { type, raw, tokens, parts } = token as Token & { tokens?: unknown; parts?: unknown };
    return { type, isContinued, drawn: parts ?? tokens ?? raw.trim() };
  });
const whole = (text: string) => shape(new GrowingMarkdown().read(text, false));

describe('Markdown that arrives in pieces', () => {
  it.each([1, 2, 3, 7, 50])('ends as if it had come at once, %i characters at a time', (size) => {
    const growing = new GrowingMarkdown();
    for (let end = size; end < ANSWER.length; end += size) growing.read(ANSWER.slice(0, end), true);
    expect(shape(growing.read(ANSWER, false))).toEqual(whole(ANSWER));
  });

  it('keeps the key and the text of each block that another one follows', () => {
    const growing = new GrowingMarkdown();
    let before: readonly MarkdownBlock[] = [];
    for (let end = 1; end <= ANSWER.length; end += 1) {
      const now = growing.read(ANSWER.slice(0, end), true).groups.flat();
      const settled = before.filter(({ isOpen }) => !isOpen);
      for (const [nth, block] of settled.entries()) expect(now[nth]).toBe(block);
      before = now;
    }
    expect(before.length).toBeGreaterThan(7);
  });

  it('parses only the end of a long answer again', () => {
    const growing = new GrowingMarkdown();
    const paragraph = 'Words and words. '.repeat(20) + '\n\n';
    let text = '';
    const parsed: number[] = [];
    for (let nth = 0; nth < 300; nth += 1) {
      text += paragraph;
      const blocks = growing.read(text, true).groups.flat();
      parsed.push(blocks.filter(({ isOpen }) => isOpen).length);
    }
    expect(Math.max(...parsed)).toBe(1);
  });

  it('cuts a long paragraph of numbers between two of them, and makes it one again when it is whole', () => {
    const text = Array.from({ length: 3_000 }, (_, index) => `${index + 1} `).join('');
    const growing = new GrowingMarkdown();
    const parts = growing.read(text, true).groups.flat();
    expect(parts.length).toBeGreaterThan(1);
    for (const { token } of parts) expect(token.raw).toMatch(/^\d+ [^]*\d+\s*$/u);
    expect(parts.map(({ token }) => token.raw.trim().split(' ')).flat()).toEqual(text.trim().split(' '));
    const whole = growing.read(text, false).groups.flat();
    expect(whole.map(({ token }) => token.type)).toEqual(['paragraph']);
    const [paragraph] = whole as unknown as readonly [{ readonly token: Tokens.Paragraph }];
    const said = paragraph.token.tokens.map((one) => ('text' in one ? String(one.text) : '')).join('');
    expect(said.trim() === text.trim()).toBe(true);
  });

  it('makes a word without end one again', () => {
    const word = 'x'.repeat(20_000);
    const growing = new GrowingMarkdown();
    expect(growing.read(word, true).groups.flat().length).toBeGreaterThan(1);
    const whole = growing.read(word, false).groups.flat();
    expect(whole.map(({ token }) => 'text' in token && token.text === word)).toEqual([true]);
  });

  it('shows what is nested too deeply as it was typed', () => {
    const hostile = `${'> '.repeat(5_000)}deep`;
    const blocks = new GrowingMarkdown().read(hostile, false);
    expect(new Set(blocks.groups.flat().map(({ token }) => token.type))).toEqual(new Set(['code']));
  });
});

describe('the end of a text that still grows', () => {
  it.each([
    ['some **bold', 'some **bold**'],
    ['a `code', 'a `code`'],
    ['see [the page](https://exam', 'see the page'],
    ['| Name | Si', '| Name | Si |\n| --- | --- |'],
    ['| Name | Size |\n| --', '| Name | Size |\n| --- | --- |'],
    ['```ts\nconst x = **', '```ts\nconst x = **'],
    ['5 * 3 and 4 > 2', '5 * 3 and 4 > 2'],
  ])('%j is shown as %j', (text, shown) => {
    expect(calm(text)).toBe(shown);
  });
});

it('leaves footnotes as they were typed', () => {
  const text = 'As shown.[^1]\n\n[^1]: In a *paper*.\n\nend.';
  const blocks = new GrowingMarkdown().read(text, false).groups.flat();
  expect(blocks.map(({ token }) => token.type)).toEqual(Array.from(blocks, () => 'paragraph'));
  const typed = blocks.map(({ token }) => token.raw.trim()).join(' ');
  expect(typed).toContain('[^1]');
});
