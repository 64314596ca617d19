import { isDeeperThan } from '../../../kernel/json.ts';
import { toolLimits } from '../../../kernel/limits.ts';
import type { ModelEnd } from '../../../ports/model.ts';
import type { RunError, RunOutcome, StopReason } from '../model.ts';
import type { Turn } from './turn.ts';
import type { Worker } from './worker.ts';

/** The end of a run without an answer, and what its thread and its readers are told. */
export interface Stopped {
  readonly outcome: RunOutcome;
  readonly code: string;
  readonly detail: string;
}

/** Why the turn ended without a usable reply; null if it has one. */
export function whyItStopped({ text, end }: Turn, live: Pick<Worker, 'abortCause'>): Stopped | null {
  if (end.stop === 'aborted') {
    const detail = live.abortCause === 'user' ? 'The run was stopped here.' : 'The engine stopped here.';
    if (live.abortCause === 'timeout') return failedWith(TOO_LONG, text);
    if (live.abortCause !== 'user')
      return { outcome: { kind: 'interrupted', text }, code: 'interrupted', detail };
    return { outcome: { kind: 'done', stopReason: 'aborted', text }, code: 'aborted', detail };
  }
  const error = errorIn(text, end);
  return error && failedWith(error, text);
}

const TOO_LONG: RunError = { code: 'timeout', error: 'It took longer than it may.', retryable: true };

export const failedWith = (error: RunError, text = ''): Stopped => ({
  outcome: { kind: 'failed', error, text },
  code: error.code,
  detail: error.error,
});

/** Ended by the engine, with a text of its own. */
export const endedBy = (stopReason: StopReason, detail: string): Stopped => ({
  outcome: { kind: 'done', stopReason, text: detail },
  code: stopReason,
  detail,
});

function errorIn(text: string, end: ModelEnd): RunError | null {
  if (end.stop === 'failed') return { code: end.code, error: end.error, retryable: end.retryable };
  if (end.stop === 'tool_use' && end.toolCalls.length === 0)
    return {
      code: 'provider_error',
      error: 'The model asked for a tool without naming one.',
      retryable: true,
    };
  if (
    end.stop === 'tool_use' &&
    end.toolCalls.some(({ input }) => isDeeperThan(input, toolLimits.inputDepth))
  )
    return {
      code: 'provider_error',
      error: 'The model asked for a tool with an input that nests too deeply.',
      retryable: true,
    };
  if (end.stop === 'end_turn' && text.trim() === '')
    return { code: 'empty_answer', error: 'The model ended its turn without an answer.', retryable: true };
  return null;
}

/** The answer of the last turn. An empty text is never passed off as one. */
export function answer({ text, end }: Turn): { text: string; stopReason: StopReason } {
  const stopReason: StopReason =
    end.stop === 'output_limit' || end.stop === 'refused' ? end.stop : 'end_turn';
  return { text: text.trim() === '' ? (WITHOUT_TEXT[stopReason] ?? text) : text, stopReason };
}

const WITHOUT_TEXT: Partial<Record<StopReason, string>> = {
  output_limit:
    'The model reached its output limit twice before it wrote a word of its answer. Mostly it thinks for too long, or its limit is too low: ask for less at once, raise the limit where the model runs, or choose another model.',
  refused: 'The model declined to answer.',
};
