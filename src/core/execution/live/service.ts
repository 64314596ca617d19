// Room: which threads change, for readers that follow. Told from the journal's changes, with their commit.

import { EVERYONE, isOf, type Whose } from '../../trust/people/model.ts';
import type { ThreadId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { PromptStore } from '../../conversation/prompts/store.ts';
import type { RunStore } from '../runs/store.ts';
import type { ThreadNow, ThreadService } from '../../conversation/threads/service.ts';
import { liveLimits } from './limits.ts';
import type { ThreadNews } from './news.ts';
import { Reader, type Changed } from './reader.ts';
import type { Touch } from './touched.ts';

export interface LiveServiceParts {
  readonly news: ThreadNews;
  readonly threads: Pick<ThreadService, 'those'>;
  readonly runs: Pick<RunStore, 'get'>;
  readonly prompts: Pick<PromptStore, 'get'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a reader is told. `ready` comes first: a list of threads that is loaded after it misses nothing. */
export type LiveEvent =
  | { readonly type: 'ready' }
  | { readonly type: 'thread'; readonly thread: ThreadNow }
  | { readonly type: 'thread_deleted'; readonly threadId: ThreadId };

/** Tells every reader which threads have changed, whichever client changed them. */
export class LiveService {
  readonly #parts: LiveServiceParts;
  readonly #readers = new Set<Reader>();
  readonly #reads = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(parts: LiveServiceParts) {
    this.#parts = parts;
  }

  /**
   * Follows the threads of a person until `signal` aborts or the engine stops. A thread is told as it is when the reader asks for the
   * next batch, so changes that come quickly are told together.
   */
  async *follow(whose: Whose, signal: AbortSignal): AsyncGenerator<readonly LiveEvent[]> {
    const reader = new Reader(whose);
    const leave = () => reader.end();
    signal.addEventListener('abort', leave);
    if (signal.aborted || this.#isClosed) leave();
    this.#enter(reader);
    try {
      yield [{ type: 'ready' }];
      while (!reader.over.aborted) {
        await reader.news();
        const changed = reader.take();
        for (let at = 0; at < changed.length && !reader.over.aborted; at += liveLimits.batch)
          yield await this.#read(whose, changed.slice(at, at + liveLimits.batch));
        await this.#parts.clock.sleep(liveLimits.pauseMs, reader.over);
      }
    } catch (error) {
      // The engine stops, and its databases may be closed by now: that is no fault of the stream.
      if (!reader.over.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', leave);
      this.#leave(reader);
    }
  }

  /** For shutdown: ends every reader, also those that come later, and waits for what is read for them. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const reader of this.#readers) reader.end();
    await Promise.allSettled(this.#reads);
  }

  async #read(whose: Whose, changed: readonly Changed[]): Promise<readonly LiveEvent[]> {
    const read = this.#eventsOf(whose, changed);
    this.#reads.add(read);
    try {
      return await read;
    } finally {
      this.#reads.delete(read);
    }
  }

  #enter(reader: Reader): void {
    if (this.#readers.size === 0) this.#parts.news.listen((touches) => void this.#tell(touches));
    this.#readers.add(reader);
  }

  #leave(reader: Reader): void {
    this.#readers.delete(reader);
    if (this.#readers.size === 0) this.#parts.news.leave();
  }

  /** Never rejects. */
  async #tell(touches: readonly Touch[]): Promise<void> {
    try {
      for (const touch of touches) {
        const threadId = await this.#threadOf(touch);
        const deletedOf = 'deletedOf' in touch ? touch.deletedOf : null;
        if (threadId === null) continue;
        // Whose it was cannot be looked up any more.
        for (const reader of this.#readers)
          if (deletedOf === null || isOf(reader.whose, deletedOf))
            reader.changed({ threadId, isDeleted: deletedOf !== null });
      }
    } catch (error) {
      this.#parts.log.warn('readers were not told of a change', { error });
    }
  }

  /** Null if it was deleted; then that is told by itself. */
  async #threadOf(touch: Touch): Promise<ThreadId | null> {
    if ('threadId' in touch) return touch.threadId;
    const { runs, prompts } = this.#parts;
    const runId = 'runId' in touch ? touch.runId : (await prompts.get(touch.promptId))?.runId;
    return runId === undefined ? null : ((await runs.get(EVERYONE, runId))?.threadId ?? null);
  }

  /** One that is neither found nor deleted is another's, or its deletion is told next. */
  async #eventsOf(whose: Whose, changed: readonly Changed[]): Promise<readonly LiveEvent[]> {
    const ids = changed.map(({ threadId }) => threadId);
    const found = new Map((await this.#parts.threads.those(whose, ids)).map((one) => [one.threadId, one]));
    return changed.flatMap(({ threadId, isDeleted }): readonly LiveEvent[] => {
      const thread = found.get(threadId);
      if (thread) return [{ type: 'thread', thread }];
      return isDeleted ? [{ type: 'thread_deleted', threadId }] : [];
    });
  }
}
