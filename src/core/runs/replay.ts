import type { RunId } from '../kernel/ids.ts';
import { runLimits } from './limits.ts';
import type { Failure } from './ending.ts';
import type { RunEvent, StreamedEvent } from './events.ts';
import type { RunStore } from './store.ts';

/**
 * The stored events of a run that is not live, with a `ReplayGap` in the place of lost ones; a failure to end it stands
 * where its terminal event would.
 */
export async function* replay(
  runId: RunId,
  after: number,
  signal: AbortSignal,
  failure: Failure | null,
  runs: Pick<RunStore, 'events' | 'lastEventId'>,
): AsyncGenerator<readonly StreamedEvent[]> {
  // An id from beyond the end is no reason to hear nothing: the terminal event is sent in any case.
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
