// Room: versions of a turn. Another try of a task, or the task in other words, stands beside the first one in the same
// thread, each with its own continuation. One path through them is shown, sent to the model and continued.

/** Messages by their `seq`, both ends included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Messages from `fromSeq` on follow the message `afterSeq`, and not the one that was written before them. */
export interface Branch {
  readonly fromSeq: number;
  /** Less than `fromSeq`; 0: they begin the thread. */
  readonly afterSeq: number;
  /** The first version of the turn that begins here; null if it is no version of an earlier one. */
  readonly firstSeq: number | null;
}

/** The tree that the messages of a thread are. A thread without branches is one path. */
export interface Versions {
  /** In the order of `fromSeq`. The last one may have no message yet. */
  readonly branches: readonly Branch[];
  /** What is not on the path that is shown; stretches may overlap. */
  readonly hidden: readonly Stretch[];
  /** Of all messages; 0 without any. */
  readonly lastSeq: number;
}

/** Every message, whether it is shown or not. */
export const EVERY: readonly Stretch[] = [{ from: 1, to: Number.MAX_SAFE_INTEGER }];

export const isWithin = (stretches: readonly Stretch[], seq: number): boolean =>
  stretches.some(({ from, to }) => from <= seq && seq <= to);

/** The messages that lead to this one, and it; none for 0. */
export function pathThrough(branches: readonly Branch[], seq: number): readonly Stretch[] {
  const path: Stretch[] = [];
  for (let to = seq; to > 0;) {
    const branch = branches.findLast(({ fromSeq }) => fromSeq <= to);
    const from = branch?.fromSeq ?? 1;
    path.unshift({ from, to });
    to = Math.min(branch?.afterSeq ?? 0, from - 1);
  }
  return path;
}

/** The newest message that follows from this one, or itself: where its version goes on. */
export function leafOf({ branches, lastSeq }: Versions, seq: number): number {
  const begins = [1, ...branches.map(({ fromSeq }) => fromSeq)].filter((from) => from <= lastSeq);
  const stretches = begins.map((from, nth) => ({ from, to: (begins[nth + 1] ?? lastSeq + 1) - 1 }));
  const after: Stretch[] = [];
  for (const { from, to } of stretches) {
    if (from <= seq && seq <= to) after.push({ from: seq, to });
    else if (branches.some(({ fromSeq, afterSeq }) => fromSeq === from && isWithin(after, afterSeq)))
      after.push({ from, to });
  }
  return after.at(-1)?.to ?? seq;
}

/** What lies between the stretches of a path, and before them. What follows its end is not part of it. */
export const besides = (path: readonly Stretch[]): readonly Stretch[] =>
  path
    .map(({ from }, nth) => ({ from: (path[nth - 1]?.to ?? 0) + 1, to: from - 1 }))
    .filter(({ from, to }) => from <= to);

/** For the first message of each turn that has several versions: all of them, oldest first. */
export function versionsByMessage({ branches, lastSeq }: Versions): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>();
  for (const { fromSeq, firstSeq } of branches)
    if (firstSeq !== null && fromSeq <= lastSeq)
      groups.set(firstSeq, [...(groups.get(firstSeq) ?? [firstSeq]), fromSeq]);
  return new Map([...groups.values()].flatMap((all) => all.map((seq) => [seq, all] as const)));
}
