import type { AgentContext, PromptResponse, SessionUpdate, StopReason } from '@agentclientprotocol/sdk';
import { ProblemError } from '../../../../contract/client.ts';
import { followed, type Followed } from '../followed.ts';
import { asked as question, pageNotice, terminalNotice } from '../notice.ts';
import { Paragraphs } from '../paragraphs.ts';
import type { Sent } from './content.ts';
import type { EditorEngine } from './engine.ts';
import { stillWorking } from './errors.ts';
import { eventsOf } from './events.ts';
import { chosenIn, isPermission, optionsOf } from './permission.ts';
import { ToolCallUpdates } from './tool-calls.ts';

export interface TurnDeps {
  readonly engine: EditorEngine;
  /** The engine died, or closed the connection. */
  readonly isLostConnection: (error: unknown) => boolean;
  /** The page of the engine; null where it has none. */
  readonly page: () => string | null;
  /** Where a path of a call is on this machine. */
  readonly absolute: (tool: string, path: string) => string;
}

/** A session, as a turn works in it. */
export interface TurnPlace {
  /** What the client calls it: the id of its thread. */
  readonly threadId: string;
  /** Where its runs are started. */
  readonly sessionId: string;
}

type Asks = Extract<Followed, { readonly type: 'asks' }>['asked'];
type Waiting = NonNullable<Awaited<ReturnType<EditorEngine['threads.get']>>['pendingPrompt']>;

/** What the client's person has said to a question. `gone`: nobody was asked. */
type Said = 'answered' | 'cancelled' | 'gone';

const STOP: Readonly<Record<string, StopReason>> = {
  aborted: 'cancelled',
  output_limit: 'max_tokens',
  budget: 'max_tokens',
  max_iterations: 'max_turn_requests',
  loop: 'max_turn_requests',
  refused: 'refusal',
};

/** One message of the client, from its arrival to the end of what it is answered. */
export class Turn {
  readonly #deps: TurnDeps;
  readonly #place: TurnPlace;
  readonly #client: Pick<AgentContext, 'request' | 'notify'>;
  readonly #calls: ToolCallUpdates;
  readonly #said = new Paragraphs();
  readonly #cancelled = new AbortController();
  /** Aborts when nothing of the run is told any more. */
  readonly #left = new AbortController();
  /** The run, once there is one. */
  #runId: string | null = null;

  constructor(deps: TurnDeps, place: TurnPlace, client: Pick<AgentContext, 'request' | 'notify'>) {
    this.#deps = deps;
    this.#place = place;
    this.#client = client;
    this.#calls = new ToolCallUpdates(deps.absolute);
  }

  /** The run that works on the message; null before there is one. It may go on after the turn, where it waits. */
  get runId(): string | null {
    return this.#runId;
  }

  /** Ends the run; the turn is over when that has ended. Repeatable. */
  cancel(): void {
    if (this.#cancelled.signal.aborted) return;
    this.#cancelled.abort();
    if (this.#runId !== null) void this.#abort(this.#runId);
  }

  /** Stops telling, and stops no run. */
  leave(): void {
    this.#left.abort();
  }

  /** @throws ProblemError, RunFailed, RequestError */
  async take(sent: Sent): Promise<PromptResponse> {
    const begun = await this.#begun(sent);
    if (begun === null) return { stopReason: 'end_turn' };
    this.#runId = begun.runId;
    if (this.#cancelled.signal.aborted) void this.#abort(begun.runId);
    try {
      return { stopReason: await this.#told(begun) };
    } finally {
      this.#left.abort();
    }
  }

  /** The run that works on the message: a new one, or the one whose question it answers. Null: it waits for something else. */
  async #begun({
    text,
    files,
  }: Sent): Promise<{ readonly runId: string; readonly answered: string | null } | null> {
    const { engine } = this.#deps;
    const { threadId, sessionId } = this.#place;
    const params = { id: threadId };
    const { activeRunId, pendingPrompt } = await engine['threads.get']({ params });
    if (activeRunId !== null) {
      if (pendingPrompt === null) throw stillWorking();
      if (!isQuestion(pendingPrompt)) {
        await this.#say(this.#notice(pendingPrompt.question));
        return null;
      }
      const { promptId } = pendingPrompt;
      await engine['threads.reply']({ params, body: { promptId, answer: answerTo(pendingPrompt, text) } });
      return { runId: pendingPrompt.runId, answered: promptId };
    }
    const attachments = [];
    for (const { name, bytes } of files)
      attachments.push({ path: (await engine['attachments.upload']({ query: { name }, body: bytes })).path });
    if (this.#cancelled.signal.aborted) return null;
    // The run goes on whoever reads it: its events are followed by themselves.
    const start = new AbortController();
    const started = await engine['runs.start']({
      params: { id: sessionId },
      body: { task: text, ...(attachments.length === 0 ? {} : { attachments }) },
      signal: start.signal,
    });
    start.abort();
    return { runId: started.runId ?? '', answered: null };
  }

  async #told({
    runId,
    answered,
  }: {
    readonly runId: string;
    readonly answered: string | null;
  }): Promise<StopReason> {
    const { engine, isLostConnection } = this.#deps;
    const events = eventsOf(engine, runId, isLostConnection, this.#left.signal);
    const told = followed(events, answered, this.#said);
    let asking: Asking | null = null;
    for (;;) {
      const next = told.next();
      // Of two that fail, one is enough.
      next.catch(() => undefined);
      const first: Said | null =
        asking === null ? null : await Promise.race([asking.said, next.then(() => null)]);
      if (first === 'gone' && asking !== null) {
        await this.#say(this.#notice(asking.question));
        return 'end_turn';
      }
      if (first === 'cancelled') this.cancel();
      if (first !== null) asking = null;
      const { value, done } = await next;
      if (done) return 'end_turn';
      if (asking !== null && value.type !== 'agent' && value.type !== 'progress') {
        // It was answered elsewhere, or is over.
        asking.stop.abort();
        asking = null;
      }
      if (value.type === 'end') {
        await this.#update(this.#calls.cutOff());
        return this.#cancelled.signal.aborted ? 'cancelled' : (STOP[value.stopReason] ?? 'end_turn');
      }
      if (value.type !== 'asks') {
        await this.#tell(value);
        continue;
      }
      const waits = await this.#waitsFor(value.asked);
      if (waits === 'permission' && value.asked.type === 'prompt') {
        asking = this.#ask(value.asked.data);
        continue;
      }
      if (waits === 'nothing') continue;
      this.#said.end();
      const { asked } = value;
      const words = asked.type === 'prompt' ? asked.data.question : asked.data.prompt;
      const isHere = waits === 'answer' && asked.type === 'prompt';
      await this.#say(isHere ? question(words, asked.data.options) : this.#notice(words));
      return 'end_turn';
    }
  }

  async #tell(told: Followed): Promise<void> {
    switch (told.type) {
      case 'text':
        return await this.#update([chunk('agent_message_chunk', told.text)]);
      case 'thought':
        return await this.#update([chunk('agent_thought_chunk', told.text)]);
      case 'call':
        return await this.#update(this.#calls.asked(told.call));
      case 'turn':
        return await this.#update(this.#calls.begun());
      case 'progress':
        return await this.#update(this.#calls.progressed(told.progress));
      case 'result':
        return await this.#update(this.#calls.ended(told.result));
      case 'agent':
        return await this.#update(this.#calls.ofAgent(told.agent));
      default:
    }
  }

  /** What a question of the run waits for; nothing where it is answered by now. */
  async #waitsFor({ type, data }: Asks): Promise<'permission' | 'answer' | 'page' | 'nothing'> {
    const { pendingPrompt } = await this.#deps.engine['threads.get']({
      params: { id: this.#place.threadId },
    });
    if (pendingPrompt?.promptId !== data.promptId) return 'nothing';
    if (type === 'secret_prompt') return 'page';
    return isPermission(data) ? 'permission' : 'answer';
  }

