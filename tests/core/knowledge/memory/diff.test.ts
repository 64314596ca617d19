import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { difference, STEP, type PlacedLine } from '../../../../src/core/knowledge/memory/diff.ts';
import { parsed } from '../../../../src/core/knowledge/memory/document.ts';
import { tries } from '../../../harness/thinned.ts';

const holding = (texts: readonly string[]): readonly PlacedLine<number>[] =>
  texts.map((text, index) => ({
    entry: index,
    text,
    spaceBefore: index === 0 ? '' : '\n',
    position: (index + 1) * STEP,
  }));

/** The lines after applying the steps one by one. */
function applied(before: readonly PlacedLine<number>[], content: string) {
  const difference_ = difference(before, parsed(content));
  const superseded = new Set(difference_.superseded.map(({ entry }) => entry));
  const moved = new Map(difference_.moved.map((one) => [one.entry, one]));
  const lines = [
    ...before
      .filter(({ entry }) => !superseded.has(entry))
      .map((line) => ({ ...line, ...moved.get(line.entry), text: line.text, isNew: false })),
    ...difference_.added.map((line) => ({ ...line, entry: -1, isNew: true })),
  ].toSorted((a, b) => a.position - b.position);
  return { ...difference_, lines };
}

const few = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 14 });

describe('difference', () => {
  it('turns any lines into any others, and keeps each line that both have', () => {
    fc.assert(
      fc.property(few, few, (from, to) => {
        const { lines, kept, superseded, added } = applied(holding(from), to.join('\n'));
        expect(lines.map(({ text }) => text)).toEqual(to);
        expect(new Set(lines.map(({ position }) => position)).size).toBe(lines.length);
        const count = (texts: readonly string[], text: string) => texts.filter((one) => one === text).length;
        const common = [...new Set(from)].reduce(
          (sum, text) => sum + Math.min(count(from, text), count(to, text)),
          0,
        );
        expect([kept, superseded.length, added.length]).toEqual([
          common,
          from.length - common,
          to.length - common,
        ]);
      }),
      { numRuns: tries(500) },
    );
  });

  it('moves as few lines as possible', () => {
    const { moved } = difference(holding(['a', 'b', 'c', 'd', 'e']), parsed('e\na\nb\nc\nd'));
    // The first line must give up its place before the text, too.
    expect(moved.map(({ entry }) => entry)).toEqual([4, 0]);
    expect(moved.find(({ entry }) => entry === 0)?.position).toBe(STEP);
  });

  it('names the replacement of a superseded line', () => {
    const { added, superseded } = difference(holding(['a', 'b', 'c', 'd']), parsed('x\nb\ny\nz\nd\nw'));
    expect(added.map(({ text }) => text)).toEqual(['x', 'y', 'z', 'w']);
    expect(superseded).toEqual([
      { entry: 0, by: 0 },
      { entry: 2, by: 1 },
    ]);
    expect(difference(holding(['a', 'b', 'c', 'd']), parsed('b\nx\nd')).superseded).toEqual([
      { entry: 0, by: null },
      { entry: 2, by: 0 },
    ]);
    expect(difference(holding(['a', 'b', 'c', 'd']), parsed('x\nd')).superseded).toEqual([
      { entry: 0, by: 0 },
      { entry: 1, by: null },
      { entry: 2, by: null },
    ]);
  });

  it('renumbers when there is no room between two lines', () => {
    let before: readonly PlacedLine<number>[] = [
      { entry: 0, text: 'first', spaceBefore: '', position: 1 },
      { entry: 1, text: 'last', spaceBefore: '\n', position: 2 },
    ];
    const { lines } = applied(before, 'first\nmiddle\nlast');
    expect(lines.map(({ text }) => text)).toEqual(['first', 'middle', 'last']);
    before = holding(['first', 'last']);
    for (let round = 0; round < 60; round++) {
      const texts = ['first', `round ${round}`, ...before.slice(1).map(({ text }) => text)];
      const next = applied(before, texts.join('\n')).lines;
      expect(next.map(({ text }) => text)).toEqual(texts);
      before = next.map(({ text, spaceBefore, position }, index) => ({
        entry: index,
        text,
        spaceBefore,
        position,
      }));
    }
  });

  it('compares tens of thousands of lines that are all different, all the same, or reversed', () => {
    const texts = Array.from({ length: 40_000 }, (_, index) => `line ${index}`);
    expect(difference(holding(texts), parsed(texts.map((text) => `${text}!`).join('\n'))).kept).toBe(0);
    expect(difference(holding(texts), parsed(texts.toReversed().join('\n'))).kept).toBe(40_000);
    const same = texts.map(() => 'same');
    expect(difference(holding(same), parsed(same.join('\n')))).toMatchObject({
      added: [],
      moved: [],
      superseded: [],
    });
  });
});
