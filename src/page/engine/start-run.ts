import { engine } from './client.ts';
import { codeOf } from './failure.ts';
import { sessionOf } from './sessions.ts';

type Start = Parameters<(typeof engine)['runs.start']>[0];

/** Where this browser runs tasks of a thread. */
export type Place = Awaited<ReturnType<typeof sessionOf>>;

export interface Starting {
  readonly body: Start['body'];
  /** With the same key a repeat attaches to the same run. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Called before each request with the session that it is made in. */
  readonly onPlace?: (place: Place) => void;
}

/** Starts a run in this session, or in a new one of its thread if the engine does not know it any more. */
export async function startRun(place: Place, { body, key, signal, onPlace }: Starting) {
  const headers = { 'idempotency-key': key };
  const startIn = (at: Place) => {
    onPlace?.(at);
    return engine['runs.start']({ params: { id: at.sessionId }, body, headers, signal });
  };
  try {
    return await startIn(place);
  } catch (error) {
    if (codeOf(error) !== 'session_not_found') throw error;
    return await startIn(await sessionOf(place.threadId, signal, { isNew: true }));
  }
}
