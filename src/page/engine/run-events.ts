import type { ClientEvent, ClientStream } from '../../contract/client.ts';
import type { runEvents } from '../../contract/events.ts';
import { engine } from './client.ts';
import { statusOf, told } from './failure.ts';
import { Silence } from './silence.ts';

export type RunEvent = ClientEvent<typeof runEvents>;
type RunStream = ClientStream<typeof runEvents>;

/** What happened to the connection, for a person. */
export interface Lost {
  /** In words; empty if the stream just ended. */
  readonly reason: string;
  /** There is a connection again, and what came meanwhile was read. */
  readonly isBack: boolean;
}

export interface Connection {
  /** Null while there was no trouble. */
  lost(lost: Lost | null): void;
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
  let wasLost = false;
  for (;;) {
    let reason = '';
    const network = untilNetworkChanges(signal);
    try {
      const stream: RunStream =
        runId === null ? await start(network.signal) : await again(runId, lastId, network.signal);
      runId = stream.runId ?? runId;
      if (wasLost) connection.lost({ reason: '', isBack: true });
      for await (const event of stream.events) {
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
      if (status !== null && status !== 502 && status !== 503 && status !== 504) throw error;
      reason = network.signal.aborted || error instanceof Silence ? '' : told(error);
    } finally {
      network.forget();
    }
    wasLost = true;
    connection.lost({ reason, isBack: false });
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/**
 * A connection over a network that is gone may look alive for many minutes, as after the machine slept: it is given up
 * when the browser says that the network went or came.
 */
function untilNetworkChanges(signal: AbortSignal): { readonly signal: AbortSignal; forget(): void } {
  const changed = new AbortController();
  const abort = () => changed.abort();
  addEventListener('offline', abort);
  addEventListener('online', abort);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return {
    signal: changed.signal,
    forget: () => {
      removeEventListener('offline', abort);
      removeEventListener('online', abort);
      signal.removeEventListener('abort', abort);
    },
  };
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
