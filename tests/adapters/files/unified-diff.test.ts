import { describe, expect, it } from '@jest/globals';
import { applyPatch } from 'diff';
import { unifiedDiff, withoutPart } from '../../../src/adapters/out/files/unified-diff.ts';
import { Random } from '../../harness/disk/random.ts';
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

  it('keeps changes apart that are near each other, and together what has two lines between', () => {
    const before = lines(9, 'line');
    const changed = (...at: readonly number[]) =>
      partsOf(
        unifiedDiff(
          'a',
          before,
          at.reduce((text, n) => text.replace(`line ${n}`, `new ${n}`), before),
        ).diff,
      );
    const [first = '', second = ''] = changed(0, 6);
    expect([first.split('\n')[0], second.split('\n')[0]]).toEqual(['@@ -1,4 +1,4 @@', '@@ -5,5 +5,5 @@']);
    expect(changed(0, 4)).toHaveLength(2);
    expect(changed(0, 3)).toHaveLength(1);
    expect(withoutPart(before, before.replace('line 0', 'new 0').replace('line 6', 'new 6'), first)).toBe(
      before.replace('line 6', 'new 6'),
    );
  });

  it('of texts without a common line has all lines of both, without a search', () => {
    const { linesAdded, linesRemoved } = unifiedDiff('a', lines(9_000, 'old'), lines(8_000, 'new'));
    expect([linesAdded, linesRemoved]).toEqual([8_000, 9_000]);
    expect(changesetLimits.diffLines).toBeLessThan(8_000);
  });
});

const partsOf = (diff: string): readonly string[] =>
  diff.split(/^(?=@@ -)/mu).filter((part) => part.startsWith('@@ -'));

describe('a text without a part of its diff', () => {
  it('has all other changes, and is the earlier text without the last part', () => {
    const random = new Random(7);
    for (let time = 0; time < 300; time += 1) {
      const breaks = random.pick(['\n', '\r\n']);
      const before = Array.from({ length: 60 }, (_, n) => `line ${n % 7} ${n}`);
      const after = before.flatMap((line) => {
        const way = random.below(12);
        return way === 0 ? [] : way === 1 ? [`${line} changed`] : way === 2 ? [line, 'new'] : [line];
      });
      const end = random.pick(['', breaks]);
      const old = before.join(breaks);
      let now = after.join(breaks) + end;
      for (let parts = partsOf(unifiedDiff('a', old, now).diff); parts.length > 0;) {
        const part = parts[random.below(parts.length)] ?? '';
        const next = withoutPart(old, now, part) ?? now;
        const left = partsOf(unifiedDiff('a', old, next).diff);
        expect(left).toHaveLength(parts.length - 1);
        const changesIn = (of: readonly string[]) =>
          of
            .map((one) =>
              one
                .split('\n')
                .filter((line) => /^[+-]/u.test(line))
                .join('\n'),
            )
            .toSorted();
        expect(changesIn([...left, part])).toEqual(changesIn(parts));
        [now, parts] = [next, left];
      }
      expect(now).toBe(old);
    }
  });

  it('is none where the diff has no such part', () => {
    expect(withoutPart('a\n', 'b\n', '@@ -1,1 +1,1 @@\n-a\n+c\n')).toBeNull();
    expect(withoutPart('a\n', 'b\n', '')).toBeNull();
  });
});
