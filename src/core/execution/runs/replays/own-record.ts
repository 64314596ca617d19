import type { Journal } from '../../../ports/journal.ts';
import type { RunWrite } from '../store.ts';

/** What a replay writes: its own row, its events, its calls, and what they cost. */
const OWN: ReadonlySet<RunWrite['change']> = new Set([
  'run.start',
  'run.event',
  'run.end',
  'tool-call.start',
  'tool-call.end',
  'call.begin',
  'call.end',
] as const);

/**
 * The journal of a replay: the one place that keeps it from changing anything but its own record. No message reaches the
 * thread, no question its owner, whatever the loop asks to be written.
 */
export const ownRecordOf = (journal: Journal<RunWrite>): Journal<RunWrite> => ({
  commit: async (changes, durability) =>
    await journal.commit(
      changes.filter(({ change }) => OWN.has(change)),
      durability,
    ),
});
