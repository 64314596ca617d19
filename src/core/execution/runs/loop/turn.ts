import { aborted, firstOf, OVER } from '../../../kernel/abort.ts';
import { modelLimits } from '../../../instance/models/limits.ts';
import { sayFailure } from '../../../instance/models/says.ts';
import { runLimits } from '../limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import {
  noUsage,
  type Billed,
  type Model,
  type ModelEnd,
  type ModelRequest,
  type ModelRetry,
} from '../../../ports/model.ts';
import { estimatedUsage, promptEstimate } from '../window/estimated-usage.ts';
import { bytesIn } from '../window/tokens.ts';

export interface Turn {
  /** What was streamed, even if the turn did not end well. */
  readonly text: string;
  readonly end: ModelEnd;
}

export interface TurnListener {
  text(text: string): void;
  thinking(summary: string): void;
  /** All text of this turn so far was these thoughts. */
  wasThinking(summary: string): void;
  retry(retry: ModelRetry): void;
}

/** Where nobody follows what is streamed. */
export const unheard: TurnListener = {
  text: () => undefined,
  thinking: () => undefined,
  wasThinking: () => undefined,
  retry: () => undefined,
};

/** Makes the model calls of runs, sub-agents and side calls. */
export class TurnCaller {
  readonly #clock: Clock;
  readonly #log: Log;

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Makes one model call. Whatever the adapter does (throws, stops without an end, continues after it, ignores the
   * abort, never ends), the caller gets exactly one typed end, an hour after the start at the latest. The cost of a
   * call without an end is estimated.
   */
  async take(
    model: Model,
    request: ModelRequest,
    signal: AbortSignal,
    listener: TurnListener,
  ): Promise<Turn> {
    const clock = this.#clock;
    const log = this.#log;
    let text = '';
    let thoughtBytes = 0;
    let isOver = false;

    const over = new AbortController();
    const late = new AbortController();
    void clock.sleep(modelLimits.callMs, over.signal).then(() => {
      if (!over.signal.aborted) late.abort();
    });
    const given = firstOf(signal, late.signal);

    async function consume(): Promise<ModelEnd | null> {
      for await (const event of model.stream(request, given.signal)) {
        if (event.type === 'end') return event;
        if (isOver) return null;
        if (event.type === 'text') {
          text += event.text;
          listener.text(event.text);
        } else if (event.type === 'thinking') {
          thoughtBytes += bytesIn(event.text);
          listener.thinking(event.text);
        } else if (event.type === 'was_thinking') {
          thoughtBytes += bytesIn(text);
          if (text !== '') listener.wasThinking(text);
          text = '';
        } else {
          listener.retry(event);
        }
      }
      return null;
    }

    const consumed = consume().catch((error: unknown) => {
      if (!given.signal.aborted) log.error('model stream broke its contract', { model: model.id, error });
      return null;
    });
    // An adapter that obeys the abort ends by itself and reports its usage; one that does not is abandoned.
    const stop = firstOf(given.signal, over.signal);
    const givenUp = aborted(stop.signal).then(() => clock.sleep(runLimits.abortGraceMs, over.signal));
    const end = (await Promise.race([consumed, givenUp])) ?? null;
    isOver = true;
    over.abort(OVER);
    stop.release();
    given.release();
    const spent = end === null ? unended() : billedIn(end);
    if (signal.aborted) return { text, end: { type: 'end', stop: 'aborted', ...spent } };
    if (end !== null && end.stop !== 'aborted') return { text, end };
    return { text, end: { ...(late.signal.aborted ? TOO_LONG : cutOff), ...spent } };

    function unended(): Billed {
      const answerBytes = bytesIn(text) + thoughtBytes;
      const seen = { prompt: () => promptEstimate(request), answerBytes, searches: 0, foundBytes: 0 };
      return { usage: estimatedUsage(noUsage, seen, model.price), isEstimated: true };
    }
  }
}

const billedIn = ({ usage, costUsd, isEstimated }: ModelEnd): Billed => ({
  usage,
  ...(costUsd === undefined ? {} : { costUsd }),
  ...(isEstimated ? { isEstimated } : {}),
});

const TOO_LONG: ModelEnd = {
  type: 'end',
  stop: 'failed',
  usage: noUsage,
  code: 'provider_timeout',
  says: [sayFailure('model.late', { minutes: modelLimits.callMs / 60_000 })],
  retryable: true,
};

const cutOff: ModelEnd = {
  type: 'end',
  stop: 'failed',
  usage: noUsage,
  code: 'provider_error',
  says: [sayFailure('model.cut')],
  retryable: true,
};
