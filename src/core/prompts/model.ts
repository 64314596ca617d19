import type { PromptId, RunId, SessionId, ToolCallId } from '../kernel/ids.ts';
import { promptLimits } from './limits.ts';
import { inWords, problemWith } from './answer.ts';
import { problemWithConsent } from './consent-answer.ts';
import { inOneText, type Question, type Questions } from './question.ts';

export { saidToConsent } from './consent-answer.ts';

/** `consent` is asked by the engine before a call: to those who answer it is a question like any other. */
export type PromptType = 'ask_user' | 'ask_secret' | 'consent';

/** A secret that is asked for. Its value is stored where secrets are kept; the prompt only learns that it was. */
export interface WantedSecret {
  readonly name: string;
  /** What it is, in a word: `api_key`, `password`. */
  readonly keyType: string;
  /** Where the agent wants to send it. The owner decides. */
  readonly hosts: readonly string[];
}

export type PromptState = 'pending' | 'answered' | 'expired';

/**
 * A question to the owner that a run waits on (specification › Prompt record). It does not need a connection: it is
 * kept, and may be answered within its lifetime.
 */
export interface Prompt extends Questions {
  readonly promptId: PromptId;
  readonly promptType: PromptType;
  /** What `ask_secret` asks for; null for the others. */
  readonly secret: WantedSecret | null;
  readonly sessionId: SessionId;
  readonly runId: RunId;
  /** The call that waits for it. */
  readonly toolCallId: ToolCallId;
  readonly state: PromptState;
  /** Null unless answered. */
  readonly answer: string | null;
  readonly createdAt: number;
  /** By the wall clock, because that is what people are shown. */
  readonly expiresAt: number;
  /** When it was answered or expired. */
  readonly settledAt: number | null;
}

/** What may happen to a prompt. */
export type PromptEvent =
  | { readonly event: 'reply'; readonly answer: string }
  /** The owner has stored the secret, or does not want to. */
  | {
      readonly event: 'saved';
      readonly saved: boolean;
      /** False: the owner could not be asked. Left out, the owner says so. */
      readonly wasAsked?: boolean | undefined;
    }
  /** It is read: its time may have run out. */
  | { readonly event: 'look' }
  /** No call waits for it: the run was stopped, or the engine started again. */
  | { readonly event: 'withdraw' };

/** What a person says to a prompt. */
export type AnswerEvent = Extract<PromptEvent, { event: 'reply' | 'saved' }>;

/** The next state, the same object if nothing changes, or why that cannot be. */
export type PromptOutcome =
  | { readonly next: Prompt }
  | { readonly refused: 'prompt_expired' }
  | { readonly refused: 'invalid_answer'; readonly why: string };

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
      if (prompt.secret !== null) return { refused: 'invalid_answer', why: NO_WORDS };
      const answer = event.event === 'reply' ? event.answer : '';
      const why = problemIn(prompt, answer);
      if (why !== null) return { refused: 'invalid_answer', why };
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
  // The first answer stays, whatever the second one says.
  answered: { reply: stays, saved: stays, look: stays, withdraw: stays },
  expired: {
    reply: () => ({ refused: 'prompt_expired' }),
    saved: () => ({ refused: 'prompt_expired' }),
    look: stays,
    withdraw: stays,
  },
};

function problemIn(prompt: Prompt, answer: string): string | null {
  if (prompt.promptType !== 'consent') return problemWith(prompt, answer);
  return problemWithConsent(prompt.questions[0]?.options ?? [], answer);
}

/** What is kept as the answer to a prompt for a secret. */
const SAVED = 'saved';
const DECLINED = 'declined';
const NOT_ASKED = 'not_asked';

/** What is kept as the answer. */
function keptOf(event: AnswerEvent): string {
  if (event.event === 'reply') return event.answer;
  if (event.saved) return SAVED;
  return event.wasAsked === false ? NOT_ASKED : DECLINED;
}

/**
 * Why an answer that names no prompt must not be taken for this one, in words for the client; null when it may be. A
 * client that has lost a response sends its answer again, and by then something else may be asked: nothing is allowed
 * by accident, and no answer counts twice in one run (`asked`: all that the run has asked).
 */
