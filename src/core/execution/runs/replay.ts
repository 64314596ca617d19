import type { RunId } from '../../kernel/ids.ts';
import { runLimits } from './limits.ts';
import type { Failure } from './ending.ts';
import type { RunEvent, StreamedEvent } from './events.ts';
import type { RunStore } from './store.ts';

/**
 * The stored events of a run that is not live, with a `ReplayGap` in place of lost ones. Throws `failure`, if any,
 * where the terminal event would be.
 */
export async function* replay(
  runId: RunId,
  after: number,
  signal: AbortSignal,
  failure: Failure | null,
  runs: Pick<RunStore, 'events' | 'lastEventId'>,
): AsyncGenerator<readonly StreamedEvent[]> {
  // An id beyond the end still gets the terminal event.
  const lastId = (await runs.lastEventId(runId)) ?? 0;
  for (let cursor = after > lastId ? lastId - 1 : after; !signal.aborted;) {
    const batch = await runs.events(runId, cursor, runLimits.replayEvents);
    const last = batch.at(-1);
    if (!last) break;
    yield withGaps(batch, cursor);
    cursor = last.id;
  }
  if (failure) throw failure.thrown;
}

function withGaps(batch: readonly RunEvent[], after: number): readonly StreamedEvent[] {
  let expected = after + 1;
  return batch.flatMap((event): readonly StreamedEvent[] => {
    const isLost = event.id > expected;
    expected = event.id + 1;
    return isLost ? [{ type: 'replay_unavailable', data: { oldestId: event.id }, id: null }, event] : [event];
  });
}
