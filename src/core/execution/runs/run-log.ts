import { OVER } from '../../kernel/abort.ts';
import type { RunId, ToolCallId } from '../../kernel/ids.ts';
import { runLimits } from './limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Durability, Journal } from '../../ports/journal.ts';
import type { CallProgress } from '../../ports/tools.ts';
import type { RunStore, RunWrite } from './store.ts';
import {
  isTerminal,
  type RunEvent,
  type RunEventData,
  type StreamedEvent,
  type ToolProgress,
} from './events.ts';

type Delta = Extract<RunEventData, { type: 'text' | 'thinking' | 'retry' }>;

export interface RunLogDeps {
  readonly journal: Journal<RunWrite>;
  readonly store: Pick<RunStore, 'events'>;
  readonly clock: Clock;
  /** Called once, if the journal could not store an event: the run must stop. */
  readonly onFailure: () => void;
  /** For a run that another process began: the ids of new events are above it. */
  readonly lastEventId?: number;
}

/**
 * The numbered events of one live run: the only writer of that sequence, and what its readers follow.
 *
 * An event gets its id in the commit that stores it, and readers are woken after that commit, so a client never sees an
 * id that the store lacks, and a kill leaves no gap. Streamed events are written but not synced, so a loss of power may
 * lose them. At most `runLimits.unsyncedEvents` ids are published between two synced commits, so ids further above the
 * stored ones were never seen. Deltas are batched briefly, and those committed together become one event. Readers pull:
 * a slow one costs only its own socket, because events that have left the short tail in memory are read from the store.
 */
export class RunLog {
  readonly #runId: RunId;
  readonly #deps: RunLogDeps;
  #lastId = 0;
  /** Id of the last synced event. */
  #syncedId = 0;
  #tail: RunEvent[] = [];
  #tailChars = 0;
  #pending: RunEventData[] = [];
  #pendingChanges: RunWrite[] = [];
  #pendingChars = 0;
  #lastCommitAt = -Infinity;
  #timer: AbortController | null = null;
  #isFlushing = false;
  #queue: Promise<void> = Promise.resolve();
  #failure: { readonly thrown: unknown } | null = null;
  #closed = false;
  #closedBy: { readonly thrown: unknown } | null = null;
  #waiting = new Set<() => void>();
  /** The last word of each call under way, with its place among all that were told. */
  readonly #progress = new Map<ToolCallId, { readonly event: ToolProgress; readonly nth: number }>();
  #told = 0;

  constructor(runId: RunId, deps: RunLogDeps) {
    this.#runId = runId;
    this.#deps = deps;
    this.#lastId = deps.lastEventId ?? 0;
    this.#syncedId = this.#lastId;
  }

  /**
   * Adds streamed text, or a notice about the stream. Returns at once; the next `record` throws if it was not stored.
   */
  delta(event: Delta): void {
    this.#gather(event);
    this.#flushInTime();
  }

  /**
   * Queues events and changes for the next commit, within `runLimits.batchMs`: for what precedes any effect that must
   * not be repeated. Returns at once, like `delta`.
   */
  soon(events: readonly RunEventData[], changes: readonly RunWrite[]): void {
    for (const event of events) this.#pending.push(event);
    for (const change of changes) this.#pendingChanges.push(change);
    this.#flushIn(runLimits.batchMs);
  }

  /**
   * Tells readers how far a call is, after the event that began it. Not stored: a reader that comes later, or reads slowly,
   * gets the last word alone. Returns at once.
   */
  progressed(toolCallId: ToolCallId, progress: CallProgress): void {
    const tell = () => {
      const event: ToolProgress = { type: 'tool_progress', data: { toolCallId, ...progress }, id: null };
      this.#progress.set(toolCallId, { event, nth: ++this.#told });
      this.#wake();
    };
    // A failure of the journal ends the run, and is told elsewhere.
    this.#commit([], [], 'written').then(tell, () => undefined);
  }

