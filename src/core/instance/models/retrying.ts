import { modelLimits } from './limits.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  addBilled,
  costOfEnd,
  noUsage,
  promptTokensIn,
  type Billed,
  type Model,
  type ModelEnd,
  type ModelEvent,
  type ModelRequest,
  type Usage,
} from '../../ports/model.ts';
import { ModelAround } from '../../ports/model-around.ts';

type Failed = Extract<ModelEnd, { stop: 'failed' }>;

/**
 * The same model, with retries of failed attempts that may succeed if repeated: three more attempts
 * after 2, 4 and 8 s, or after the provider's `Retry-After` if that is longer, 60 s at most. It never retries
 * after a delta was passed on, because shown text cannot be taken back, nor later than ten minutes after the first
 * attempt began. An abort ends a pause at once.
 */
export class RetryingModel extends ModelAround {
  readonly #clock: Clock;

  constructor(model: Model, clock: Clock) {
    super(model);
    this.#clock = clock;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const startedAt = this.#clock.monotonic();
    let spent: Billed = { usage: noUsage };
    for (let attempt = 1; ; attempt++) {
      let failure: Failed | null = null;
      let hasBegun = false;
      for await (const event of this.model.stream(request, signal)) {
        hasBegun ||= event.type !== 'end';
        const pause = modelLimits.retryMs[attempt - 1];
        if (event.type === 'end') {
          const all = addBilled(spent, event, this.price);
          const end = addedTo(spent.usage, event, all);
          const isLate = this.#clock.monotonic() - startedAt >= modelLimits.retryWithinMs;
          const mayBeRepeated = !hasBegun && !isLate && pause !== undefined;
          if (end.stop === 'failed' && end.retryable && mayBeRepeated) [failure, spent] = [end, all];
          else yield end;
        } else yield event;
      }
      if (!failure) return;
      // A failed attempt may be billed all the same.
      const costUsd = costOfEnd(spent, this.price);
      if (costUsd > 0 && request.affords && !(await request.affords(costUsd))) {
        yield failure;
        return;
      }

      const delayMs = delayAfter(failure, attempt);
      const maxAttempts = modelLimits.retryMs.length + 1;
      yield { type: 'retry', attempt, maxAttempts, delayMs, code: failure.code, says: failure.says };
      await this.#clock.sleep(delayMs, signal);
      if (signal.aborted) {
        yield { type: 'end', stop: 'aborted', ...spent };
        return;
      }
    }
  }
}

/** The usage of earlier attempts is billed with this one, but takes none of its window. */
function addedTo(spent: Usage, end: ModelEnd, all: Billed): ModelEnd {
  if (promptTokensIn(spent) === 0) return { ...end, ...all };
  const { promptTokens = promptTokensIn(end.usage) } = end;
  return { ...end, ...all, promptTokens };
}

const delayAfter = ({ retryAfterMs = 0 }: Failed, attempt: number): number =>
  Math.min(modelLimits.maxRetryMs, Math.max(retryAfterMs, modelLimits.retryMs[attempt - 1] ?? 0));
