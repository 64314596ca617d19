/** What of a step says where it is drawn. */
export interface Planned {
  readonly stepId: string;
  readonly dependsOn: readonly string[];
}

/** One place in a column: the step itself, or the lane of a step whose lines go on to a later column. */
export interface Entry {
  readonly stepId: string;
  readonly isLane: boolean;
}

/** Columns from left to right, each from top to bottom. */
export type Layers = readonly (readonly Entry[])[];

/** How often the order is improved, forth and back. */
const ROUNDS = 4;

/**
 * Steps in columns: each is right of all that it needs, as far left as that allows. A step that is needed further on has
 * one lane in each column between, which all of its lines share, so a column never has more places than there are
 * steps. The order within a column keeps what belongs together near each other; the same steps give the same order.
 */
export function layersOf(steps: readonly Planned[]): Layers {
  const depths = depthsOf(steps);
  const last = new Map<string, number>();
  for (const { stepId, dependsOn } of steps)
    for (const needed of dependsOn)
      last.set(needed, Math.max(last.get(needed) ?? 0, depths.get(stepId) ?? 0));
  const columns: Entry[][] = Array.from({ length: Math.max(0, ...depths.values()) + 1 }, () => []);
  for (const { stepId } of steps) {
    const depth = depths.get(stepId) ?? 0;
    columns[depth]?.push({ stepId, isLane: false });
    for (let at = depth + 1; at < (last.get(stepId) ?? 0); at += 1)
      columns[at]?.push({ stepId, isLane: true });
  }
  return ordered(columns, new Map(steps.map((one) => [one.stepId, one])));
}

/** How many steps must end before each, one after the other. Names of steps that do not exist count for nothing. */
function depthsOf(steps: readonly Planned[]): ReadonlyMap<string, number> {
  const depths = new Map(steps.map(({ stepId }) => [stepId, 0]));
  // The engine saves no circle; if there were one, this would end all the same.
  for (let isChanged = true, round = 0; isChanged && round < steps.length; round += 1) {
    isChanged = false;
    for (const { stepId, dependsOn } of steps) {
      const depth = Math.max(0, ...dependsOn.map((needed) => (depths.get(needed) ?? -1) + 1));
      if (depth <= (depths.get(stepId) ?? 0)) continue;
      depths.set(stepId, depth);
      isChanged = true;
    }
  }
  return depths;
}

/** Each place moves to the middle of those it is joined with in the column before, and in the next one, in turns. */
function ordered(columns: Entry[][], steps: ReadonlyMap<string, Planned>): Layers {
  const needsOf = ({ stepId, isLane }: Entry): readonly string[] =>
    isLane ? [stepId] : (steps.get(stepId)?.dependsOn ?? []);
  const sort = (at: number, joined: (entry: Entry) => readonly number[]) => {
    const column = columns[at] ?? [];
    const wanted = new Map(column.map((entry, nth) => [entry, middleOf(joined(entry)) ?? nth]));
    columns[at] = column.toSorted((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
  };
  const placesIn = (at: number) => new Map((columns[at] ?? []).map(({ stepId }, nth) => [stepId, nth]));
  const forth = () => {
    for (let at = 1; at < columns.length; at += 1) {
      const before = placesIn(at - 1);
      sort(at, (entry) => needsOf(entry).flatMap((needed) => before.get(needed) ?? []));
    }
  };
  const back = () => {
    for (let at = columns.length - 2; at >= 0; at -= 1) {
      const next = new Map<string, number[]>();
      for (const [nth, entry] of (columns[at + 1] ?? []).entries())
        for (const needed of needsOf(entry)) next.set(needed, [...(next.get(needed) ?? []), nth]);
      sort(at, ({ stepId }) => next.get(stepId) ?? []);
    }
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    back();
    forth();
  }
  return columns;
}

const middleOf = (places: readonly number[]): number | null =>
  places.length === 0 ? null : places.reduce((sum, one) => sum + one, 0) / places.length;
