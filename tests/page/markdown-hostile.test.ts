import { describe, expect, it } from '@jest/globals';
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

/** Of this process alone, whatever else the machine does. */
function millisecondsOf(text: string): number {
  const growing = new GrowingMarkdown();
  const from = process.cpuUsage();
  for (let end = 1_000; end < text.length + 2_000; end += 2_000) growing.read(text.slice(0, end), true);
  growing.read(text, false);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}

/**
 * Quadratic would be 16 times as much; the constant is for texts that take next to no time, and for what else the process
 * has to clear away.
 */
const isInProportion = (short: string, long: string): boolean =>
  millisecondsOf(long) < millisecondsOf(short) * 8 + 100;

describe('hostile Markdown', () => {
  it.each(Object.entries(HOSTILE))('%s: takes time in proportion to its length', (_, make) => {
    const [short, long] = [make(12_000), make(48_000)];
    // What else the process does now and then counts as well: one of three attempts is enough.
    expect([1, 2, 3].some(() => isInProportion(short, long))).toBe(true);
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
