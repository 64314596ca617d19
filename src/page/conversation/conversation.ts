import { batch, signal, type Signal } from '@preact/signals';
import { engine, type Message, type OneThread, type Thread } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { eventsOf, type Lost } from '../engine/run-events.ts';
import { sessionOf } from '../engine/sessions.ts';
import { startRun, type Place } from '../engine/start-run.ts';
import { named, type Attached } from './attachments/attached.ts';
import { messagesAfter, messagesBefore, readRecords, runsOf } from './history.ts';
import { pauses } from '../parts/frames.ts';
import { loadMarkdown } from './markdown/markdown.tsx';
import { RunModel } from './run-model.ts';

/** So long one task may take events: what has arrived at once is taken without a stop otherwise. */
const EVENTS_MS = 8;

/** The thread turned out to have a run in progress; the task was not sent. */
export class RunInProgress extends Error {}

/** What a person sends. */
export interface Sent {
  readonly task: string;
  readonly profile: string | null;
  readonly files: readonly Attached[];
  /** The id of the assistant that a new conversation begins with; absent or null: none. */
  readonly assistant?: string | null;
}

export interface ConversationDeps {
  /** A thread may have changed. */
  readonly onChange: () => void;
  /** A thread was made for the task that was sent, and is shown; from null if it is no copy of another one. */
  readonly onNew: (threadId: string, from: string | null) => void;
  /** The open thread was deleted. */
  readonly onDeleted: (thread: Thread) => void;
  /** A task was refused after its thread was left. */
  readonly onRefused: (threadId: string | null, task: string, error: unknown) => void;
}

/**
 * The open thread. `open` leaves the one before: its run goes on in the engine, and this page stops following it.
 * Each public member is a signal that components read, or something that a person does.
 */
export class Conversation {
  readonly threadId = signal<string | null>(null);
  readonly thread: Signal<OneThread | null> = signal(null);
  readonly runs = signal<readonly RunModel[]>([]);
  readonly running = signal<RunModel | null>(null);
  /** Why the events of the run do not arrive at the moment, or that they do again; null while all is well. */
  readonly lost = signal<Lost | null>(null);
  readonly failure = signal<string | null>(null);
  readonly isLoading = signal(false);
  readonly hasEarlier = signal(false);
  /** Counts the tasks that were sent from this page. */
  readonly sent = signal(0);
  /** Counts what a review or a run changed in the files under review. */
  readonly changes = signal(0);
  #left = new AbortController();
  #opening: Promise<void> = Promise.resolve();
  #isReadingEarlier = false;
  #first = Infinity;
  readonly #deps: ConversationDeps;

  constructor(deps: ConversationDeps) {
    this.#deps = deps;
  }

  /** Opens a thread, or with null a new one; reads one that is open already from the engine again. */
  open(threadId: string | null): Promise<void> {
    this.#opening = this.#open(threadId);
    return this.#opening;
  }

