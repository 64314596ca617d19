// Room: an ended run once more by another model, and two runs compared. A replay is a run (`replay_of`)
// that can carry out nothing.

import { canonicalJson, type JsonObject } from '../../kernel/json.ts';
import type { ToolCallId } from '../../kernel/ids.ts';
import type { Run, ToolCallRecord } from '../runs/model.ts';

/** One of two runs that are compared. */
export interface Side {
  readonly run: Run;
  /** Its answer; null if it reached none. */
  readonly text: string | null;
}

/**
 * How a call of one run relates to the calls of another: `same` has the same tool and the same arguments; for
 * `other_arguments` there is one of the same tool that nothing else matches.
 */
export type Relation = 'same' | 'other_arguments' | 'only_first' | 'only_second';

/** A call as one of the runs made it. */
export interface ComparedCall {
  readonly toolCallId: ToolCallId;
  /** Its arguments as canonical JSON, or the beginning of that. */
  readonly input: string;
  readonly success: boolean | null;
  readonly durationMs: number | null;
}

export interface CallPair {
  readonly name: string;
  readonly relation: Relation;
  readonly first: ComparedCall | null;
  readonly second: ComparedCall | null;
}

export interface Comparison {
  readonly first: Side;
  readonly second: Side;
  /** How many calls relate how: of all of them, also where `calls` lists only the first ones. */
  readonly counts: Readonly<Record<Relation, number>>;
  /** In the order of the first run, then those that only the second one made. */
  readonly calls: readonly CallPair[];
  /** Neither reached an answer, or both the same. */
  readonly isSameText: boolean;
}

export const replayLimits = {
  /** Replays of one run, and pairs of calls, that are listed. */
  listed: 50,
  pairs: 500,
  inputChars: 2_000,
  /** Calls of one run that are compared. */
  calls: 2_000,
} as const;

type Call = Pick<ToolCallRecord, 'toolCallId' | 'name' | 'input' | 'success' | 'durationMs'>;

/** Pairs the calls of two runs: equal ones in their order, then what is left of the same tool, then the rest. */
export function pairsOf(first: readonly Call[], second: readonly Call[]): readonly CallPair[] {
  const left = new Set(second);
  const equal = queuesOf(second, keyOf);
  const same = first.map((call) => {
    const found = equal.get(keyOf(call))?.shift() ?? null;
    if (found) left.delete(found);
    return found;
  });
  const ofTool = queuesOf([...left], ({ name }) => name);
  const pairs = first.map((call, at): CallPair => {
    const { name } = call;
    const found = same[at] ?? null;
    if (found) return { name, relation: 'same', first: shown(call), second: shown(found) };
    const other = ofTool.get(name)?.shift() ?? null;
    if (!other) return { name, relation: 'only_first', first: shown(call), second: null };
    left.delete(other);
    return { name, relation: 'other_arguments', first: shown(call), second: shown(other) };
  });
  const rest = [...left].map((call): CallPair => {
    return { name: call.name, relation: 'only_second', first: null, second: shown(call) };
  });
  return [...pairs, ...rest];
}

const queuesOf = (calls: readonly Call[], keyed: (call: Call) => string): Map<string, Call[]> =>
  new Map([...Map.groupBy(calls, keyed)].map(([key, some]) => [key, [...some]]));

export const countsOf = (pairs: readonly Pick<CallPair, 'relation'>[]): Comparison['counts'] => {
  const count = (relation: Relation) => pairs.filter((pair) => pair.relation === relation).length;
  return {
    same: count('same'),
    other_arguments: count('other_arguments'),
    only_first: count('only_first'),
    only_second: count('only_second'),
  };
};

const keyOf = ({ name, input }: { readonly name: string; readonly input: JsonObject }): string =>
  `${name} ${canonicalJson(input)}`;

const shown = ({ toolCallId, input, success, durationMs }: Call): ComparedCall => ({
  toolCallId,
  input: canonicalJson(input).slice(0, replayLimits.inputChars).toWellFormed(),
  success,
  durationMs,
});
