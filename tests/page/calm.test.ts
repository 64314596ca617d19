import { expect, it } from '@jest/globals';
import type { Token } from 'marked';
import { GrowingMarkdown } from '../../src/page/conversation/markdown/blocks.ts';

const ANSWER = `# A title here

A paragraph with **bold words**, *italic*, \`code span\`, ~~gone~~ and [a link](https://example.com/a).
Second line - with a dash, and one < two.
- an item **bold**
- [ ] to do
- [x] done
  1. one
  2. two_with_under

1. first
2. second

Text with 2 * 3 * 4 and snake_case_name.

> quoted *text*
> more

\`\`\`ts
const x = 1;
\`\`\`

![alt text](https://example.com/i.png) after

---

***both*** end
`;

const marks: Readonly<Record<string, string>> = {
  strong: 'strong',
  em: 'em',
  codespan: 'code',
  del: 'del',
  heading: 'h',
  blockquote: 'quote',
  list: 'list',
  image: 'image',
};

interface Drawn {
  readonly type: string;
  readonly text?: string;
  readonly tokens?: readonly Token[];
  readonly items?: readonly { readonly tokens: readonly Token[] }[];
  readonly parts?: readonly string[];
}

/** What a person sees, with what is special about it. */
function seen(token: Drawn): string {
  if (token.parts) return `fence(${token.parts.join('')}`;
  const inner = token.items
    ? token.items.map((item) => item.tokens.map(seen).join('')).join('; ')
    : (token.tokens?.map(seen).join('') ?? token.text ?? '');
  const mark = marks[token.type];
  return mark === undefined ? inner : `${mark}(${inner}`;
}

it('only adds to what is drawn while an answer arrives one character at a time', () => {
  const growing = new GrowingMarkdown();
  let before = '';
  for (let end = 1; end < ANSWER.length; end += 1) {
    const now = growing
      .read(ANSWER.slice(0, end), true)
      .groups.flat()
      .map(({ token }) => seen(token))
      .join('\n');
    expect(now.slice(0, before.length)).toBe(before);
    before = now;
  }
  expect(before.length).toBeGreaterThan(300);
});
