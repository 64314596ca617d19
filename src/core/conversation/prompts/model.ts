// Room: questions to the owner that a run waits on. The store is the truth about one; an answer that names
// no prompt is never a consent.

import type { PromptId, RunId, SessionId, ToolCallId } from '../../kernel/ids.ts';
import type { Says } from '../../kernel/says.ts';
import { promptLimits } from './limits.ts';
import { inWords, problemWith, type AnswerProblem } from './answer.ts';
import { problemWithConsent } from './consent-answer.ts';
import { asOption, inOneText, type Question, type Questions } from './question.ts';
import { say } from './says.ts';

export { saidToConsent } from './consent-answer.ts';
export { asOption, type EngineQuestion, type Question } from './question.ts';

/** The engine asks `consent` before a call; to people who answer, it is a question like any other. */
export type PromptType = 'ask_user' | 'ask_secret' | 'consent';

/** A requested secret. Its value goes to the vault; the prompt only learns that it was stored. */
export interface WantedSecret {
  readonly name: string;
  /** Its kind, in a word: `api_key`, `password`. */
  readonly keyType: string;
  /** Where the agent wants to send it. The owner decides. */
  readonly hosts: readonly string[];
}

export type PromptState = 'pending' | 'answered' | 'expired';

/**
 * A question to the owner that a run waits on (specification › Prompt record). It is stored, needs no connection, and
 * can be answered within its lifetime.
 */
export interface Prompt extends Questions {
  readonly promptId: PromptId;
  readonly promptType: PromptType;
  /** What `ask_secret` asks for; null for the others. */
  readonly secret: WantedSecret | null;
  readonly sessionId: SessionId;
  readonly runId: RunId;
  /** The call that waits for the answer. */
  readonly toolCallId: ToolCallId;
  readonly state: PromptState;
  /** Null unless answered. */
  readonly answer: string | null;
  readonly createdAt: number;
  /** In wall-clock time, which people are shown. */
  readonly expiresAt: number;
  /** When it was answered or expired. */
  readonly settledAt: number | null;
}

/** The events of a prompt. */
export type PromptEvent =
  | { readonly event: 'reply'; readonly answer: string }
  /** The owner has stored the secret, or declines to. */
  | {
      readonly event: 'saved';
      readonly saved: boolean;
      /** False: the owner could not be asked. Omitted: this is the owner's own answer. */
      readonly wasAsked?: boolean | undefined;
    }
  /** The prompt is read and may have expired. */
  | { readonly event: 'look' }
  /** The call has stopped waiting: the run was stopped, or the engine restarted. */
  | { readonly event: 'withdraw' };

/** A person's reaction to a prompt. */
export type AnswerEvent = Extract<PromptEvent, { event: 'reply' | 'saved' }>;

/** The next state, the same object if nothing changes; or why the event is refused. */
export type PromptOutcome =
  | { readonly next: Prompt }
  | { readonly refused: 'prompt_expired' }
  | ({ readonly refused: 'invalid_answer' } & AnswerProblem);

type Transition = (prompt: Prompt, event: PromptEvent, now: number) => PromptOutcome;

const stays: Transition = (prompt) => ({ next: prompt });
const expires: Transition = (prompt, _event, now) => ({
  next: { ...prompt, state: 'expired', settledAt: now },
});

