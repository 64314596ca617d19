import { firstOf, OVER } from '../../../../core/kernel/abort.ts';
import { modelLimits } from '../../../../core/models/limits.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import type { ModelEnd, ModelEvent, Usage } from '../../../../core/ports/model.ts';
import { billed, type Beside, type Billing, type Progress } from './billed.ts';
import { brokenStream, failedWith, isUnreached, isWireFailure, type Failure } from './failure.ts';
import { serverSentEvents, type ServerEvent } from './sse.ts';
import { Watchdog, type Expired } from './watchdog.ts';

export type Delta = Extract<ModelEvent, { type: 'text' | 'thinking' }>;

/** Reads one response of a wire: a state machine over its events, with exactly one end. */
export interface StreamReader {
  /**
   * What this event adds to the answer.
   * @throws WireFailure when the provider reports an error, or what it says cannot be understood
   */
  read(event: ServerEvent): readonly Delta[];
  /** Nothing that matters can follow any more. */
  readonly isOver: boolean;
  /** Rises with every piece of the answer, shown or not; pings, comments and empty pieces are none. */
  readonly progress: number;
  /** What is known of it so far. */
  readonly usage: Usage;
  /** What has arrived that is no delta. */
  readonly beside: Beside;
  /** What it all came to, once the body has ended or `isOver`. A body that was cut is a failed end. */
  end(): ModelEnd;
}

export interface Exchange {
  readonly reader: StreamReader;
  readonly billing: Billing;
  /** Sends the request through the SDK and gives its raw response. Rejects with what the SDK throws. */
  send(signal: AbortSignal): Promise<Response>;
  /** An error of the SDK that is the provider's answer; null for one of the connection. */
  explain(error: unknown): Failure | null;
}

/**
 * One request and its answer, as deltas and one typed end. Nothing is thrown, and whatever way it is left (an end,
 * an abort, a consumer that goes), the socket is let go at once. What the provider has not counted is estimated.
 */
export async function* exchange(
  asked: Exchange,
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<Delta, ModelEnd> {
  const progress: Progress = { spokenBytes: 0, isUntouched: false };
  const end = yield* answered(asked, progress, signal, clock);
  return billed(end, progress, asked.reader.beside, asked.billing);
}

async function* answered(
  { reader, send, explain }: Exchange,
  progress: Progress,
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<Delta, ModelEnd> {
  const given = new AbortController();
  const stop = firstOf(signal, given.signal);
  const watchdog = new Watchdog(clock, modelLimits, () => given.abort());
  let hasBegun = false;
  try {
    if (signal.aborted) {
      progress.isUntouched = true;
      return { type: 'end', stop: 'aborted', usage: reader.usage };
    }
    const response = await watchdog.while(send(stop.signal));
    hasBegun = true;
    if (!response.body) return reader.end();
    const reads = readsOf(response.body, watchdog);
    for await (const batch of serverSentEvents(reads, modelLimits)) {
      const before = reader.progress;
      const { deltas, broken } = deltasOf(batch, reader);
      if (reader.progress > before) watchdog.contentCame();
      for (const { text } of deltas) progress.spokenBytes += Buffer.byteLength(text);
      for (const delta of deltas) {
        yield delta;
        if (signal.aborted) return { type: 'end', stop: 'aborted', usage: reader.usage };
      }
      if (broken) throw broken.thrown;
      if (signal.aborted) return { type: 'end', stop: 'aborted', usage: reader.usage };
      if (reader.isOver) {
        await lastRead(reads, clock, stop.signal);
        // Before the loop is left, because leaving it waits for a read that is still under way.
        given.abort(OVER);
        break;
      }
    }
    const end = reader.end();
    // An error that is all there is to an answer is a refusal, whatever its status.
    progress.isUntouched = end.stop === 'failed' && reader.isOver && isSilent();
    return end;
  } catch (error) {
    if (signal.aborted) return { type: 'end', stop: 'aborted', usage: reader.usage };
    // What broke after the last piece of the answer took nothing from it, also where more was allowed to follow.
    const end = hasBegun ? reader.end() : null;
    if (end && (reader.isOver || (end.stop !== 'failed' && !isWireFailure(error)))) return end;
    progress.isUntouched = wasRefused(error);
    return failedWith(failureOf(error), reader.usage);
  } finally {
    watchdog.stop();
    given.abort(OVER);
    stop.release();
  }

  function isSilent(): boolean {
    const { hiddenBytes, searches, total = 0 } = reader.beside;
    const counts = [progress.spokenBytes, hiddenBytes, searches, total, ...Object.values(reader.usage)];
    return counts.every((count) => count === 0);
  }

  function wasRefused(error: unknown): boolean {
    if (isWireFailure(error)) return isSilent();
    if (hasBegun || watchdog.expired !== null) return false;
    const failure = explain(error);
    return failure ? !failure.mayHaveBegun : isUnreached(error);
  }

  function failureOf(error: unknown): Failure {
    if (isWireFailure(error)) return error.failure;
    if (watchdog.expired) return GIVEN_UP[watchdog.expired];
    return explain(error) ?? brokenStream(error, hasBegun);
  }
}

/**
 * What one read of the body adds, and what broke it off. Neighbours of a kind are one delta: each goes through all the
 * layers above by itself, and a fast provider has dozens in a read.
 */
function deltasOf(batch: readonly ServerEvent[], reader: StreamReader) {
  const deltas: Delta[] = [];
  try {
    for (const event of batch)
      for (const delta of reader.read(event)) {
        const last = deltas.at(-1);
        if (last?.type === delta.type) deltas[deltas.length - 1] = { ...last, text: last.text + delta.text };
        else deltas.push(delta);
      }
  } catch (thrown) {
    return { deltas, broken: { thrown } };
  }
  return { deltas, broken: null };
}

const GIVEN_UP: Readonly<Record<Expired, Failure>> = {
  idle: {
    code: 'provider_timeout',
    error: `The provider sent nothing for ${modelLimits.idleMs / 1_000} seconds, so the call was given up. Send the task again to go on.`,
    retryable: true,
  },
  content: {
    code: 'provider_timeout',
    error: `The provider kept the connection open for ${modelLimits.contentMs / 60_000} minutes without a piece of its answer, so the call was given up. What had arrived is kept; send the task again to go on.`,
    retryable: true,
  },
};

async function* readsOf(body: ReadableStream<Uint8Array>, watchdog: Watchdog): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await watchdog.while(reader.read());
    if (done) return;
    yield value;
  }
}

/** A body that is read to its end gives its connection back; one that is left before costs it. Some never end. */
async function lastRead(reads: AsyncGenerator<Uint8Array>, clock: Clock, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const release = firstOf(signal, over.signal);
  const drained = (async () => {
    let left = modelLimits.afterEndReads;
    while (left > 0 && !(await reads.next()).done) left -= 1;
  })().catch(() => undefined);
  await Promise.race([drained, clock.sleep(modelLimits.afterEndMs, release.signal)]);
  over.abort(OVER);
  release.release();
}