export function needsId(
  { promptId, promptType }: Prompt,
  event: AnswerEvent,
  asked: readonly Prompt[],
): string | null {
  if (promptType === 'consent' && event.event === 'reply') return CONSENT;
  const kept = keptOf(event);
  const isRepeat = asked.some(
    (other) =>
      other.promptId !== promptId &&
      other.state === 'answered' &&
      (other.secret !== null) === (event.event === 'saved') &&
      other.answer === kept,
  );
  return isRepeat ? REPEAT : null;
}

const WHERE = 'its promptId is in the event that asked it, and in GET /api/sessions/:id/pending-prompt';
const CONSENT = `The run asks for your consent, which you can give only with the promptId of the question: ${WHERE}. Nothing was allowed or denied.`;
const REPEAT = `This run has already had the same answer to a question, so this may be a repeat. If it is meant for the pending question, send it with its promptId: ${WHERE}.`;

const NO_WORDS =
  'This asks for a secret, and the model would see an answer in words. Store the value with PUT /api/secrets/:name, ' +
  'then confirm it with POST /api/sessions/:id/secret-saved. Your text was not kept.';

export const transition = (prompt: Prompt, event: PromptEvent, now: number): PromptOutcome =>
  TRANSITIONS[prompt.state][event.event](prompt, event, now);

const isOverdue = ({ expiresAt }: Prompt, now: number): boolean => now >= expiresAt;

/** Its remaining time; never more than its lifetime, even when the wall clock was set back. */
export const timeLeft = ({ expiresAt }: Pick<Prompt, 'expiresAt'>, now: number): number =>
  Math.max(0, Math.min(expiresAt - now, promptLimits.lifetimeMs));

/** How long the run has waited for it, by the wall clock. */
export const waitedFor = ({ createdAt, settledAt }: Prompt, now: number): number =>
  Math.max(0, (settledAt ?? now) - createdAt);

/** The one question, or several in one text; the options of one, none of several. */
export function asSingleQuestion({ questions }: Questions): Pick<Question, 'question' | 'options'> {
  const [first] = questions;
  return {
    question: inOneText(questions),
    options: questions.length === 1 && first ? first.options : [],
  };
}

/** Each of them, where there are several. */
export const questionsAskedTogether = ({ questions }: Questions): readonly Question[] | undefined =>
  questions.length > 1 ? questions : undefined;

/** What the waiting call gives back: the owner's words, or why there are none. */
export function resultOf(prompt: Prompt): { readonly output: string; readonly success: boolean } {
  const { secret } = prompt;
  if (secret && prompt.state === 'answered') {
    if (prompt.answer === SAVED) return { output: stored(secret), success: true };
    const output = prompt.answer === NOT_ASKED ? notAsked(secret) : declined(secret);
    return { output, success: false };
  }
  if (prompt.state === 'answered') return { output: inWords(prompt, prompt.answer ?? ''), success: true };
  const isLate = prompt.settledAt !== null && isOverdue(prompt, prompt.settledAt);
  const why = isLate ? NOBODY : WITHDRAWN;
  return { output: secret ? `${why} ${NEVER}` : why, success: false };
}

/** How it goes on without the secret, wherever it went. */
const NEVER = 'Never ask for a secret with ask_user, and do not take one out of a text.';

const stored = ({ name }: WantedSecret): string =>
  `Your owner has stored it. Refer to it as secret:${name}; its value is inserted where it is sent, and never shown to you.`;

const declined = ({ name }: WantedSecret): string =>
  `Your owner does not want to give ${name}. Continue without it, or say what cannot be done. ${NEVER}`;

const notAsked = ({ name }: WantedSecret): string =>
  `Your owner was not asked for ${name}: this run was started where no answer can be given. Continue without it where that is safe; otherwise say that ${name} is needed, and end here. ${NEVER}`;

/** The owner said that it is stored, and it is not. */
export const missing = (name: string): string =>
  `Your owner was asked for ${name}, but it is not in the vault: storing it may have failed. Ask for it again if it is needed. ${NEVER}`;

const NOBODY =
  'There was no answer within 24 hours, and the question has expired. Continue without an answer where that is safe; ' +
  'otherwise say what you need to know, and end here.';
const WITHDRAWN =
  'The run was stopped before there was an answer, and the question has expired. Ask again if it still matters.';

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
    /** Where it is answered: who follows a run need not know its session. */
    readonly sessionId: SessionId;
    readonly question: string;
    readonly options: readonly string[];
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
