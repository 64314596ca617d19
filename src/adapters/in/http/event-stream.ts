import type { Request, Response } from 'express';
import { OVER } from '../../../core/kernel/abort.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { httpLimits } from '../../../contract/http/limits.ts';
import type { Services } from '../../../core/features.ts';
import type { Vitals } from '../../../core/execution/metrics/port.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';
import { toProblem } from '../../../contract/problem.ts';
import type { EventStream, StreamEvent } from '../../../contract/row.ts';
import { requestIdOf } from './request-id.ts';

export interface EventStreamDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly vitals: Pick<Vitals, 'streamOpened'>;
}

/**
 * Writes a stream as Server-Sent Events. It asks for the next batch when the socket
 * has taken the last one, so a slow reader holds at most one batch in memory and never delays the run. A reader
 * that accepts nothing for half a minute is disconnected; it can resume with Last-Event-ID. So is one that would not be
 * let in any more: `isStillIn` is asked at each heartbeat, and at once when somebody may do less.
 */
export async function sendEvents(
  request: Request,
  response: Response,
  { headers, events }: EventStream,
  signal: AbortSignal,
  isStillIn: () => Promise<boolean>,
  changed: Pick<Services['accessChanged'], 'on'> | null,
  isStopped: () => boolean,
  deps: EventStreamDeps,
): Promise<void> {
  response.status(200);
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('X-Accel-Buffering', 'no');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.flushHeaders();
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const closed = deps.vitals.streamOpened();
  const stop = new AbortController();
  const unheard = changed?.on(() => void leaveUnlessIn(response, stop.signal, isStillIn));
  void heartbeat(response, stop.signal, isStillIn, deps.clock);
  try {
    for await (const batch of events)
      for (const text of writes(batch)) {
        if (signal.aborted) return;
        if (!response.write(text)) await drained(response, signal, deps.clock);
      }
  } catch (error) {
    // The engine that gave it was stopped under it: what failed is no fault, and the reader comes again.
    if (!isRefusal(error) && isStopped()) return;
    const { type, data } = failure(error, headers, requestIdOf(response), deps.log);
    response.write(frameOf(type, data));
  } finally {
    stop.abort(OVER);
    unheard?.();
    response.end();
    closed();
  }
}

/** The last event of a stream that fails. Without an id: it was not stored, and the reader must not resume from it. */
export function failure(
  error: unknown,
  headers: EventStream['headers'],
  requestId: string,
  log: Log,
): StreamEvent {
  if (!isRefusal(error)) log.error('stream failed', { requestId, error });
  const {
    code,
    error: text,
    says,
  } = toProblem(error, requestId, (thrown) =>
    log.error('a refusal has no words', { requestId, error: thrown }),
  );
  const data = { runId: headers['Svc-Run-Id'], code, error: text, says, retryable: isRefusal(error) };
  return { id: null, type: 'error', data };
}

/** Joins whole frames for one write, up to its limit. */
function* writes(batch: readonly StreamEvent[]): Generator<string> {
  let text = '';
  for (const event of batch) {
    const next = frame(event);
    if (text !== '' && text.length + next.length > httpLimits.writeChars) {
      yield text;
      text = '';
    }
    text += next;
  }
  if (text !== '') yield text;
}

const encoded = new WeakMap<object, string>();

/** Events are shared by all readers of a run, so each is encoded once. JSON leaves no line break in the data. */
function frame(event: StreamEvent): string {
  let text = encoded.get(event);
  if (text === undefined) {
    const frame = frameOf(event.type, event.data);
    text = event.id === null ? frame : `id: ${event.id}\n${frame}`;
    encoded.set(event, text);
  }
  return text;
}

const frameOf = (type: string, data: unknown): string => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

/** Comments that keep the connection, until `stop` aborts. */
export async function heartbeat(
  response: Response,
  stop: AbortSignal,
  isStillIn: () => Promise<boolean>,
  clock: Clock,
): Promise<void> {
  for (;;) {
    await clock.sleep(httpLimits.heartbeatMs, stop);
    if (stop.aborted) return;
    await leaveUnlessIn(response, stop, isStillIn);
    if (stop.aborted || response.destroyed) return;
    if (!response.writableNeedDrain) response.write(': heartbeat\n\n');
  }
}

/** Cuts the connection of one who would not be let in any more. */
export async function leaveUnlessIn(
  response: Response,
  stop: AbortSignal,
  isStillIn: () => Promise<boolean>,
): Promise<void> {
  // Where that cannot be told, the reader asks anew and is told why.
  const isIn = await isStillIn().catch(() => false);
  if (!isIn && !stop.aborted) response.destroy();
}

/** Resolves when the socket accepts more; disconnects a stalled reader. */
export async function drained(response: Response, signal: AbortSignal, clock: Clock): Promise<void> {
  const { signal: tooLong, cancel } = clock.deadline(httpLimits.stalledReaderMs);
  await new Promise<void>((resolve) => {
    const over = () => {
      response.off('drain', over);
      signal.removeEventListener('abort', over);
      resolve();
    };
    response.on('drain', over);
    signal.addEventListener('abort', over);
    tooLong.addEventListener('abort', over, { once: true });
    if (signal.aborted) over();
  });
  cancel();
  if (tooLong.aborted) response.destroy();
}