  async #open(threadId: string | null): Promise<void> {
    this.#left.abort();
    this.#left = new AbortController();
    const { signal: left } = this.#left;
    const isSame = threadId === this.threadId.value;
    batch(() => {
      this.threadId.value = threadId;
      this.running.value = null;
      if (!isSame || this.lost.value?.isBack !== true) this.lost.value = null;
      this.failure.value = null;
      if (!isSame || threadId === null) {
        this.thread.value = null;
        this.runs.value = [];
        this.hasEarlier.value = false;
      }
      this.isLoading.value = threadId !== null && !isSame;
    });
    if (threadId === null) return;
    try {
      await this.#load(threadId, left);
    } catch (error) {
      if (!left.aborted && !this.refused(threadId, error)) this.failure.value = told(error);
    } finally {
      if (!left.aborted) this.isLoading.value = false;
    }
  }

  /** Takes what the engine refused about a thread: the open one may have been deleted. @returns whether it was */
  refused(threadId: string, error: unknown): boolean {
    const open = this.thread.peek();
    if (codeOf(error) !== 'thread_not_found' || open?.threadId !== threadId) return false;
    this.#deps.onDeleted(open);
    return true;
  }

  async #load(threadId: string, left: AbortSignal): Promise<void> {
    const thread = await engine['threads.get']({ params: { id: threadId }, signal: left });
    const isKnown = this.runs.value.length > 0 && this.#first < Infinity;
    const [{ messages, hasEarlier }] = await Promise.all([
      isKnown
        ? messagesAfter(threadId, this.#first - 1, left).then((all) => ({
            messages: all,
            hasEarlier: this.hasEarlier.value,
          }))
        : messagesBefore(threadId, Infinity, left),
      loadMarkdown(),
    ]);
    const { activeRunId } = thread;
    const runs = runsOf(messages, activeRunId, this.runs.value);
    const active = runs.find(({ runId }) => runId.value === activeRunId);
    batch(() => {
      this.thread.value = thread;
      this.runs.value = runs;
      this.#first = messages[0]?.seq ?? Infinity;
      this.hasEarlier.value = hasEarlier;
      this.changes.value += 1;
    });
    void this.#readRecords(runs, left);
    if (activeRunId === null) return;
    const run = active ?? new RunModel(activeRunId);
    if (!active) this.runs.value = [...runs, run];
    const start = (signal: AbortSignal) => engine['runs.events']({ params: { runId: activeRunId }, signal });
    void this.#follow(run, start, left).catch((error: unknown) => {
      if (!left.aborted) this.failure.value = told(error);
    });
  }

  /** Reads the messages before the first one shown. */
  async earlier(): Promise<void> {
    const threadId = this.threadId.value;
    const { signal: left } = this.#left;
    if (threadId === null || !this.hasEarlier.value || this.#isReadingEarlier) return;
    this.#isReadingEarlier = true;
    try {
      const { messages, hasEarlier } = await messagesBefore(threadId, this.#first, left);
      if (left.aborted) return;
      const found = runsOf(messages, null);
      const [first, ...shown] = this.runs.value;
      const before = found.at(-1);
      batch(() => {
        // The page boundary may lie within a run.
        if (first && before && before.runId.value === first.runId.value) {
          first.precededBy(before);
          this.runs.value = [...found.slice(0, -1), first, ...shown];
        } else this.runs.value = [...found, ...this.runs.value];
        this.#first = messages[0]?.seq ?? this.#first;
        this.hasEarlier.value = hasEarlier;
      });
      void this.#readRecords(found, left);
    } catch (error) {
      if (!left.aborted) this.failure.value = told(error);
    } finally {
      this.#isReadingEarlier = false;
    }
  }

  /**
   * Starts a run with this task in the thread that is open now, whichever one is opened meanwhile.
   * @param onStarted the engine has the task
   * @param insteadOf the task is another version of the turn of this run, in its place
   * @throws what the engine refuses; then nothing was started and the text belongs back to the person
   */
  async send(
    { task, profile, files, assistant = null }: Sent,
    onStarted: () => void = () => undefined,
    insteadOf: RunModel | null = null,
  ): Promise<void> {
    const { signal: left } = this.#left;
    const threadId = this.threadId.value;
    const run = new RunModel(null);
    run.task(task, files);
    // Before the first words of the answer.
    void loadMarkdown();
    batch(() => {
      this.failure.value = null;
      this.lost.value = null;
      run.isRunning.value = true;
      // From here on a second task waits: its composer sees that a run is in progress.
      this.running.value = run;
    });
    // A thread that is still being read would be drawn over what is added to it.
    await this.#opening;
    const isLeft = () => left.aborted;
    const before = this.runs.value;
    if (!isLeft()) {
      if (this.running.value !== run) throw new RunInProgress();
      this.runs.value = [...this.#before(insteadOf), run];
      this.sent.value += 1;
    }
    const key = crypto.randomUUID();
    const replaced = insteadOf?.runId.value ?? null;
    const body = {
      task,
      ...(profile === null ? {} : { profile }),
      ...named(files),
      ...(replaced === null ? {} : { insteadOf: replaced }),
    };
    const connection = new AbortController();
    let session: Place | null = null;
    const start = async (signal: AbortSignal) => {
      session ??= await sessionOf(threadId, signal, { assistant: threadId === null ? assistant : null });
      if (threadId === null && !isLeft() && this.threadId.value === null) {
        this.threadId.value = session.threadId;
        this.#deps.onNew(session.threadId, null);
      }
      return await startRun(session, { body, key, signal, onPlace: (place) => (session = place) });
    };
    const started = async (signal: AbortSignal) => {
      const stream = await start(signal);
      run.runId.value ??= stream.runId;
      onStarted();
      void this.#readThread(left);
      if (replaced !== null) void this.#readVersions(run, left);
      this.#deps.onChange();
      // Leaving the thread takes no task back. It only ends the reading of events.
      if (isLeft()) connection.abort();
      else left.addEventListener('abort', () => connection.abort());
      return stream;
    };
    try {
      await this.#follow(run, started, left, connection.signal);
    } catch (error) {
      if (connection.signal.aborted) return;
      if (isLeft()) return this.#deps.onRefused(threadId, task, error);
      if (run.runId.value === null) this.runs.value = before;
      throw error;
    }
  }

  /** The runs that stay where this one is replaced. */
  #before(replaced: RunModel | null): readonly RunModel[] {
    const at = replaced === null ? -1 : this.runs.value.indexOf(replaced);
    return at === -1 ? this.runs.value : this.runs.value.slice(0, at);
  }

  /** Shows the version of a turn that has this message, and what followed it. @throws what the engine refuses */
  async showVersion(seq: number): Promise<void> {
    const id = this.threadId.value;
    if (id === null) return;
    // Another tab's news of it may open the thread anew meanwhile, which must not take this back.
    await engine['threads.show']({ params: { id }, body: { seq } });
    if (this.threadId.value !== id) return;
    this.#first = Infinity;
    await this.open(id);
  }

  /** Shows this message, wherever it is, if the thread is open. Why it cannot be shown is said. */
  async showMessage(seq: number): Promise<void> {
    const id = this.threadId.value;
    if (id === null) return;
    try {
      const query = { after: seq - 1, limit: 1 };
      const { messages } = await engine['threads.messages']({ params: { id }, query });
      if (messages[0]?.seq !== seq && this.threadId.value === id) await this.showVersion(seq);
    } catch (error) {
      if (this.threadId.value === id && !this.refused(id, error)) this.failure.value = told(error);
    }
  }

  /** Which versions a run stands beside that was drawn from its events. */
  async #readVersions(run: RunModel, left: AbortSignal): Promise<void> {
    const id = this.threadId.value;
    if (left.aborted || id === null) return;
    const task = await this.#taskOf(id, run, left).catch(() => null);
    if (task) run.sent(task);
  }

  /** Opens a copy of this thread that ends with that run. This thread stays as it is. */
  async forkAfter(run: RunModel): Promise<void> {
    const id = this.threadId.value;
    if (id === null) return;
    const { signal: left } = this.#left;
    const next = this.runs.value[this.runs.value.indexOf(run) + 1];
    const beforeSeq = next && (next.taskSeq.value ?? (await this.#taskOf(id, next, left))?.seq);
    const body = beforeSeq === undefined ? {} : { beforeSeq };
    const thread = await engine['threads.fork']({ params: { id }, body, signal: left });
    void this.open(thread.threadId);
    this.#deps.onNew(thread.threadId, id);
  }

  /** The task of a run that was drawn from its events. */
  async #taskOf(id: string, run: RunModel, left: AbortSignal): Promise<Message | undefined> {
    const { messages } = await messagesBefore(id, Infinity, left);
    return messages.find(({ runId, role }) => runId === run.runId.value && role === 'user');
  }

  /** A thread that was made by this page is not read until here. */
  async #readThread(left: AbortSignal): Promise<void> {
    const id = this.threadId.value;
    if (left.aborted || id === null || this.thread.value !== null) return;
    const thread = await engine['threads.get']({ params: { id }, signal: left }).catch(() => null);
    if (!left.aborted) this.thread.value ??= thread;
  }

  async stop(): Promise<void> {
    const id = this.threadId.value;
    const runId = this.running.value?.runId.value;
    if (id !== null) await engine['threads.abort']({ params: { id }, body: runId ? { runId } : {} });
  }

  async #follow(
    run: RunModel,
    start: Parameters<typeof eventsOf>[0],
    left: AbortSignal,
    connection: AbortSignal = left,
  ): Promise<void> {
    if (!left.aborted)
      batch(() => {
        run.isRunning.value = true;
        this.running.value = run;
      });
    try {
      const report = { lost: (lost: Lost | null) => (left.aborted ? undefined : (this.lost.value = lost)) };
      const mayPause = pauses(EVENTS_MS);
      for await (const event of eventsOf(start, report, connection)) {
        await mayPause();
        if (left.aborted) return;
        if ('runId' in event.data && typeof event.data.runId === 'string')
          run.runId.value ??= event.data.runId;
        run.take(event);
      }
    } finally {
      run.isRunning.value = false;
      if (!left.aborted)
        batch(() => {
          this.running.value = null;
          if (this.lost.value?.isBack !== true) this.lost.value = null;
          this.changes.value += 1;
          this.#deps.onChange();
        });
      // The event of a failure does not tell what the run has cost.
      if (!left.aborted && run.end.value === null) void this.#readRecords([run], left);
    }
  }

  async #readRecords(runs: readonly RunModel[], left: AbortSignal): Promise<void> {
    // Without them a run has no line about its cost; the rest is there.
    const ids = [this.threadId.value, this.thread.value?.forkedFrom?.threadId];
    const threads = ids.filter((id) => typeof id === 'string');
    await readRecords(threads, runs, left).catch(() => undefined);
  }
}
