import { EVERYONE, type Whose } from '../../trust/people/model.ts';
import { promptId as asPromptId, type PersonId, type PromptId, type SessionId } from '../../kernel/ids.ts';
import { promptLimits } from './limits.ts';
import { withoutValues } from '../../trust/masking/value-mask.ts';
import type { Page } from '../../kernel/page.ts';
import { withTexts, inText } from '../../kernel/says.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Words } from '../../ports/words.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type {
  PromptChange,
  PromptPosition,
  PromptStore,
  LeftPrompt,
  PendingPrompt,
  WaitingPrompt,
} from './store.ts';
import type { MaskedFor, Log } from '../../ports/log.ts';
import { refuse as refuseSecret } from '../../trust/secrets/errors.ts';
import type { SecretService } from '../../trust/secrets/service.ts';
import { questionsIn, type Asking } from './asking.ts';
import { refuse } from './errors.ts';
import {
  asked,
  missing,
  needsId,
  resultOf,
  timeLeft,
  transition,
  type AnswerEvent,
  type Prompt,
} from './model.ts';
import type { AskingCall, AskingForSecret, Reply, SecretSaved, SessionsThatAsk } from './port.ts';
import { answersTo } from './answer.ts';
import { choiceOf, worded, type EngineQuestion, type Question, type Questions } from './question.ts';
import { Wait } from './wait.ts';
import { say } from './says.ts';

export interface PromptServiceDeps {
  readonly journal: Journal<PromptChange>;
  readonly prompts: PromptStore;
  readonly sessions: SessionsThatAsk;
  readonly secrets: Pick<SecretService, 'of'>;
  readonly knownSecrets: Pick<MaskedFor, 'unmistakableFor'>;
  readonly words: Words;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/** Asks the owner on behalf of a run, and takes the answers. */
export class PromptService {
  readonly #deps: PromptServiceDeps;
  readonly #waits = new Map<SessionId, Wait>();

