import { expect, test } from '@jest/globals';
import {
  besides,
  isWithin,
  leafOf,
  pathThrough,
  versionsByMessage,
  type Branch,
  type Stretch,
  type Versions,
} from '../../../../src/core/conversation/versions/model.ts';
import { verifies } from '../../../spec/verifies.ts';

const seqsIn = (stretches: readonly Stretch[], lastSeq: number): readonly number[] =>
  Array.from({ length: lastSeq }, (_, index) => index + 1).filter((seq) => isWithin(stretches, seq));

/** The same tree with a parent for each message. */
class Parents {
  readonly of = new Map<number, number>();

  add(seq: number, parent: number): void {
    this.of.set(seq, parent);
  }

  path(seq: number): readonly number[] {
    return seq === 0 ? [] : [...this.path(this.of.get(seq) ?? 0), seq];
  }

  leaf(seq: number): number {
    return Math.max(...[...this.of.keys()].filter((one) => this.path(one).includes(seq)));
  }
}

/** Numbers that look random and are the same in each run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

verifies('versions.path', 'among any number of branches, as by the parent of each message', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = numbers(seed);
    const any = (most: number) => Math.floor(random.next().value * (most + 1));
    const parents = new Parents();
    const branches: Branch[] = [];
    let lastSeq = 0;
    let leaf = 0;
    for (let turn = 0; turn < 30; turn++) {
      const [from, parent] = [lastSeq + 1, turn === 0 || any(2) > 0 ? leaf : any(lastSeq)];
      if (parent !== lastSeq) branches.push({ fromSeq: from, afterSeq: parent, firstSeq: null });
      const size = 1 + any(3);
      for (let nth = 0; nth < size; nth++) parents.add(from + nth, nth === 0 ? parent : from + nth - 1);
      lastSeq += size;
      leaf = lastSeq;
    }
    // What was chosen to go on from, and nothing was said yet.
    const open: Branch = { fromSeq: lastSeq + 1, afterSeq: any(lastSeq - 1), firstSeq: null };
    const versions: Versions = { branches: [...branches, open], hidden: [], lastSeq };
    for (let seq = 1; seq <= lastSeq; seq++) {
      const path = pathThrough(versions.branches, seq);
      expect(seqsIn(path, lastSeq)).toEqual(parents.path(seq));
      expect(leafOf(versions, seq)).toBe(parents.leaf(seq));
      const hidden = [...besides(path), { from: seq + 1, to: lastSeq }];
      expect(seqsIn(hidden, lastSeq)).toEqual(
        Array.from({ length: lastSeq }, (_, index) => index + 1).filter(
          (one) => !parents.path(seq).includes(one),
        ),
      );
    }
  }
});

test('a thread without branches is one path, and nothing leads to its beginning', () => {
  expect(pathThrough([], 7)).toEqual([{ from: 1, to: 7 }]);
  expect(pathThrough([], 0)).toEqual([]);
  expect(leafOf({ branches: [], hidden: [], lastSeq: 7 }, 3)).toBe(7);
  expect(versionsByMessage({ branches: [], hidden: [], lastSeq: 7 }).size).toBe(0);
});

test('branches that lead nowhere, as only a stranger would write them, end', () => {
  const branches = [{ fromSeq: 3, afterSeq: 9, firstSeq: 1 }];
  expect(pathThrough(branches, 4)).toEqual([
    { from: 1, to: 2 },
    { from: 3, to: 4 },
  ]);
});

test('versions are told by each of their first messages, and one without a message is none', () => {
  const branches = [
    { fromSeq: 5, afterSeq: 2, firstSeq: 3 },
    { fromSeq: 7, afterSeq: 2, firstSeq: 3 },
    { fromSeq: 9, afterSeq: 4, firstSeq: null },
    { fromSeq: 11, afterSeq: 0, firstSeq: 1 },
  ];
  expect([...versionsByMessage({ branches, hidden: [], lastSeq: 10 })]).toEqual([
    [3, [3, 5, 7]],
    [5, [3, 5, 7]],
    [7, [3, 5, 7]],
  ]);
});
