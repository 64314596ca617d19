import type { ClientEvent, ClientStream } from '../../contract/client.ts';
import type { runEvents } from '../../contract/events.ts';
import { engine } from './client.ts';
import { statusOf, told } from './failure.ts';

export type RunEvent = ClientEvent<typeof runEvents>;
type RunStream = ClientStream<typeof runEvents>;

export interface Connection {
  /** Why there is none at the moment, in words; null while there is one. */
  lost(reason: string | null): void;
}

const SHORTEST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/**
 * Each event of a run once, up to the terminal one, over as many connections as it takes.
 * @param start opens the first connection; sent again until it is answered, so it must name an idempotency key or a run
 * @throws ProblemError if the engine refuses, and the signal's reason when it aborts
 */
export async function* eventsOf(
  start: (signal: AbortSignal) => Promise<RunStream>,
  connection: Connection,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  let runId: string | null = null;
  let lastId = 0;
  let wait = SHORTEST_WAIT_MS;
  for (;;) {
    let reason: string | null = null;
    try {
      const stream: RunStream = runId === null ? await start(signal) : await again(runId, lastId, signal);
      runId = stream.runId ?? runId;
      for await (const event of stream.events) {
        connection.lost(null);
        wait = SHORTEST_WAIT_MS;
        if (event.id !== null) {
          if (event.id <= lastId) continue;
          lastId = event.id;
        }
        yield event;
        if (event.type === 'done' || event.type === 'error') return;
      }
    } catch (error) {
      signal.throwIfAborted();
      const status = statusOf(error);
      // 502 and 503 come from a proxy without an engine, and from one that starts or stops. Other answers are final.
      if (status !== null && status !== 502 && status !== 503) throw error;
      reason = told(error);
    }
    connection.lost(reason ?? '');
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

const again = async (runId: string, lastId: number, signal: AbortSignal): Promise<RunStream> =>
  await engine['runs.events']({ params: { runId }, headers: { 'last-event-id': lastId }, signal });

/** Ends early when the network is back or the tab is looked at. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    signal.addEventListener('abort', wake);
  });
  signal.throwIfAborted();
}
