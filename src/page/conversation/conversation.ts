import { batch, signal, type Signal } from '@preact/signals';
import { engine, type Message, type Prompt, type Thread } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { eventsOf } from '../engine/run-events.ts';
import { sessionOf } from '../engine/sessions.ts';
import { RunModel, type Asked } from './run-model.ts';

/** Messages read at once; earlier ones come when a person scrolls up to them. */
const PAGE = 200;

/**
 * The open thread. `open` leaves the one before: its run goes on in the engine, and this page stops following it.
 * Each public member is a signal that components read, or something that a person does.
 */
export class Conversation {
  readonly threadId = signal<string | null>(null);
  readonly thread: Signal<Thread | null> = signal(null);
  readonly runs = signal<readonly RunModel[]>([]);
  readonly running = signal<RunModel | null>(null);
  /** Why the events of the run do not arrive at the moment; null while they do. */
  readonly lost = signal<string | null>(null);
  readonly failure = signal<string | null>(null);
  readonly isLoading = signal(false);
  readonly hasEarlier = signal(false);
  /** Counts what a review or a run changed in the files under review. */
  readonly changes = signal(0);
  #left = new AbortController();
  #first = Infinity;
  readonly #onChange: () => void;
  readonly #onNew: (threadId: string) => void;

  /** @param onChange a thread may have changed; @param onNew a thread was made for the task that was sent */
  constructor({ onChange, onNew }: { onChange: () => void; onNew: (threadId: string) => void }) {
    this.#onChange = onChange;
    this.#onNew = onNew;
  }

  /** Opens a thread, or with null a new one; reads one that is open already from the engine again. */
  async open(threadId: string | null): Promise<void> {
    this.#left.abort();
    this.#left = new AbortController();
    const { signal: left } = this.#left;
    const isSame = threadId === this.threadId.value;
    batch(() => {
      this.threadId.value = threadId;
      this.running.value = null;
      this.lost.value = null;
      this.failure.value = null;
      this.hasEarlier.value = false;
      if (!isSame) {
        this.thread.value = null;
        this.runs.value = [];
      }
    });
    if (threadId === null) return;
    this.isLoading.value = !isSame;
    try {
      await this.#load(threadId, left);
    } catch (error) {
      if (!left.aborted) this.failure.value = told(error);
    } finally {
      if (!left.aborted) this.isLoading.value = false;
    }
  }