  #ask(asked: Extract<Asks, { readonly type: 'prompt' }>['data']): Asking {
    const stop = new AbortController();
    const { promptId, question: words } = asked;
    const toolCallId = this.#calls.current ?? promptId;
    this.#calls.waits(toolCallId);
    const said = this.#permitted(asked, toolCallId, AbortSignal.any([stop.signal, this.#cancelled.signal]));
    said.catch(() => undefined);
    return { said, stop, question: words };
  }

  async #permitted(
    asked: Extract<Asks, { readonly type: 'prompt' }>['data'],
    toolCallId: string,
    stop: AbortSignal,
  ): Promise<Said> {
    const { threadId } = this.#place;
    const { promptId, question: words } = asked;
    const isOfCall = toolCallId !== promptId;
    const chosen = await this.#client
      .request(
        'session/request_permission',
        {
          sessionId: threadId,
          toolCall: {
            toolCallId,
            status: 'pending',
            ...(isOfCall ? {} : { title: words.split('\n', 1)[0] ?? words }),
            content: [
              ...this.#calls.diffOf(toolCallId),
              { type: 'content', content: { type: 'text', text: words } },
            ],
          },
          options: optionsOf(asked),
        },
        { cancellationSignal: stop, stopWaitingOnCancel: true },
      )
      .catch(() => null);
    // The turn is being cancelled, or the question is over: the events of the run say the rest.
    if (stop.aborted) return 'answered';
    if (chosen === null) return 'gone';
    if (chosen.outcome.outcome === 'cancelled') return 'cancelled';
    const said = chosenIn(asked, chosen.outcome);
    if (said === null) return 'gone';
    const { answer, isNo } = said;
    try {
      await this.#deps.engine['threads.reply']({ params: { id: threadId }, body: { promptId, answer } });
    } catch (error) {
      // It was answered elsewhere meanwhile.
      if (!(error instanceof ProblemError)) throw error;
    }
    if (!isNo) await this.#update(this.#calls.begun());
    return 'answered';
  }

  #notice(words: string): string {
    const page = this.#deps.page();
    return page === null
      ? terminalNotice(words)
      : pageNotice(words, `${page.replace(/\/$/u, '')}/#/threads/${this.#place.threadId}`);
  }

  async #say(text: string): Promise<void> {
    await this.#update([chunk('agent_message_chunk', this.#said.add(text))]);
  }

  async #update(updates: readonly SessionUpdate[]): Promise<void> {
    for (const update of updates)
      await this.#client.notify('session/update', { sessionId: this.#place.threadId, update });
  }

  async #abort(runId: string): Promise<void> {
    const { engine } = this.#deps;
    // It may have ended by itself.
    await engine['threads.abort']({ params: { id: this.#place.threadId }, body: { runId } }).catch(
      () => undefined,
    );
  }
}

interface Asking {
  /** Rejects where the engine fails. */
  readonly said: Promise<Said>;
  readonly stop: AbortController;
  readonly question: string;
}

/** Whether the next message answers it. */
const isQuestion = (waiting: Waiting): boolean => waiting.promptType === 'ask_user' && !isPermission(waiting);

/** Of several questions, words that are no form answer the first. */
const answerTo = ({ questions }: Waiting, said: string): string =>
  questions === undefined || /^\s*\{/u.test(said) ? said : JSON.stringify({ 0: said });

const chunk = (
  sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk',
  text: string,
): SessionUpdate => ({
  sessionUpdate,
  content: { type: 'text', text },
});
