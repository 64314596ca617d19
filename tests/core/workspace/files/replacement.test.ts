import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { occurrencesOf } from '../../../../src/core/kernel/occurrences.ts';
import { replacedIn } from '../../../../src/core/workspace/files/replacement.ts';
import { workspaceLimits } from '../../../../src/core/workspace/files/limits.ts';
import { isRefusal, type Refusal } from '../../../../src/core/kernel/refusal.ts';
import { verifies } from '../../../spec/verifies.ts';
import { tries } from '../../../harness/thinned.ts';

const replace = (text: string, oldString: string, newString: string, replaceAll = false) =>
  replacedIn(text, { oldString, newString, replaceAll });

function refusalOf(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe('replacing in a text', () => {
  verifies('files.edit', 'a single occurrence is replaced, and its lines are reported', () => {
    expect(replace('a\nb\nc\n', 'b', 'x\ny')).toEqual({
      text: 'a\nx\ny\nc\n',
      places: 1,
      lines: [{ from: 2, to: 3 }],
    });
    expect(replace('one two', 'one ', '')).toEqual({ text: 'two', places: 1, lines: [{ from: 1, to: 1 }] });
    expect(replace('a\nb', 'a\nb', '').text).toBe('');
  });

  it('treats nothing as a pattern', () => {
    expect(replace('a.*b $& \\1', '.*', '$&$1$$').text).toBe('a$&$1$$b $& \\1');
    expect(refusalOf(() => replace('abc', '.', 'x')).code).toBe('no_match');
  });

  verifies('files.edit', 'several occurrences are refused with their lines, or all replaced', () => {
    const refusal = refusalOf(() => replace('a\nb\na\na', 'a', 'x'));
    expect(refusal.code).toBe('several_matches');
    expect(refusal.says).toEqual([
      { code: 'files.matches', facts: { count: 3, lines: [1, 3, 4], hasMore: false } },
    ]);
    expect(replace('a\nb\na\na', 'a', 'x\n', true)).toEqual({
      text: 'x\n\nb\nx\n\nx\n',
      places: 3,
      lines: [
        { from: 1, to: 2 },
        { from: 4, to: 5 },
        { from: 6, to: 7 },
      ],
    });
    const many = refusalOf(() => replace('a\n'.repeat(50), 'a', 'x'));
    expect(many.says).toMatchObject([{ facts: { count: 50, lines: { length: 10 }, hasMore: true } }]);
    expect(replace('a'.repeat(50), 'a', 'b', true).lines).toHaveLength(10);
  });

  it('does not count overlapping occurrences twice', () => {
    expect(replace('aaa', 'aa', 'b').text).toBe('ba');
    expect(replace('aaaa', 'aa', 'b', true).text).toBe('bb');
  });

  verifies(
    'files.edit',
    'a missing occurrence is refused with the nearest line number, without its text',
    () => {
      const text = 'import a\n\nfunction secretName(one) {\n  return one;\n}\n';
      const nearest = (line: number | null) => ({
        code: 'no_match',
        says: [{ code: 'files.nearest', facts: { line } }],
      });
      expect(refusalOf(() => replace(text, '  function secretThing(one) {\n', 'x'))).toMatchObject(
        nearest(3),
      );
      for (const other of [text, ''])
        expect(refusalOf(() => replace(other, 'class', 'x'))).toMatchObject(nearest(null));
      expect(refusalOf(() => replace('\tab\n', '  ab\n', 'x'))).toMatchObject(nearest(1));
    },
  );

  it('refuses to change nothing', () => {
    expect(refusalOf(() => replace('a', 'a', 'a')).code).toBe('nothing_to_change');
    expect(refusalOf(() => replace('a\r\n', 'a\n', 'a\r\n')).code).toBe('nothing_to_change');
    expect(refusalOf(() => replace('b', 'a', 'a')).code).toBe('nothing_to_change');
  });

  describe('line breaks', () => {
    it.each([
      ['a\r\nb\r\nc\r\n', 'a\nb', 'x\ny', 'x\r\ny\r\nc\r\n'],
      ['a\r\nb\r\n', 'a\r\nb', 'x\ny', 'x\r\ny\r\n'],
      ['a\r\nb\r\n', 'a', 'x\r\ny', 'x\r\ny\r\nb\r\n'],
      ['a\r\nb\r\n', '\n', '', refusal('several_matches')],
      ['a\nb\n', 'a\r\nb', 'x\r\ny', 'x\ny\n'],
      ['a\nb\n', 'a', 'x\r\ny', 'x\ny\nb\n'],
      ['a\r\nb\nc\r\nd', 'b\nc', 'x\ny', 'a\r\nx\ny\r\nd'],
      ['a\r\nb\nc\r\nd', 'a\nb', 'x\ny', 'x\r\ny\nc\r\nd'],
      ['a\r\nb\nc\r\nd', 'd', 'x\ny', 'a\r\nb\nc\r\nx\r\ny'],
      ['one line', 'line', 'x\ny', 'one x\ny'],
      ['a\rb\rc', 'b', 'x\ny', 'a\rx\ny\rc'],
      ['a\r\nb', '\nb', 'x', 'ax'],
      ['a\r\nb', 'a\n', 'x', 'xb'],
    ])('of %j stay what they are: %j becomes %j', (text, oldString, newString, expected) => {
      if (typeof expected === 'string') expect(replace(text, oldString, newString).text).toBe(expected);
      else expect(refusalOf(() => replace(text, oldString, newString)).code).toBe(expected.code);
    });

    const line = fc.constantFrom('a', 'b', 'ab', '', 'é', '\u{1F600}');
    const lines = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 8 })
      .map((pairs) => pairs.flat().join(''));
    it('keeps everything else unchanged', () => {
      let replaced = 0;
      fc.assert(
        fc.property(lines, lines, lines, (before, old, after) => {
          const middle = `[${old}]`;
          const { text } = replace(before + middle + after, middle.replaceAll('\r\n', '\n'), '<new>');
          expect(text).toBe(`${before}<new>${after}`);
          replaced += 1;
        }),
        { numRuns: tries(1_000) },
      );
      expect(replaced).toBeGreaterThan(tries(900));
    });
  });

  it('splits no character', () => {
    expect(refusalOf(() => replace('\u{1F600}', '\ud83d', 'x')).code).toBe('no_match');
    expect(replace('a\u{1F600}', 'a', '\ud83d').text).toBe('\ufffd\u{1F600}');
  });

  verifies('security.linear-search', 'refuses an oversized result before it is built', () => {
    const refusal = refusalOf(() => replace('a'.repeat(1_000_000), 'a', 'b'.repeat(1_000_000), true));
    expect(refusal.code).toBe('file_too_large');
    expect(replace('a'.repeat(1_000), 'a', 'b'.repeat(5_000), true).text).toHaveLength(5_000_000);
    expect(refusal.facts['mostBytes']).toBe(workspaceLimits.fileBytes);
  });
});

function refusal(code: string): { readonly code: string } {
  return { code };
}

describe('occurrences', () => {
  verifies('security.linear-search', 'are found in steps linear in the text, whatever it contains', () => {
    const text = 'a'.repeat(200_000);
    for (const wanted of [`b${'a'.repeat(100_000)}`, `${'a'.repeat(100_000)}b`, `${'ab'.repeat(50_000)}c`]) {
      let steps = 0;
      const counting = (of: string) => ({
        length: of.length,
        charCodeAt: (at: number) => {
          steps += 1;
          return of.charCodeAt(at);
        },
      });
      expect(occurrencesOf(counting(wanted) as string, counting(text) as string)).toEqual([]);
      expect(steps).toBeLessThan(6 * (text.length + wanted.length));
    }
  });
});
