import { byPerson } from '../../trust/people/model.ts';
import { nonceFrom } from '../../trust/untrusted/untrusted.ts';
import type { PersonId, PromptId, RunId, ThreadId } from '../../kernel/ids.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Crypto } from '../../ports/crypto.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Masked } from '../../ports/log.ts';
import type { ConfigService } from '../../instance/config/service.ts';
import { instructionsFrom } from '../../instance/instructions/model.ts';
import type { ForkService } from '../../conversation/forks/service.ts';
import { asSingleQuestion, type Prompt } from '../../conversation/prompts/model.ts';
import type { PromptService } from '../../conversation/prompts/service.ts';
import type { SessionChange } from '../../conversation/sessions/store.ts';
import type { SessionService } from '../../conversation/sessions/service.ts';
import { refuse as refuseThread } from '../../conversation/threads/errors.ts';
import { unsettled, type Message, type ThreadSettings } from '../../conversation/threads/model.ts';
import type { ThreadChange, ThreadStore } from '../../conversation/threads/store.ts';
import { refuse as refuseRun } from '../runs/errors.ts';
import type { RunService } from '../runs/service.ts';
import type { RunWrite } from '../runs/store.ts';
import { refuse } from './errors.ts';
import { historyMaterial, historyText } from './history.ts';
import { faceLimits } from './limits.ts';
import {
  chatNamed,
  chatOfThread,
  type Aside,
  type Begun,
  type FaceRequest,
  type Naming,
  type SentMessage,
} from './model.ts';
import type { AsksAside } from './port.ts';
import type { FaceChange, FaceStore } from './store.ts';
import { agreement, isSame, plain, turnsOf, type Agreement, type Turn } from './turns.ts';

export interface FaceServiceDeps {
  readonly journal: Journal<FaceChange | SessionChange | ThreadChange | RunWrite>;
  readonly store: FaceStore;
  readonly config: Pick<ConfigService, 'current'>;
  readonly threads: Pick<ThreadStore, 'get' | 'settings' | 'messages' | 'activity'>;
  readonly sessions: Pick<SessionService, 'draft'>;
  readonly forks: Pick<ForkService, 'fork'>;
  readonly prompts: Pick<PromptService, 'reply'>;
  readonly runs: Pick<RunService, 'start' | 'get' | 'follow'>;
  readonly asides: AsksAside;
  /** Masks the values of secrets, as in the tasks that are stored. */
  readonly masked: Masked;
  readonly crypto: Pick<Crypto, 'sha256'>;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** A thread that a request may go on with. */
interface Candidate {
  readonly threadId: ThreadId;
  readonly turns: readonly Turn[];
  readonly agreed: Agreement;
}

/** What goes on in a thread, or begins one. */
interface Going {
  /** Null: a new thread. */
  readonly threadId: ThreadId | null;
  /** It is made for this request. */
  readonly isNew: boolean;
  /** A client of a face has begun it, or what it is a copy of. */
  readonly isTheirs: boolean;
  /** What was said before and is not in the thread. */
  readonly beside: readonly SentMessage[];
}

const MESSAGES = 200;

/** Finds the thread that a request of a client goes on with, and starts its run there. */
export class FaceService {
  readonly #deps: FaceServiceDeps;
  /** Requests of one chat: the second must find the thread that the first has begun. */
  readonly #inTurn = new OneAtATime<string>();

  constructor(deps: FaceServiceDeps) {
    this.#deps = deps;
  }

  /** Whether this face is switched on. Asked at each request, so that the setting takes effect at once. */
  isOn(face: 'openai'): boolean {
    return this.#deps.config.current().values.faces?.[face] === true;
  }