/** Specification › States and transitions › Resumable prompt. */
const TRANSITIONS: Readonly<Record<PromptState, Readonly<Record<PromptEvent['event'], Transition>>>> = {
  pending: {
    reply: (prompt, event, now) => {
      if (isOverdue(prompt, now)) return { refused: 'prompt_expired' };
      if (prompt.secret !== null)
        return { refused: 'invalid_answer', why: say('prompts.secret_only'), accepted: null };
      const answer = event.event === 'reply' ? answerIn(prompt, event.answer) : '';
      const problem = problemIn(prompt, answer);
      if (problem !== null) return { refused: 'invalid_answer', ...problem };
      return { next: { ...prompt, state: 'answered', answer, settledAt: now } };
    },
    saved: (prompt, event, now) => {
      if (isOverdue(prompt, now)) return { refused: 'prompt_expired' };
      const answer = event.event === 'saved' ? keptOf(event) : DECLINED;
      return { next: { ...prompt, state: 'answered', answer, settledAt: now } };
    },
    look: (prompt, event, now) => (isOverdue(prompt, now) ? expires : stays)(prompt, event, now),
    withdraw: expires,
  },
  // The first answer counts, whatever the second one says.
  answered: { reply: stays, saved: stays, look: stays, withdraw: stays },
  expired: {
    reply: () => ({ refused: 'prompt_expired' }),
    saved: () => ({ refused: 'prompt_expired' }),
    look: stays,
    withdraw: stays,
  },
};

/** As the option that it names, if it names one by its code. */
function answerIn({ questions }: Prompt, answer: string): string {
  const [first] = questions;
  return questions.length === 1 && first ? asOption(first, answer) : answer;
}

function problemIn(prompt: Prompt, answer: string): AnswerProblem | null {
  if (prompt.promptType !== 'consent') return problemWith(prompt, answer);
  return problemWithConsent(prompt.questions[0]?.options ?? [], answer);
}

/** The stored answer to a prompt for a secret. */
const SAVED = 'saved';
const DECLINED = 'declined';
const NOT_ASKED = 'not_asked';

/** The answer to store. */
function keptOf(event: AnswerEvent): string {
  if (event.event === 'reply') return event.answer;
  if (event.saved) return SAVED;
  return event.wasAsked === false ? NOT_ASKED : DECLINED;
}

/**
 * Why an answer without a promptId must not settle this prompt, in words for the client; null if it may. A client that
 * lost a response repeats its answer, when another question may be pending. So nothing is allowed by accident, and no
 * answer counts twice in one run (`asked`: all questions of the run).
 */
export function needsId(prompt: Prompt, event: AnswerEvent, asked: readonly Prompt[]): Says | null {
  const { promptId, promptType } = prompt;
  if (promptType === 'consent' && event.event === 'reply') return say('prompts.consent_by_id');
  const kept = answerIn(prompt, keptOf(event));
  const isRepeat = asked.some(
    (other) =>
      other.promptId !== promptId &&
      other.state === 'answered' &&
      (other.secret !== null) === (event.event === 'saved') &&
      other.answer === kept,
  );
  return isRepeat ? say('prompts.repeat') : null;
}

export const transition = (prompt: Prompt, event: PromptEvent, now: number): PromptOutcome =>
  TRANSITIONS[prompt.state][event.event](prompt, event, now);

const isOverdue = ({ expiresAt }: Prompt, now: number): boolean => now >= expiresAt;

/** Its remaining time; never more than its lifetime, even if the wall clock was set back. */
export const timeLeft = ({ expiresAt }: Pick<Prompt, 'expiresAt'>, now: number): number =>
  Math.max(0, Math.min(expiresAt - now, promptLimits.lifetimeMs));

/** How long the run has waited for it, in wall-clock time. */
export const waitedFor = ({ createdAt, settledAt }: Prompt, now: number): number =>
  Math.max(0, (settledAt ?? now) - createdAt);

/** The question, or several combined into one text; the options of a single question, none for several. */
export function asSingleQuestion({ questions }: Questions): Omit<Question, 'header' | 'expects'> {
  const [first] = questions;
  if (questions.length !== 1 || !first) return { question: inOneText(questions), options: [] };
  const { question, options, says, choices } = first;
  return { question, options, ...(says && { says }), ...(choices && { choices }) };
}

/** The questions, if there are several. */
export const questionsAskedTogether = ({ questions }: Questions): readonly Question[] | undefined =>
  questions.length > 1 ? questions : undefined;

