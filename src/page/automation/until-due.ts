import type { Trigger } from './triggers.ts';

/** What triggers do without a run, like a notice, is told by nothing else. */
const LONGEST_MS = 60_000;
const SHORTEST_MS = 5_000;
/** What is due takes a moment. */
const MOMENT_MS = 1_500;

/** How long nothing is expected to come from triggers. */
export function untilDue(triggers: readonly Pick<Trigger, 'nextRunAt'>[], now: number): number {
  const due = triggers.flatMap(({ nextRunAt }) =>
    nextRunAt === null ? [] : [Date.parse(nextRunAt) + MOMENT_MS - now],
  );
  return Math.max(SHORTEST_MS, Math.min(LONGEST_MS, ...due));
}