  /** The names of the model profiles. @throws Refusal face_off */
  profiles(): readonly string[] {
    this.#confirmOn();
    return Object.keys(this.#deps.config.current().values.model_profiles ?? {});
  }

  /**
   * Starts the run of a request, in the thread that it goes on with: as it is named, or where this very conversation was had
   * here. Where the client has said something else than the thread, in a copy of what is the same. A request that repeats
   * the task of a run in progress follows that run. A request in a thread that waits for an answer of its person gives it.
   * @throws Refusal face_off, model_unknown, request_too_long, still_working, thread_not_found, run_not_found,
   *   instructions_too_long, and as `RunService.start` and `PromptService.reply`
   */
  async begin(sent: FaceRequest): Promise<Begun> {
    this.#confirmOn();
    this.#confirmProfile(sent.profile);
    confirmSize(sent);
    const masked = (text: string) => this.#deps.masked(text.toWellFormed(), sent.person);
    const before = sent.before.map(({ role, text }) => ({ role, text: masked(text) }));
    const request = { ...sent, before, task: masked(sent.task) };
    return await this.#inTurn.run(`${sent.person} ${JSON.stringify(sent.naming)}`, async () => {
      try {
        return await this.#begun(request);
      } catch (error) {
        if (isRefusal(error) && error.code === 'run_in_progress') throw refuse.still_working();
        throw error;
      }
    });
  }

  /** All events of a run, as `RunService.follow`. @throws Refusal face_off, run_not_found */
  async follow(person: PersonId, runId: RunId, signal: AbortSignal): ReturnType<RunService['follow']> {
    this.#confirmOn();
    return await this.#deps.runs.follow(person, runId, 0, signal);
  }

  /**
   * Asks the model alone: no thread, tools, memory or instructions of the owner, as for the title that a client shows.
   * @throws Refusal face_off, model_unknown, request_too_long, aside_ceiling, aside_failed, provider_incomplete
   */
  async aside(
    sent: Pick<FaceRequest, 'person' | 'before' | 'task' | 'instructions' | 'profile'>,
    signal: AbortSignal,
  ): Promise<Aside> {
    this.#confirmOn();
    const { person, profile } = sent;
    this.#confirmProfile(profile);
    confirmSize(sent);
    const parts = [historyText(sent.before), sent.task].filter((part) => part !== '');
    const masked = (text: string) => this.#deps.masked(text.toWellFormed(), person);
    const asked = {
      person,
      profile,
      system: masked(sent.instructions ?? ''),
      text: masked(parts.join('\n\n')),
    };
    const said = await this.#deps.asides.ask(asked, signal);
    if (said.end === 'ceiling') throw refuse.aside_ceiling();
    if (said.end === 'failed') throw refuse.aside_failed();
    return said;
  }

  /**
   * Whether the run in progress of a thread waits for the answer to this question: one in words, or what is given on the page
   * alone.
   * @throws Refusal face_off, thread_not_found
   */
  async waitsFor(
    person: PersonId,
    threadId: ThreadId,
    promptId: PromptId,
  ): Promise<'answer' | 'page' | 'nothing'> {
    this.#confirmOn();
    if (!(await this.#deps.threads.get(person, threadId))) throw refuseThread.thread_not_found();
    const prompt = (await this.#deps.threads.activity([threadId])).get(threadId)?.pendingPrompt ?? null;
    if (prompt?.promptId !== promptId) return 'nothing';
    return prompt.promptType === 'ask_user' ? 'answer' : 'page';
  }

  #confirmOn(): void {
    if (!this.isOn('openai')) throw refuse.face_off();
  }

  #confirmProfile(profile: string | null): void {
    if (profile !== null && !this.profiles().includes(profile)) throw refuse.model_unknown();
  }

  async #begun(request: FaceRequest): Promise<Begun> {
    const { naming, before } = request;
    if (naming.by === 'run') return await this.#afterRun(naming.runId, request);
    let closest: Candidate | null = null;
    for (const threadId of await this.#held(request)) {
      const turns = turnsOf(await this.#messagesOf(threadId));
      // A client that names a thread and sends nothing of it leaves it to the thread.
      const isTrusted = naming.by === 'thread' && naming.threadId === threadId && before.length === 0;
      const agreed = isTrusted ? { turns: turns.length, messages: 0 } : agreement(before, turns);
      const live = await this.#repeated({ threadId, turns, agreed }, request);
      if (live !== null) return { threadId, runId: live, answered: null, waits: null };
      const isWhole = agreed.turns === turns.length;
      if (isWhole && (naming.by !== 'words' || agreed.messages === before.length))
        return await this.#goOn(threadId, before.slice(agreed.messages), request);
      if (naming.by !== 'words' && agreed.turns > (closest?.agreed.turns ?? 0))
        closest = { threadId, turns, agreed };
    }
    if (closest === null)
      return await this.#start({ threadId: null, isNew: true, isTheirs: true, beside: before }, request);
    const { threadId, turns, agreed } = closest;
    const beforeSeq = turns[agreed.turns]?.seq ?? null;
    return await this.#inCopy(threadId, beforeSeq, before.slice(agreed.messages), request);
  }

  async #inCopy(
    of: ThreadId,
    beforeSeq: number | null,
    beside: readonly SentMessage[],
    request: FaceRequest,
  ): Promise<Begun> {
    const { forks, store } = this.#deps;
    const isTheirs = (await store.get(of)) !== null;
    const { threadId } = await forks.fork(request.person, of, { beforeSeq });
    return await this.#start({ threadId, isNew: true, isTheirs, beside }, request);
  }

