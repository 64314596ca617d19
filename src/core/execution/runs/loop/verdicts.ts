import { isDeeperThan } from '../../../kernel/json.ts';
import { toolLimits } from '../../../kernel/limits.ts';
import type { ModelEnd } from '../../../ports/model.ts';
import type { Says } from '../../../kernel/says.ts';
import { worded } from '../../../kernel/worded.ts';
import type { Words } from '../../../ports/words.ts';
import { OUT, type RunFailure, type RunOutcome, type StopReason } from '../model.ts';
import { sayEnd, sayNote } from '../says.ts';
import type { NoteBlock } from '../../../conversation/threads/model.ts';
import { noteOf } from '../window/notes.ts';
import type { Turn } from './turn.ts';
import type { Worker } from './worker.ts';

/** The end of a run without an answer, and what its thread and its readers are told. */
export interface Stopped {
  readonly outcome: RunOutcome;
  readonly code: string;
  readonly says: readonly Says[];
}

/** Why the turn ended without a usable reply; null if it has one. */
export function whyItStopped({ text, end }: Turn, live: Pick<Worker, 'abortCause'>): Stopped | null {
  if (end.stop === 'aborted') {
    if (live.abortCause === 'timeout') return failedWith(TOO_LONG, text);
    if (live.abortCause === 'disabled' || live.abortCause === 'erasing') {
      const because = OUT[live.abortCause];
      const { code, says } = because;
      return { outcome: { kind: 'done', stopReason: 'aborted', text, because }, code, says };
    }
    if (live.abortCause !== 'user')
      return {
        outcome: { kind: 'interrupted', text },
        code: 'interrupted',
        says: [sayNote('run.engine_stopped_here')],
      };
    return {
      outcome: { kind: 'done', stopReason: 'aborted', text },
      code: 'aborted',
      says: [sayNote('run.stopped_here')],
    };
  }
  const error = errorIn(text, end);
  return error && failedWith(error, text);
}

const TOO_LONG: RunFailure = { code: 'timeout', says: [sayEnd('run.too_long')], retryable: true };

export const failedWith = (error: RunFailure, text = ''): Stopped => ({
  outcome: { kind: 'failed', error, text },
  code: error.code,
  says: error.says,
});

/** Ended by the engine, with a text of its own. */
export function endedBy(stopReason: StopReason, why: Says, words: Words): Stopped {
  return { outcome: { kind: 'done', stopReason, ...ownText(why, words) }, code: stopReason, says: [why] };
}

function ownText(why: Says, words: Words) {
  const { text, says } = worded([why], words);
  return { text, ...(says && { says }) };
}

function errorIn(text: string, end: ModelEnd): RunFailure | null {
  if (end.stop === 'failed') return { code: end.code, says: end.says, retryable: end.retryable };
  if (end.stop === 'tool_use' && end.toolCalls.length === 0)
    return {
      code: 'provider_error',
      says: [sayEnd('run.call_without_name')],
      retryable: true,
    };
  if (
    end.stop === 'tool_use' &&
    end.toolCalls.some(({ input }) => isDeeperThan(input, toolLimits.inputDepth))
  )
    return {
      code: 'provider_error',
      says: [sayEnd('run.call_too_deep')],
      retryable: true,
    };
  if (end.stop === 'end_turn' && text.trim() === '')
    return { code: 'empty_answer', says: [sayEnd('run.no_answer')], retryable: true };
  return null;
}

/** The answer of the last turn. An empty text is never passed off as one: `note` says then why there is none. */
export function answer(
  { text, end }: Turn,
  words: Words,
): { readonly outcome: Extract<RunOutcome, { kind: 'done' }>; readonly note: NoteBlock | null } {
  const stopReason: StopReason =
    end.stop === 'output_limit' || end.stop === 'refused' ? end.stop : 'end_turn';
  const why = text.trim() === '' ? WITHOUT_TEXT[stopReason] : undefined;
  if (why === undefined) return { outcome: { kind: 'done', stopReason, text }, note: null };
  return {
    outcome: { kind: 'done', stopReason, ...ownText(why, words) },
    note: noteOf(stopReason, [why], words),
  };
}

const WITHOUT_TEXT: Partial<Record<StopReason, Says>> = {
  output_limit: sayNote('run.thoughts_alone'),
  refused: sayNote('run.declined'),
};