  #flushInTime(): void {
    const left = runLimits.batchMs - (this.#deps.clock.monotonic() - this.#lastCommitAt);
    // A timer cannot wait for a part of a millisecond.
    if (left < 1 || this.#pendingChars >= runLimits.batchChars) this.#flush();
    else this.#flushIn(left);
  }

  /**
   * A commit boundary: everything queued, then `events`, then `changes`, in one transaction. `written` is for what has
   * no effect outside the run and is redone if a loss of power takes it.
   * @throws what the journal threw, now or for an earlier delta; then none of this was written
   */
  async record(
    events: readonly RunEventData[],
    changes: readonly RunWrite[] = [],
    durability: Durability = 'synced',
  ): Promise<void> {
    await this.#commit(events, changes, durability);
  }

  /** No more events follow: releases readers that have read everything, and throws `failure`, if given, to them. */
  close(failure: { readonly thrown: unknown } | null = null): void {
    this.#closed = true;
    this.#closedBy = failure;
    this.#wake();
  }

  /**
   * Yields batches of events with ids above `after`, up to the terminal one, and in between how far calls are. `signal`
   * releases a waiting reader.
   */
  async *follow(after: number, signal?: AbortSignal): AsyncGenerator<readonly StreamedEvent[]> {
    let cursor = Math.min(after, this.#lastId);
    let heard = 0;
    while (!signal?.aborted) {
      // Once closed, the store may have more than memory: a run whose loop failed is ended there.
      const batch = (!this.#closed && this.#inTail(cursor)) || (await this.#stored(cursor));
      const last = batch.at(-1);
      if (last) {
        yield batch;
        cursor = last.id;
        if (isTerminal(last)) return;
      } else if (this.#closed) {
        if (this.#closedBy) throw this.#closedBy.thrown;
        return;
      } else if (heard < this.#told) {
        const news = [...this.#progress.values()].filter(({ nth }) => nth > heard);
        heard = this.#told;
        if (news.length > 0) yield news.map(({ event }) => event);
      } else {
        await this.#somethingNew(signal);
      }
    }
  }

  #gather(event: Delta): void {
    this.#pendingChars += charsOf(event);
    const last = this.#pending.at(-1);
    const both = last ? joined(last, event) : null;
    if (both) this.#pending[this.#pending.length - 1] = both;
    else this.#pending.push(event);
  }

  #flush(): void {
    // The commit under way takes everything queued by the time it writes.
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    // #commit keeps the failure for the next `record`, and `onFailure` aborts the run.
    this.#commit([], [], 'written').catch(() => undefined);
  }

  #flushIn(ms: number): void {
    if (this.#timer) return;
    const timer = new AbortController();
    this.#timer = timer;
    void this.#deps.clock.sleep(ms, timer.signal).then(() => {
      if (timer.signal.aborted) return;
      this.#timer = null;
      if (this.#pending.length + this.#pendingChanges.length > 0) this.#flush();
    });
  }

  #commit(
    events: readonly RunEventData[],
    changes: readonly RunWrite[],
    durability: Durability,
  ): Promise<void> {
    // Claimed before queueing: deltas that arrive during an earlier commit start a new batch.
    this.#lastCommitAt = this.#deps.clock.monotonic();
    const done = this.#queue.then(() => this.#write(events, changes, durability));
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #write(
    events: readonly RunEventData[],
    changes: readonly RunWrite[],
    durability: Durability,
  ): Promise<void> {
    this.#isFlushing = false;
    if (this.#failure) throw this.#failure.thrown;
    const data = [...this.#pending, ...events];
    const all = [...this.#pendingChanges, ...changes];
    this.#pending = [];
    this.#pendingChanges = [];
    this.#pendingChars = 0;
    this.#timer?.abort(OVER);
    this.#timer = null;
    if (data.length === 0 && all.length === 0) return;
    const numbered = data.map((event, index): RunEvent => ({ ...event, id: this.#lastId + 1 + index }));
    const at = this.#deps.clock.now();
    const rows = numbered.map((event): RunWrite => ({ change: 'run.event', runId: this.#runId, event, at }));
    const lastId = this.#lastId + numbered.length;
    const isSynced = durability === 'synced' || lastId - this.#syncedId > runLimits.unsyncedEvents;
    try {
      await this.#deps.journal.commit([...rows, ...all], isSynced ? 'synced' : 'written');
    } catch (error) {
      this.#failure = { thrown: error };
      this.#deps.onFailure();
      throw error;
    }
    this.#lastId = lastId;
    if (isSynced) this.#syncedId = lastId;
    this.#remember(numbered);
    this.#wake();
  }

  #remember(events: readonly RunEvent[]): void {
    for (const event of events) {
      const over = callThatEnds(event);
      if (over !== null) this.#progress.delete(over);
      this.#tail.push(event);
      this.#tailChars += charsOf(event);
    }
    let drop = 0;
    while (this.#tail.length - drop > runLimits.tailEvents || this.#tailChars > runLimits.tailChars) {
      const oldest = this.#tail[drop++];
      if (!oldest) break;
      this.#tailChars -= charsOf(oldest);
    }
    if (drop > 0) this.#tail = this.#tail.slice(drop);
  }

  /** While the run is live the store may have events whose commit has not resolved: they are told afterwards. */
  async #stored(after: number): Promise<readonly RunEvent[]> {
    const events = await this.#deps.store.events(this.#runId, after, runLimits.replayEvents);
    return this.#closed ? events : events.filter(({ id }) => id <= this.#lastId);
  }

  /** The events after `cursor` if memory still has all of them; empty if there are none yet. */
  #inTail(cursor: number): readonly RunEvent[] | undefined {
    if (cursor >= this.#lastId) return [];
    const oldest = this.#tail[0]?.id ?? Infinity;
    return oldest <= cursor + 1 ? this.#tail.slice(cursor + 1 - oldest) : undefined;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const resume of waiting) resume();
  }

  #somethingNew(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        signal?.removeEventListener('abort', resume);
        this.#waiting.delete(resume);
        resolve();
      };
      this.#waiting.add(resume);
      signal?.addEventListener('abort', resume);
    });
  }
}

function callThatEnds(event: RunEventData): ToolCallId | null {
  if (event.type === 'tool_result') return event.data.toolCallId;
  return event.type === 'subagent' && event.data.event === 'tool_result' ? event.data.toolCallId : null;
}

/** In characters, because one event may carry a whole file. Those are not written out anew for that. */
function charsOf({ type, data }: RunEventData): number {
  if (type === 'text' || type === 'done') return data.text.length;
  return type === 'tool_result' ? data.output.length : JSON.stringify(data).length;
}

/** Two deltas merged; null if they differ in kind or would be too large for one event. */
function joined(a: RunEventData, b: Delta): Delta | null {
  if (charsOf(a) > runLimits.eventChars) return null;
  if (a.type === 'text' && b.type === 'text')
    return { type: 'text', data: { text: a.data.text + b.data.text } };
  if (a.type === 'thinking' && b.type === 'thinking' && !a.data.replacesText && !b.data.replacesText)
    return { type: 'thinking', data: { summary: a.data.summary + b.data.summary } };
  return null;
}
