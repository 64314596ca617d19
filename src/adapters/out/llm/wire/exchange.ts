import { firstOf, OVER } from '../../../../core/kernel/abort.ts';
import { modelLimits } from '../../../../core/instance/models/limits.ts';
import { sayFailure } from '../../../../core/instance/models/says.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import type { ModelEnd, ModelEvent, Usage } from '../../../../core/ports/model.ts';
import { billed, type Beside, type Billing, type Progress } from './billed.ts';
import { brokenStream, failedWith, isUnreached, isWireFailure, tooLong, type Failure } from './failure.ts';
import { ReadingPace } from './reading-pace.ts';
import { serverSentEvents, type ServerEvent } from './sse.ts';
import { TaggedThoughts } from './tagged-thoughts.ts';
import type { ThoughtHabit } from './thought-habit.ts';
import { Watchdog, type Expired } from './watchdog.ts';

export type Delta = Extract<ModelEvent, { type: 'text' | 'thinking' }>;
/** A delta, or what an earlier one was. */
type Said = Delta | Extract<ModelEvent, { type: 'was_thinking' }>;

/** Reads one response: a state machine over its events, with exactly one end. */
export interface StreamReader {
  /**
   * The new part of the answer in this event.
   * @throws WireFailure if the provider reports an error, or sends something unintelligible
   */
  read(event: ServerEvent): readonly Delta[];
  /** Nothing relevant can follow. */
  readonly isOver: boolean;
  /** What tells that the answer is complete has come, with or without its counts; null before. */
  readonly finished: Finished | null;
  /** Increases with every piece of the answer, shown or not; pings, comments and empty pieces do not count. */
  readonly progress: number;
  /** The usage known so far. */
  readonly usage: Usage;
  /** What has arrived besides the deltas. */
  readonly beside: Beside;
  /** The result, after the body has ended or `isOver`. A truncated body gives a failed end. */
  end(): ModelEnd;
}

export type Finished = keyof typeof modelLimits.afterFinishMs;

export interface Exchange {
  readonly reader: StreamReader;
  /** The model may write its thoughts into its text, in marks: such as not every server splits off. Absent: it does not. */
  readonly thoughts?: ThoughtHabit;
  readonly billing: Billing;
  /** Sends the request through the SDK and returns its raw response. Rejects with the errors of the SDK. */
  send(signal: AbortSignal): Promise<Response>;
  /** Converts an error of the SDK that is the provider's answer; null for an error of the connection. */
  explain(error: unknown): Failure | null;
}

/**
 * One request and its answer, as deltas and one typed end. Never throws. However it ends (normally, by an abort, by a
 * consumer that stops), it releases the socket at once. Estimates what the provider did not count.
 */
export async function* exchange(
  asked: Exchange,
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<Said, ModelEnd> {
  const progress: Progress = { spokenBytes: 0, isUntouched: false };
  const tagged = asked.thoughts && new TaggedThoughts(asked.thoughts);
  const toldApart = (delta: Delta): readonly Said[] =>
    tagged && delta.type === 'text' ? tagged.next(delta.text) : [delta];
  const end = yield* answered(asked, progress, toldApart, signal, clock);
  if (tagged && end.stop !== 'aborted' && end.stop !== 'failed') yield* tagged.rest(end.stop === 'tool_use');
  return billed(end, progress, asked.reader.beside, asked.billing);
}

async function* answered(
  { reader, send, explain }: Exchange,
  progress: Progress,
  toldApart: (delta: Delta) => readonly Said[],
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<Said, ModelEnd> {
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
    const pace = new ReadingPace(clock, stop.signal);
    const reads = readsOf(response.body, watchdog, pace);
    for await (const batch of serverSentEvents(reads, modelLimits)) {
      const before = reader.progress;
      const { deltas, broken } = deltasOf(batch, reader);
      if (reader.progress > before) watchdog.contentCame();
      if (reader.finished) watchdog.contentWithin(modelLimits.afterFinishMs[reader.finished]);
      for (const { text } of deltas) progress.spokenBytes += Buffer.byteLength(text);
      for (const delta of deltas.flatMap(toldApart)) {
        yield delta;
        if (signal.aborted) return { type: 'end', stop: 'aborted', usage: reader.usage };
      }
      if (broken) throw broken.thrown;
      if (reader.progress > modelLimits.answerChars) throw tooLong();
      if (signal.aborted) return { type: 'end', stop: 'aborted', usage: reader.usage };
      if (reader.isOver) {
        pace.over();
        await lastRead(reads, clock, stop.signal);
        // Before leaving the loop, because that waits for a pending read.
        given.abort(OVER);
        break;
      }
    }
    const end = reader.end();
    // If the whole answer is an error, the request was refused, whatever the status.
    progress.isUntouched = end.stop === 'failed' && reader.isOver && isSilent();
    return end;
  } catch (error) {
    if (signal.aborted) return { type: 'end', stop: 'aborted', usage: reader.usage };
    // A failure after the last piece of the answer cost nothing, even if more could have followed.
    const end = hasBegun ? reader.end() : null;
    const isFinished = reader.finished !== null && watchdog.expired !== null;
    if (end && (reader.isOver || isFinished || (end.stop !== 'failed' && !isWireFailure(error)))) return end;
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
    if (isWireFailure(error)) return !error.failure.mayHaveBegun && isSilent();
    if (hasBegun || watchdog.expired !== null) return false;
    const failure = explain(error);
    return failure ? !failure.mayHaveBegun : isUnreached(error);
  }

  function failureOf(error: unknown): Failure {
    if (isWireFailure(error)) return error.failure;
    if (watchdog.expired) return TIMEOUTS[watchdog.expired];
    return explain(error) ?? brokenStream(error, hasBegun);
  }
}

/**
 * The deltas of one read of the body, and the error that ended it. Joins consecutive deltas of the same kind: each one
 * passes through all layers above, and a fast provider sends dozens in a read.
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

const TIMEOUTS: Readonly<Record<Expired, Failure>> = {
  idle: {
    code: 'provider_timeout',
    says: [sayFailure('model.silent', { seconds: modelLimits.idleMs / 1_000 })],
    retryable: true,
  },
  content: {
    code: 'provider_timeout',
    says: [sayFailure('model.no_content', { minutes: modelLimits.contentMs / 60_000 })],
    retryable: true,
  },
};

/** The pieces of a body; only the time spent waiting for one counts. Without a pace each is read as soon as it is there. */
export async function* readsOf(
  body: ReadableStream<Uint8Array>,
  watchdog: Watchdog,
  pace?: ReadingPace,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await watchdog.while(reader.read());
    if (done) return;
    pace?.count(value);
    yield value;
    // It is the provider that is waited for: what it sends meanwhile may be no piece of the answer.
    if (pace?.isGathering) await watchdog.while(pace.gather());
  }
}

/** Reads a body to its end, so that its connection can be reused. Has a time limit, because some bodies never end. */
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
