import { describe, expect, it } from '@jest/globals';
import type { Token } from 'marked';
import type { VNode } from 'preact';
import { GrowingMarkdown } from '../../src/page/conversation/markdown/blocks.ts';
import { mathml } from '../../src/page/conversation/markdown/mathml.ts';

interface Drawn {
  readonly type: string;
  readonly raw?: string;
  readonly text?: string;
  readonly tokens?: readonly Token[];
  readonly items?: readonly Drawn[];
  readonly rows?: readonly (readonly Drawn[])[];
}

const within = ({ tokens = [], items = [], rows = [] }: Drawn): readonly Drawn[] => [
  ...(tokens as readonly Drawn[]),
  ...items,
  ...rows.flat(),
];

const formulasIn = (token: Drawn): readonly string[] =>
  token.type === 'math' ? [(token.text ?? '').trim()] : within(token).flatMap(formulasIn);

/** What is shown as text. */
const wordsIn = (token: Drawn): string =>
  within(token).length > 0
    ? within(token).map(wordsIn).join(' ')
    : token.type === 'math'
      ? ''
      : (token.text ?? '');

const blocksOf = (text: string, isOpen = false) => new GrowingMarkdown().read(text, isOpen).groups.flat();
const formulas = (text: string, isOpen = false): readonly string[] =>
  blocksOf(text, isOpen).flatMap(({ token }) => formulasIn(token as Drawn));

describe('formulas in Markdown', () => {
  it.each([
    ['so $x^2$ it is', ['x^2']],
    ['$2^n$, and the $n$th', ['2^n', 'n']],
    [String.raw`\(a_1*b*c\) and \[ d \]`, ['a_1*b*c', 'd']],
    ['**bold $a_b$**', ['a_b']],
    ['- item $y$\n- $$z$$', ['y', 'z']],
    ['$$\na\n- b\n= c\n$$', ['a\n- b\n= c']],
    ['before\n$$\na\n- b\n$$\nafter', ['a\n- b']],
    [String.raw`$\$5$ and $a\$$`, [String.raw`\$5`, String.raw`a\$`]],
    ['| a | b |\n|---|---|\n| $x$ | 1 |', ['x']],
  ])('finds them in %j', (text, found) => {
    expect(formulas(text)).toEqual(found);
  });

  it.each([
    'costs $5 and $6',
    'costs $5, or $6-$7',
    'US$5 and A$ 6',
    '$ x $',
    String.raw`\$x$`,
    '`$x$`',
    '```\n$x$\n$$y$$\n```',
    '    $x$',
    '$$a\n\nb$$',
    '$$',
    '$$$$',
    '$HOME and $PATH',
    String.raw`\\(a)`,
    `$${'x'.repeat(3_000)}$`,
  ])('finds none in %j', (text) => {
    expect(formulas(text)).toEqual([]);
  });

  const ANSWER = String.raw`The root $x_1 * 2$ and **bold $y$ text**, \(a * b\) at $5 and $2^n$.

Then
$$
a = b
- c
\frac{1}{2}
$$
- one $z$ more
- two \[ q_1 \] end, $k$`;

  it('draws the same of an answer, whatever pieces it comes in', () => {
    const growing = new GrowingMarkdown();
    for (let end = 1; end <= ANSWER.length; end += 1) growing.read(ANSWER.slice(0, end), true);
    expect(growing.read(ANSWER, false)).toEqual(new GrowingMarkdown().read(ANSWER, false));
  });

  it('shows no sign of a formula before it is whole, and none again as text', () => {
    const growing = new GrowingMarkdown();
    const whole = formulas(ANSWER);
    let before: readonly string[] = [];
    for (let end = 1; end <= ANSWER.length; end += 1) {
      const blocks = growing.read(ANSWER.slice(0, end), true).groups.flat();
      const shown = blocks.flatMap(({ token }) => formulasIn(token as Drawn));
      expect(whole.slice(0, shown.length)).toEqual(shown);
      expect(shown.length).toBeGreaterThanOrEqual(before.length);
      before = shown;
      const words = blocks.map(({ token }) => wordsIn(token as Drawn)).join(' ');
      expect(words).not.toMatch(/\$[a-z]|x_1|\\\(|\u{10FFFF}/u);
    }
    expect(before.length).toBeGreaterThan(5);
  });
});

describe('MathML', () => {
  const typesIn = (node: unknown): readonly string[] => {
    if (typeof node !== 'object' || node === null) return [];
    const { type, props } = node as VNode<{ children?: unknown }>;
    return [String(type), ...[props.children].flat(3).flatMap((child) => typesIn(child))];
  };

  it('is made of elements of MathML', () => {
    expect(typesIn(mathml(String.raw`\frac{a}{b}`, true))).toEqual(
      expect.arrayContaining(['math', 'mfrac', 'mi']),
    );
    for (const tex of [
      String.raw`\begin{pmatrix}a & b\\c & d\end{pmatrix}`,
      String.raw`\sum_{i=1}^n \sqrt[3]{x_i} \vec{v} \overline{ab} \cancel{c} \text{if } x \in \mathbb{R}`,
      String.raw`\begin{aligned}a&=b\\c&=d\end{aligned}`,
      String.raw`\begin{cases}1 & x > 0\\0\end{cases}`,
    ])
      expect([tex, mathml(tex, true)]).toEqual([tex, expect.anything()]);
  });

  it.each([
    ['an error', String.raw`\frac{a`],
    ['an unknown command', String.raw`\unknown`],
    ['a definition without end', String.raw`\def\a{\a\a}\a`],
    ['definitions that double thirty times', `\\def\\a{x}${String.raw`\edef\a{\a\a}`.repeat(30)}\\a`],
    [
      'definitions whose product is large',
      String.raw`\def\a{${'x'.repeat(120)}}${String.raw`\a`.repeat(60)}`,
    ],
    ['long definitions', String.raw`\def\a{${'x'.repeat(900)}}${String.raw`\a`.repeat(100)}`],
    ['depth', `${String.raw`\sqrt{`.repeat(150)}x${'}'.repeat(150)}`],
    ['a mark that needs a picture', String.raw`\cancelto{0}{x}`],
  ])('is none for %s', (_, tex) => {
    expect(mathml(tex, true)).toBeNull();
  });

  it('has no address, no colour, and no style that leaves the formula', () => {
    const tex = String.raw`\href{javascript:alert(1)}{x}\url{https://a.example}\includegraphics{https://a.example/x.png}\textcolor{white}{y}\style{position:fixed}{z}\class{a}{b}\id{page}{c}`;
    for (const part of [tex, ...tex.split(/(?<=\})(?=\\)/u)])
      expect(JSON.stringify(mathml(part, true)) ?? '').not.toMatch(
        /"(?:href|src|id|color|position|class":"a)"/u,
      );
  });

  it('keeps no definition for another formula', () => {
    expect(mathml(String.raw`\gdef\zz{5}\zz`, false)).not.toBeNull();
    expect(mathml(String.raw`\zz`, false)).toBeNull();
  });

  it('marks characters that would reorder it', () => {
    expect(JSON.stringify(mathml('\\text{a\u202Eb}', false))).toContain('\uFFFD');
  });
});
