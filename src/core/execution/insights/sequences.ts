import { insightLimits } from './limits.ts';

/**
 * The different sequences of neighbouring tools, the shorter first within each place. A tool that is called several
 * times in a row counts once: how often depends on the task, not on the way of working.
 */
export function sequencesIn(tools: readonly string[]): readonly (readonly string[])[] {
  const { min, max, ofRun } = insightLimits.sequence;
  const steps = tools.filter((tool, place) => tool !== tools[place - 1]);
  const found = new Map<string, readonly string[]>();
  for (let from = 0; from + min <= steps.length; from++)
    for (let length = min; length <= Math.min(max, steps.length - from); length++) {
      if (found.size === ofRun) return [...found.values()];
      const sequence = steps.slice(from, from + length);
      found.set(keyOf(sequence), sequence);
    }
  return [...found.values()];
}

/** Names a sequence, whatever the names of its tools contain. */
export const keyOf = (sequence: readonly string[]): string => JSON.stringify(sequence);

interface Counted {
  readonly tools: readonly string[];
  readonly runs: number;
}

/** Whether a longer sequence was seen in as many runs: then this one says nothing more. */
export const isCovered = (sequence: Counted, others: readonly Counted[]): boolean =>
  others.some(
    ({ tools, runs }) =>
      tools.length > sequence.tools.length && runs >= sequence.runs && contains(tools, sequence.tools),
  );

const contains = (long: readonly string[], short: readonly string[]): boolean =>
  long.some((_, from) => short.every((tool, place) => long[from + place] === tool));