  async #load(threadId: string, left: AbortSignal): Promise<void> {
    const params = { id: threadId };
    const thread = await engine['threads.get']({ params, signal: left });
    const from = Math.max(0, thread.messageCount - PAGE);
    const messages = await messagesFrom(threadId, from, Infinity, left);
    const runs = grouped(messages, thread.activeRunId);
    const active = runs.find(({ runId }) => runId.value === thread.activeRunId);
    batch(() => {
      this.thread.value = thread;
      this.runs.value = runs;
      this.#first = messages[0]?.seq ?? Infinity;
      this.hasEarlier.value = from > 0;
      this.changes.value += 1;
    });
    void this.#spent(runs, left).catch(() => undefined);
    if (thread.activeRunId === null) return;
    const { activeRunId } = thread;
    const run = active ?? new RunModel(activeRunId);
    if (!active) this.runs.value = [...runs, run];
    if (thread.pendingPrompt) run.ask(askedIn(thread.pendingPrompt));
    const start = () => engine['runs.events']({ params: { runId: activeRunId }, signal: left });
    void this.#follow(run, start, left).catch((error: unknown) => {
      if (!left.aborted) this.failure.value = told(error);
    });
  }

  /** Reads the messages before the first one shown. */
  async earlier(): Promise<void> {
    const threadId = this.threadId.value;
    const { signal: left } = this.#left;
    if (threadId === null || !this.hasEarlier.value) return;
    this.hasEarlier.value = false;
    const from = Math.max(0, this.#first - 1 - PAGE);
    const messages = await messagesFrom(threadId, from, this.#first, left);
    const runs = grouped(messages, null);
    this.#first = messages[0]?.seq ?? this.#first;
    const shown = this.runs.value;
    // The page boundary may lie within a run.
    const joined = runs.at(-1)?.runId.value === shown[0]?.runId.value ? runs.slice(0, -1) : runs;
    if (joined.length < runs.length) {
      const whole = new RunModel(shown[0]?.runId.value ?? null);
      const { value: before } = runs[runs.length - 1]!.items;
      whole.items.value = [
        ...before,
        ...shown[0]!.items.value.map((item) => ({ ...item, key: item.key + before.length })),
      ];
      this.runs.value = [...joined, whole, ...shown.slice(1)];
    } else this.runs.value = [...joined, ...shown];
    this.hasEarlier.value = from > 0;
    void this.#spent(this.runs.value, left).catch(() => undefined);
  }

  /** @throws what the engine refuses; then nothing was started and the text belongs back to the person */
  async send(task: string, profile: string | null): Promise<void> {
    const { signal: left } = this.#left;
    // With the same key a repeat attaches to the same run.
    const key = crypto.randomUUID();
    const run = new RunModel(null);
    run.task(task);
    batch(() => {
      this.failure.value = null;
      this.runs.value = [...this.runs.value, run];
    });
    const start = async (signal: AbortSignal) => {
      const session = await sessionOf(this.threadId.value, signal);
      if (this.threadId.value === null) {
        this.threadId.value = session.threadId;
        this.#onNew(session.threadId);
      }
      const body = { task, ...(profile === null ? {} : { profile }) };
      const headers = { 'idempotency-key': key };
      try {
        return await engine['runs.start']({ params: { id: session.sessionId }, body, headers, signal });
      } catch (error) {
        if (codeOf(error) !== 'session_not_found') throw error;
        const { sessionId } = await sessionOf(session.threadId, signal, { isNew: true });
        return await engine['runs.start']({ params: { id: sessionId }, body, headers, signal });
      } finally {
        this.#onChange();
      }
    };
    try {
      await this.#follow(run, start, left);
    } catch (error) {
      if (left.aborted) return;
      if (run.items.value.length === 1) this.runs.value = this.runs.value.filter((one) => one !== run);
      throw error;
    }
  }

  async stop(): Promise<void> {
    const id = this.threadId.value;
    if (id !== null) await engine['threads.abort']({ params: { id }, body: {} });
  }

  async #follow(run: RunModel, start: Parameters<typeof eventsOf>[0], left: AbortSignal): Promise<void> {
    batch(() => {
      run.isRunning.value = true;
      this.running.value = run;
    });
    try {
      for await (const event of eventsOf(start, { lost: (reason) => this.#lose(reason, left) }, left)) {
        if (left.aborted) return;
        if ('runId' in event.data && typeof event.data.runId === 'string')
          run.runId.value ??= event.data.runId;
        run.take(event);
      }
    } finally {
      if (!left.aborted)
        batch(() => {
          run.isRunning.value = false;
          this.running.value = null;
          this.lost.value = null;
          this.changes.value += 1;
          this.#onChange();
        });
    }
  }

  #lose(reason: string | null, left: AbortSignal): void {
    if (!left.aborted) this.lost.value = reason;
  }

  /** What the runs that are over have cost. */
  async #spent(runs: readonly RunModel[], left: AbortSignal): Promise<void> {
    const byId = new Map(runs.map((run) => [run.runId.value, run]));
    const threadId = this.threadId.value ?? '';
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { threadId, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
      const page = await engine['history.runs']({ query, signal: left });
      for (const record of page.runs) {
        byId.get(record.runId)?.spent(record);
        byId.delete(record.runId);
      }
      cursor = byId.size === 0 ? null : page.nextCursor;
    }
  }
}

async function messagesFrom(
  id: string,
  after: number,
  before: number,
  signal: AbortSignal,
): Promise<readonly Message[]> {
  const all: Message[] = [];
  for (let isMore = true; isMore;) {
    const query = { limit: PAGE, after: all.at(-1)?.seq ?? after };
    const page = await engine['threads.messages']({ params: { id }, query, signal });
    all.push(...page.messages.filter(({ seq }) => seq < before));
    isMore = page.nextCursor !== null && (page.messages.at(-1)?.seq ?? before) < before - 1;
  }
  return all;
}

/** The run in progress is drawn from its events, which tell all of it. */
function grouped(messages: readonly Message[], activeRunId: string | null): readonly RunModel[] {
  const runs: RunModel[] = [];
  for (const message of messages) {
    const isNew = runs.at(-1)?.runId.value !== message.runId;
    if (isNew) runs.push(new RunModel(message.runId));
    if (isNew || message.runId !== activeRunId) runs.at(-1)?.message(message);
  }
  return runs;
}

const askedIn = ({ name, key_type: keyType = '', hosts = [], ...prompt }: Prompt): Asked => ({
  ...prompt,
  questions: prompt.questions,
  secret: name === undefined ? null : { name, keyType, hosts },
});
