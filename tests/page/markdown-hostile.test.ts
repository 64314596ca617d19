import { describe, expect, it } from '@jest/globals';
import { Lexer } from 'marked';
import { GrowingMarkdown } from '../../src/page/conversation/markdown/blocks.ts';

/** Texts on which parsers of Markdown are known to take quadratic time or worse, of about `length` characters. */
const HOSTILE: Readonly<Record<string, (length: number) => string>> = {
  'one paragraph': (length) => 'words and more '.repeat(length / 15),
  'one word': (length) => 'x'.repeat(length),
  'one line of code': (length) => `\`\`\`\n${'x'.repeat(length)}`,
  'lines of code': (length) => `\`\`\`ts\n${'const x = 1;\n'.repeat(length / 13)}`,
  'small blocks': (length) => 'a block\n\n'.repeat(length / 9),
  'one list': (length) => '- an item\n'.repeat(length / 10),
  'one table': (length) => `| a | b |\n|---|---|\n${'| c **d** | e |\n'.repeat(length / 16)}`,
  'lists in lists': (length) => {
    const lines: string[] = [];
    for (let depth = 0, chars = 0; chars < length; depth += 1) {
      lines.push(`${'  '.repeat(depth % 60)}- x\n`);
      chars += lines.at(-1)?.length ?? 0;
    }
    return lines.join('');
  },
  'quotes in quotes': (length) => '> '.repeat(length / 2),
  'open brackets': (length) => '['.repeat(length),
  'open images': (length) => '![['.repeat(length / 3),
  'open links': (length) => '[a]('.repeat(length / 4),
  'open emphasis': (length) => '*a '.repeat(length / 3),
  'open emphasis of two kinds': (length) => '**a *b '.repeat(length / 7),
  'underscores in words': (length) => '_a_b '.repeat(length / 5),
  'runs of backticks': (length) =>
    Array.from({ length: 900 }, (_, nth) => '`'.repeat(nth % 400))
      .join('a')
      .slice(0, length),
  'open tags': (length) => '<a '.repeat(length / 3),
  'open comments': (length) => '<!-- '.repeat(length / 5),
  spaces: (length) => `a${' '.repeat(length)}b`,
  'empty lines': (length) => `${'\n'.repeat(length)}b`,
  definitions: (length) => Array.from({ length: length / 12 }, (_, nth) => `[a${nth}]: b\n`).join(''),
  columns: (length) => `${'| a '.repeat(length / 8)}\n${'|-'.repeat(length / 8)}\n`,
  addresses: (length) => `${'a.a'.repeat(length / 3)}@`,
  backslashes: (length) => '\\'.repeat(length),
  'open formulas': (length) => '$a '.repeat(length / 3),
  'open formulas on lines': (length) => '$$a\n'.repeat(length / 4),
  'open formulas of two kinds': (length) => '\\(a \\[b\n'.repeat(length / 8),
  'formulas on lines': (length) => '\\[\n- a\n'.repeat(length / 7),
  'one formula': (length) => `$$\n${'x + y\n'.repeat(length / 6)}`,
  'setext lines': (length) => 'a\n='.repeat(length / 3),
};

interface Given {
  /** Characters that the parser was given, each as often as it was. */
  all: number;
  /** That may open or close something, in one text. */
  mostMarks: number;
}

type Method = (this: Lexer, text: string, ...more: never[]) => never;

/** What the parser reads during the work, counted: no clock says as surely whether a text is read again and again. */
function givenToTheParser(work: () => void): Given {
  const given: Given = { all: 0, mostMarks: 0 };
  const own = Lexer.prototype as unknown as Record<'blockTokens' | 'inlineTokens', Method>;
  const { blockTokens, inlineTokens } = own;
  own.blockTokens = function (text, ...more) {
    given.all += text.length;
    return blockTokens.call(this, text, ...more);
  };
  own.inlineTokens = function (text, ...more) {
    given.all += text.length;
    given.mostMarks = Math.max(given.mostMarks, text.match(/[[\]<`*_~!\\$]/gu)?.length ?? 0);
    return inlineTokens.call(this, text, ...more);
  };
  try {
    work();
  } finally {
    Object.assign(own, { blockTokens, inlineTokens });
  }
  return given;
}

describe('hostile Markdown', () => {
  it.each(Object.entries(HOSTILE))('%s: takes time in proportion to its length', (_, make) => {
    const text = make(48_000);
    const growing = new GrowingMarkdown();
    const { all, mostMarks } = givenToTheParser(() => {
      for (let end = 1_000; end < text.length + 2_000; end += 2_000) growing.read(text.slice(0, end), true);
      growing.read(text, false);
    });
    expect(all).toBeLessThan(16 * text.length);
    // So many make a parser take quadratic time.
    expect(mostMarks).toBeLessThanOrEqual(400);
  });

  it.each(Object.entries(HOSTILE))('%s: is drawn the same, whatever pieces it comes in', (_, make) => {
    const text = make(15_000);
    const growing = new GrowingMarkdown();
    for (let end = 777; end < text.length; end += 777) growing.read(text.slice(0, end), true);
    expect(growing.read(text, false)).toEqual(new GrowingMarkdown().read(text, false));
  });

  it('loses no code of a fence, however long its lines are', () => {
    const code = `${'é😀'.repeat(9_000)}\n\n  ${'x'.repeat(20_000)}\nlast`;
    const growing = new GrowingMarkdown();
    const text = `\`\`\`txt\n${code}\n\`\`\`\n\nafter`;
    for (let end = 501; end < text.length; end += 501) growing.read(text.slice(0, end), true);
    const [fence, after] = growing.read(text, false).groups.flat();
    const parts = fence?.token.type === 'fence' ? (fence.token as { parts: readonly string[] }).parts : [];
    expect(parts.join('')).toBe(`${code}\n`);
    expect(parts.length).toBeGreaterThan(5);
    expect(after?.token.raw).toBe('after');
  });

  it('reads line breaks of two characters as one, also between two pieces', () => {
    const text = 'one\r\ntwo\r\n\r\n- a\r\n- b\r\n';
    const growing = new GrowingMarkdown();
    for (let end = 1; end < text.length; end += 1) growing.read(text.slice(0, end), true);
    expect(growing.read(text, false)).toEqual(new GrowingMarkdown().read(text.replaceAll('\r', ''), false));
  });

  it('takes a long text in small pieces where there is little time', () => {
    const growing = new GrowingMarkdown();
    const text = 'a block\n\n'.repeat(2_000);
    let calls = 1;
    while (growing.read(text, false, () => false).isBehind) calls += 1;
    expect(calls).toBeGreaterThan(5);
    expect(growing.read(text, false).groups.flat().length).toBe(2_000);
  });
});