  /** Goes on from the end of a run, and not from what came after it in its thread. */
  async #afterRun(runId: RunId, request: FaceRequest): Promise<Begun> {
    const { person, before } = request;
    const run = await this.#deps.runs.get(person, runId);
    const threadId = run?.threadId ?? null;
    if (threadId === null) throw refuseRun.run_not_found();
    const turns = turnsOf(await this.#messagesOf(threadId));
    const at = turns.findIndex((turn) => turn.runId === runId);
    const next = turns[at + 1];
    if (at < 0 || next === undefined) return await this.#goOn(threadId, before, request);
    return await this.#inCopy(threadId, next.seq, before, request);
  }

  /** The run in progress that does this very task already: the client has lost its answer. */
  async #repeated(
    { threadId, turns, agreed }: Candidate,
    { before, task }: FaceRequest,
  ): Promise<RunId | null> {
    const last = turns.at(-1);
    const isEnd = agreed.turns === turns.length - 1 && agreed.messages === before.length;
    if (!last || !isEnd || !isSame(last.task, task)) return null;
    const activity = (await this.#deps.threads.activity([threadId])).get(threadId);
    return activity?.activeRunId === last.runId ? last.runId : null;
  }

  /** In a thread that is the same as what was sent, or says nothing else. */
  async #goOn(threadId: ThreadId, beside: readonly SentMessage[], request: FaceRequest): Promise<Begun> {
    const isTheirs = (await this.#deps.store.get(threadId)) !== null;
    const activity = (await this.#deps.threads.activity([threadId])).get(threadId);
    const runId = activity?.activeRunId ?? null;
    const prompt = activity?.pendingPrompt ?? null;
    if (runId === null) return await this.#start({ threadId, isNew: false, isTheirs, beside }, request);
    if (prompt === null || beside.length > 0) throw refuse.still_working();
    if (prompt.promptType !== 'ask_user')
      return { threadId, runId, answered: null, waits: asSingleQuestion(prompt).question };
    const { promptId, sessionId } = prompt;
    await this.#deps.prompts.reply(request.person, sessionId, {
      promptId,
      answer: answerTo(prompt, request.task),
    });
    if (isTheirs) await this.#deps.journal.commit([await this.#hold(threadId, request)]);
    return { threadId, runId, answered: promptId, waits: null };
  }

  async #start({ threadId: onto, isNew, isTheirs, beside }: Going, request: FaceRequest): Promise<Begun> {
    const { sessions, runs, journal, ids } = this.#deps;
    const { person, task, profile, attachments } = request;
    const settings = await this.#settingsFor(onto, isTheirs, request);
    const { session, changes } = sessions.draft(person, onto, null, settings.new);
    const { threadId } = session;
    const holds = isNew || isTheirs ? [await this.#hold(threadId, request)] : [];
    const material = historyMaterial(beside, nonceFrom(ids.next()));
    const runId = await runs.start(session.sessionId, {
      task,
      profile,
      idempotencyKey: null,
      startedBy: byPerson(person),
      attachments,
      ...(material === undefined ? {} : { material }),
      opening: {
        session,
        settings: settings.new,
        commit: (start, durability) =>
          journal.commit([...changes, ...settings.changes, ...holds, ...start], durability),
      },
    });
    return { threadId, runId, answered: null, waits: null };
  }

  /**
   * What the client told the model of how to work is the thread's, where a client of a face has begun it: a thread that its
   * person began keeps their own.
   */
  async #settingsFor(
    threadId: ThreadId | null,
    isTheirs: boolean,
    { person, instructions: said }: FaceRequest,
  ): Promise<{ readonly new: ThreadSettings; readonly changes: readonly ThreadChange[] }> {
    const { threads, clock } = this.#deps;
    const masked = (text: string) => this.#deps.masked(text, person);
    const tooLong = (most: number) => refuseThread.instructions_too_long({ most });
    const instructions = instructionsFrom(said, masked, tooLong);
    if (threadId === null) return { new: { ...unsettled, instructions }, changes: [] };
    const now = await threads.settings(threadId);
    if (!isTheirs || said === null || now.instructions === instructions) return { new: now, changes: [] };
    const change = { change: 'thread.set', threadId, instructions, updatedAt: clock.now() } as const;
    return { new: { ...now, instructions }, changes: [change] };
  }

  /** What is remembered of a thread, so that the next request finds it. */
  async #hold(
    threadId: ThreadId,
    { naming, before, task }: FaceRequest,
  ): Promise<Extract<FaceChange, { change: 'face.hold' }>> {
    const known = (await this.#deps.store.get(threadId))?.chat ?? null;
    const tip = this.#tipOf([...before, { role: 'user', text: task }]);
    return { change: 'face.hold', held: { threadId, chat: chatOf(naming) ?? known, tip } };
  }

  /** The threads that may be meant, first the likeliest. @throws Refusal thread_not_found */
  async #held({ person, naming, before }: FaceRequest): Promise<readonly ThreadId[]> {
    const { store, threads } = this.#deps;
    const most = faceLimits.threads;
    switch (naming.by) {
      case 'thread': {
        if (!(await threads.get(person, naming.threadId))) throw refuseThread.thread_not_found();
        const copies = await store.ofChat(person, chatOfThread(naming.threadId), most);
        return [naming.threadId, ...copies.filter((one) => one !== naming.threadId)];
      }
      case 'chat':
        return await store.ofChat(person, chatNamed(naming.chat), most);
      default: {
        const last = before.findLastIndex(({ role }) => role === 'user');
        return last < 0 ? [] : await store.ofTip(person, this.#tipOf(before.slice(0, last + 1)), most);
      }
    }
  }

  #tipOf(sent: readonly SentMessage[]): string {
    const said = sent.map(({ role, text }) => [role, plain(text)]);
    return this.#deps.crypto.sha256(new TextEncoder().encode(JSON.stringify(said)));
  }

  async #messagesOf(threadId: ThreadId): Promise<readonly Message[]> {
    const all: Message[] = [];
    for (;;) {
      const after = all.at(-1)?.seq ?? 0;
      const page = await this.#deps.threads.messages(threadId, { after, limit: MESSAGES });
      all.push(...page);
      if (page.length < MESSAGES) return all;
    }
  }
}

/** Of several questions, words that are no form answer the first. */
const answerTo = ({ questions }: Prompt, said: string): string =>
  questions.length === 1 || /^\s*\{/u.test(said) ? said : JSON.stringify({ 0: said });

const chatOf = (naming: Naming): string | null => {
  if (naming.by === 'chat') return chatNamed(naming.chat);
  return naming.by === 'thread' ? chatOfThread(naming.threadId) : null;
};

/** @throws Refusal request_too_long */
function confirmSize({ before, task }: Pick<FaceRequest, 'before' | 'task'>): void {
  const { taskChars, allChars } = faceLimits;
  if (task.length > taskChars) throw refuse.request_too_long({ most: taskChars });
  const all = before.reduce((sum, { text }) => sum + text.length, task.length);
  if (all > allChars) throw refuse.request_too_long({ most: allChars });
}