  constructor(deps: PromptServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Asks, and waits for the answer for up to a day, whether or not a client is connected. The question and its event are
   * on disk before the wait begins. The store decides: it is polled every two seconds, and read at once after this
   * process takes a reply (specification › Resumable prompt).
   *
   * @returns the answer, in words for the model
   * @throws Refusal malformed_question, prompt_pending, and unanswered if the prompt expired or the run was stopped;
   *   the errors of the journal if the question could not be stored
   */
  async ask(asking: Asking, call: AskingCall): Promise<string> {
    return outputOf(await this.#asked(questionsIn(asking), { promptType: 'ask_user', secret: null }, call));
  }

  /**
   * Asks several questions in the same way, of which the owner may leave out some; where there are options, one of them is
   * the answer.
   * @returns the answer to each, null for one that was left out; null if the prompt expired or the run was stopped
   * @throws Refusal prompt_pending; the errors of the journal if the questions could not be stored
   */
  async fill(questions: readonly Question[], call: AskingCall): Promise<readonly (string | null)[] | null> {
    const asked = { questions, allowFreeText: false };
    const { answer } = await this.#asked(asked, { promptType: 'ask_user', secret: null }, call);
    return answer === null ? null : answersTo(asked, answer);
  }

  /**
   * Asks whether a call may be carried out, in the same way.
   * @returns the question as it was asked, and the answer; null if the prompt expired or the run was stopped
   * @throws Refusal prompt_pending; the errors of the journal if the question could not be stored
   */
  async decide(
    question: EngineQuestion,
    call: AskingCall,
  ): Promise<{ readonly asked: Question; readonly answer: string } | null> {
    const asked = this.#maskedQuestion(question, call);
    const questions = { questions: [asked], allowFreeText: true };
    const { answer } = await this.#asked(questions, { promptType: 'consent', secret: null }, call);
    return answer === null ? null : { asked, answer };
  }

  /**
   * Asks for one of the choices, in the same way.
   * @returns its code; null if the prompt expired or the run was stopped
   * @throws Refusal prompt_pending; the errors of the journal if the question could not be stored
   */
  async choose(question: EngineQuestion, call: AskingCall): Promise<string | null> {
    const asked = this.#maskedQuestion(question, call);
    const questions = { questions: [asked], allowFreeText: false };
    const { answer } = await this.#asked(questions, { promptType: 'ask_user', secret: null }, call);
    return answer === null ? null : choiceOf(asked, answer);
  }

  #masked(text: string, whose: Whose): string {
    return withoutValues(text, this.#deps.knownSecrets.unmistakableFor(whose));
  }

  /** Its facts are left out where they would say anything else than its text, in which secrets are masked. */
  #maskedQuestion(question: EngineQuestion, { personId }: AskingCall): Question {
    const { words } = this.#deps;
    const mask = (text: string) => this.#masked(text, personId ?? EVERYONE);
    const { header, ...whole } = worded(question, words);
    const texts = {
      question: mask(whole.question.toWellFormed()),
      options: whole.options.map((option) => mask(option)),
    };
    const masked = worded(
      {
        header,
        says: withTexts(question.says, mask),
        choices: question.choices.map((one) => withTexts(one, mask)),
      },
      words,
    );
    const isSame =
      masked.question === texts.question &&
      masked.options.every((option, index) => option === texts.options[index]);
    return isSame ? masked : { header, ...texts };
  }

  /**
   * Asks for a secret of the person for whom the run acts, in the same way. This service never sees its value: the owner stores it separately, and the answer
   * only confirms that.
   *
   * @returns how to refer to it, in words for the model
   * @throws Refusal secret_known, invalid_secret, vault_locked, prompt_pending, and unanswered as `ask`, also if the owner declined
   */
  async askSecret(
    { prompt, replace, ...secret }: AskingForSecret,
    call: AskingCall & { readonly personId: PersonId },
  ): Promise<string> {
    const secrets = this.#deps.secrets.of(call.personId);
    const hosts = secrets.couldGo(secret.name, secret.hosts);
    const known = replace ? null : secrets.known(secret.name);
    if (known !== null) throw refuseSecret.secret_known({ name: known });
    const wanted = { ...secret, hosts };
    const question = { header: null, question: prompt.trim().toWellFormed(), options: [] };
    const asked = { questions: [question], allowFreeText: false };
    const output = outputOf(await this.#asked(asked, { promptType: 'ask_secret', secret: wanted }, call));
    if (secrets.known(secret.name) !== secret.name) throw refuse.unanswered({}, inText(missing(secret.name)));
    return output;
  }

  async #asked(
    questions: Questions,
    kind: Pick<Prompt, 'promptType' | 'secret'>,
    call: AskingCall,
  ): Promise<Prompt> {
    const { clock, ids } = this.#deps;
    const wait = this.#waitFor(call);
    try {
      const createdAt = clock.now();
      const prompt: Prompt = {
        ...questions,
        promptId: asPromptId(ids.next()),
        ...kind,
        sessionId: call.sessionId,
        runId: call.runId,
        toolCallId: call.toolCallId,
        state: 'pending',
        answer: null,
        createdAt,
        expiresAt: createdAt + promptLimits.lifetimeMs,
        settledAt: null,
      };
      await call.record([asked(prompt, createdAt)], [{ change: 'prompt.ask', prompt }]);
      return await this.#settled(prompt, wait, call.signal);
    } finally {
      if (this.#waits.get(call.sessionId) === wait) this.#waits.delete(call.sessionId);
    }
  }

  /** Every question that waits, in whichever thread, oldest first. A page leaves out those that have just expired. */
  async waiting(
    whose: Whose,
    query: {
      readonly limit: number;
      readonly after: PromptPosition | null;
    },
  ): Promise<Page<WaitingPrompt, PromptPosition>> {
    const { items, next } = await this.#deps.prompts.pending(whose, query);
    const at = this.#deps.clock.now();
    const waiting = items.map((one) => ({ ...one, timeoutMs: timeLeft(one.prompt, at) }));
    return { items: waiting.filter(({ timeoutMs }) => timeoutMs > 0), next };
  }

  /** Questions that the end of the engine closed, the newest first: their answer is the next task of their thread. */
  async left(whose: Whose): Promise<readonly LeftPrompt[]> {
    return await this.#deps.prompts.leftByEnd(whose, promptLimits.left);
  }

  /** The prompt of this session that waits for an answer, if any. @throws Refusal session_not_found */
  async pending(whose: Whose, sessionId: SessionId): Promise<PendingPrompt | null> {
    await this.#deps.sessions.get(whose, sessionId);
    const prompt = await this.#pendingIn(sessionId);
    return prompt && { prompt, timeoutMs: timeLeft(prompt, this.#deps.clock.now()) };
  }

  /**
   * Answers a prompt. With its id this is repeatable: the first answer counts, and `duplicate` reports a repeat. Without
   * an id it answers the pending prompt, unless the client may have meant another one.
   * @throws Refusal session_not_found, prompt_not_found, prompt_expired, no_pending_prompt, prompt_id_required,
   *   invalid_answer, disk_full
   */
  async reply(
    whose: Whose,
    sessionId: SessionId,
    { promptId, answer }: Reply,
  ): Promise<{ readonly duplicate: boolean }> {
    await this.#deps.sessions.get(whose, sessionId);
    const event = { event: 'reply', answer: this.#masked(answer.toWellFormed(), whose) } as const;
    if (promptId === null) return await this.#settle(await this.#unnamed(sessionId, event), event, false);
    return await this.#settle(await this.#named(sessionId, promptId), event, true);
  }

  /**
   * The owner has stored the secret that a run waits for, or declines to. Repeatable like a reply.
   * @throws Refusal session_not_found, prompt_not_found, prompt_expired, no_pending_prompt, prompt_id_required, disk_full
   */
  async secretSaved(
    whose: Whose,
    sessionId: SessionId,
    { promptId, saved, wasAsked }: SecretSaved,
  ): Promise<{ readonly duplicate: boolean }> {
    await this.#deps.sessions.get(whose, sessionId);
    const event = { event: 'saved', saved, wasAsked } as const;
    if (promptId === null) {
      const prompt = await this.#unnamed(sessionId, event);
      if (!prompt.secret) throw refuse.no_pending_prompt({}, say('prompts.no_secret'));
      return await this.#settle(prompt, event, false);
    }
    const prompt = await this.#named(sessionId, promptId);
    if (!prompt.secret) throw refuse.prompt_not_found({}, say('prompts.no_secret'));
    return await this.#settle(prompt, event, true);
  }

  /** `isNamed`: the answer has a promptId, so a repeat can be recognised. */
  async #settle(
    prompt: Prompt,
    event: AnswerEvent,
    isNamed: boolean,
  ): Promise<{ readonly duplicate: boolean }> {
    for (let found = prompt; ; found = await this.#named(prompt.sessionId, prompt.promptId)) {
      // It was settled while this answer was on its way, and the client has not seen the next question.
      if (!isNamed && found.state !== 'pending') throw refuse.no_pending_prompt({}, say('prompts.answered'));
      const outcome = transition(found, event, this.#deps.clock.now());
      if ('refused' in outcome)
        throw outcome.refused === 'invalid_answer'
          ? refuse.invalid_answer(
              outcome.accepted === null ? {} : { accepted: outcome.accepted },
              outcome.why,
            )
          : refuse.prompt_expired();
      if (outcome.next === found) return { duplicate: true };
      if (await this.#answered(found, outcome.next.answer ?? '')) return { duplicate: false };
    }
  }

  /** Reserves the session synchronously, so that two questions of one run cannot both be asked. */
  #waitFor({ sessionId, runId }: Pick<AskingCall, 'sessionId' | 'runId'>): Wait {
    // A wait of another run is about to end: that run has ended.
    if (this.#waits.get(sessionId)?.runId === runId) throw refuse.prompt_pending();
    const wait = new Wait(runId);
    this.#waits.set(sessionId, wait);
    return wait;
  }

  async #settled(prompt: Prompt, wait: Wait, signal: AbortSignal): Promise<Prompt> {
    const { clock } = this.#deps;
    // A wait never exceeds a day, even when the wall clock is set back.
    const latest = clock.monotonic() + promptLimits.lifetimeMs;
    for (;;) {
      const isLate = clock.monotonic() >= latest;
      const at = isLate ? Math.max(clock.now(), prompt.expiresAt) : clock.now();
      const found = await this.#noticed(await this.#stored(prompt), signal.aborted ? 'withdraw' : 'look', at);
      if (found.state !== 'pending') return found;
      const pause = Math.min(promptLimits.pollMs, timeLeft(found, at), latest - clock.monotonic());
      await wait.woken(clock, pause, signal);
    }
  }

  /** A temporary read failure does not end the wait; a prompt deleted with its thread does. */
  async #stored(prompt: Prompt): Promise<Prompt> {
    try {
      const found = await this.#deps.prompts.get(prompt.promptId);
      return found ?? { ...prompt, state: 'expired', settledAt: this.#deps.clock.now() };
    } catch (error) {
      this.#deps.log.warn('prompt could not be read', { promptId: prompt.promptId, error });
      return prompt;
    }
  }

  async #pendingIn(sessionId: SessionId): Promise<Prompt | null> {
    const prompt = await this.#deps.prompts.pendingIn(sessionId);
    const found = prompt && (await this.#noticed(prompt, 'look', this.#deps.clock.now()));
    return found?.state === 'pending' ? found : null;
  }

  async #named(sessionId: SessionId, promptId: PromptId): Promise<Prompt> {
    const prompt = await this.#deps.prompts.get(promptId);
    if (prompt?.sessionId !== sessionId) throw refuse.prompt_not_found();
    return await this.#noticed(prompt, 'look', this.#deps.clock.now());
  }

  /** The pending prompt, if an answer without its id can be meant for it. */
  async #unnamed(sessionId: SessionId, event: AnswerEvent): Promise<Prompt> {
    const pending = await this.#pendingIn(sessionId);
    if (!pending) throw refuse.no_pending_prompt();
    const why = needsId(pending, event, await this.#deps.prompts.ofRun(pending.runId));
    if (why !== null) throw refuse.prompt_id_required({}, why);
    return pending;
  }

  /** The first read that finds a prompt expired records that and wakes the call that waits for it. */
  async #noticed(prompt: Prompt, event: 'look' | 'withdraw', at: number): Promise<Prompt> {
    const { journal, prompts, log } = this.#deps;
    const outcome = transition(prompt, { event }, at);
    if (!('next' in outcome) || outcome.next === prompt) return prompt;
    const { promptId } = prompt;
    try {
      await journal.commit([{ change: 'prompt.expire', which: { promptId }, at }]);
      this.#waits.get(prompt.sessionId)?.wake();
      // An answer may have been faster.
      return (await prompts.get(promptId)) ?? outcome.next;
    } catch (error) {
      // It has expired all the same; the end of its run, or the next start, records it.
      log.warn('prompt could not be expired', { promptId, error });
      return outcome.next;
    }
  }

  /** Whether this was the answer that counts. */
  async #answered({ promptId, sessionId }: Prompt, answer: string): Promise<boolean> {
    const { journal, clock } = this.#deps;
    try {
      await journal.commit([{ change: 'prompt.answer', promptId, answer, at: clock.now() }]);
    } catch (error) {
      if (isJournalConflict(error)) return false;
      // A failing disk may have it nevertheless: then the call must not wait on.
      this.#waits.get(sessionId)?.wake();
      throw error;
    }
    this.#waits.get(sessionId)?.wake();
    return true;
  }
}

/** @throws Refusal unanswered */
function outputOf(prompt: Prompt): string {
  const { success, output } = resultOf(prompt);
  if (!success) throw refuse.unanswered({}, inText(output));
  return output;
}