/** The result of the waiting call: the owner's words, or why there are none. */
export function resultOf(prompt: Prompt): { readonly output: string; readonly success: boolean } {
  const { secret } = prompt;
  if (secret && prompt.state === 'answered') {
    if (prompt.answer === SAVED) return { output: stored(secret), success: true };
    const output = prompt.answer === NOT_ASKED ? notAsked(secret) : declined(secret);
    return { output, success: false };
  }
  if (prompt.state === 'answered') return { output: inWords(prompt, prompt.answer ?? ''), success: true };
  const isLate = prompt.settledAt !== null && isOverdue(prompt, prompt.settledAt);
  const why = isLate ? EXPIRED : WITHDRAWN;
  return { output: secret ? `${why} ${NEVER}` : why, success: false };
}

/** How the model continues without the secret, whatever the reason. */
const NEVER = 'Never ask for a secret with ask_user, and do not take one out of a text.';

const stored = ({ name }: WantedSecret): string =>
  `Your owner has stored it. Refer to it as secret:${name}; its value is inserted where it is sent, and never shown to you.`;

const declined = ({ name }: WantedSecret): string =>
  `Your owner does not want to give ${name}. Continue without it, or say what cannot be done. ${NEVER}`;

const notAsked = ({ name }: WantedSecret): string =>
  `Your owner was not asked for ${name}: this run was started where no answer can be given. Continue without it where that is safe; otherwise say that ${name} is needed, and end here. ${NEVER}`;

/** The owner said that it is stored, but it is not. */
export const missing = (name: string): string =>
  `Your owner was asked for ${name}, but it is not in the vault: storing it may have failed. Ask for it again if it is needed. ${NEVER}`;

const EXPIRED =
  'There was no answer within 24 hours, and the question has expired. Continue without an answer where that is safe; ' +
  'otherwise say what you need to know, and end here.';
const WITHDRAWN =
  'The run was stopped before there was an answer, and with it the question has expired. Your owner may still answer: a later ' +
  'message then says so, and names an option by its number. If the next message is no answer and it still matters, ask again.';

/** A question as the readers of the run see it. */
export type PromptAsked = QuestionAsked | SecretAsked;

interface SecretAsked {
  readonly type: 'secret_prompt';
  readonly data: {
    readonly promptId: PromptId;
    readonly sessionId: SessionId;
    readonly name: string;
    readonly prompt: string;
    readonly key_type: string;
    readonly hosts: readonly string[];
    readonly timeoutMs: number;
    readonly expiresAt: string;
  };
}

interface QuestionAsked {
  readonly type: 'prompt';
  readonly data: {
    readonly promptId: PromptId;
    /** Where to answer it: a reader of the run may not know its session. */
    readonly sessionId: SessionId;
    readonly question: string;
    readonly options: readonly string[];
    readonly says?: Says;
    readonly choices?: readonly Says[];
    readonly questions?: readonly Question[];
    readonly allowFreeText: boolean;
    readonly timeoutMs: number;
    readonly expiresAt: string;
  };
}

export function asked(prompt: Prompt, now: number): PromptAsked {
  const { promptId, sessionId, allowFreeText, expiresAt, secret } = prompt;
  if (secret)
    return {
      type: 'secret_prompt',
      data: {
        promptId,
        sessionId,
        name: secret.name,
        prompt: asSingleQuestion(prompt).question,
        key_type: secret.keyType,
        hosts: secret.hosts,
        timeoutMs: timeLeft(prompt, now),
        expiresAt: new Date(expiresAt).toISOString(),
      },
    };
  const questions = questionsAskedTogether(prompt);
  return {
    type: 'prompt',
    data: {
      promptId,
      sessionId,
      ...asSingleQuestion(prompt),
      ...(questions ? { questions } : {}),
      allowFreeText,
      timeoutMs: timeLeft(prompt, now),
      expiresAt: new Date(expiresAt).toISOString(),
    },
  };
}
