import { describe, expect, it } from '@jest/globals';
import { applyPatch } from 'diff';
import { unifiedDiff } from '../../../src/adapters/out/files/unified-diff.ts';
import { changesetLimits } from '../../../src/core/workspace/changesets/limits.ts';

const lines = (count: number, of: string) => Array.from({ length: count }, (_, n) => `${of} ${n}\n`).join('');

describe('a unified diff', () => {
  it('names the file, shows the context of a change, and counts', () => {
    expect(unifiedDiff('notes/a b.md', 'one\ntwo\nthree\n', 'one\n2\nthree\nfour\n')).toEqual({
      diff: '--- a/notes/a b.md\n+++ b/notes/a b.md\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n three\n+four\n',
      linesAdded: 2,
      linesRemoved: 1,
    });
  });

  it.each([
    ['', 'a\n'],
    ['a\n', ''],
    ['', 'a'],
    ['a', 'a\n'],
    ['-\n+\n--- a\n+++ b\n', '+\n'],
    ['a\r\nb\r\n', 'a\nb\n'],
    ['\n\n\n', '\n'],
    [lines(3_000, 'old'), lines(3_000, 'new')],
    [lines(3_000, 'old').trimEnd(), lines(1_000, 'new').trimEnd()],
    [lines(2_000, 'old'), ''],
    ['', lines(2_000, 'new')],
  ])('turns the one text into the other (%#)', (before, after) => {
    const { diff, linesAdded, linesRemoved } = unifiedDiff('a', before, after);
    expect(applyPatch(before, diff, { autoConvertLineEndings: false })).toBe(after);
    const count = (text: string) => text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0);
    expect(count(before) + linesAdded - linesRemoved).toBe(count(after));
  });

  it('of texts without a common line has all lines of both, without a search', () => {
    const { linesAdded, linesRemoved } = unifiedDiff('a', lines(9_000, 'old'), lines(8_000, 'new'));
    expect([linesAdded, linesRemoved]).toEqual([8_000, 9_000]);
    expect(changesetLimits.diffLines).toBeLessThan(8_000);
  });
});
