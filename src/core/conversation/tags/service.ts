import type { Whose } from '../../trust/people/model.ts';
import type { ThreadId } from '../../kernel/ids.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Page } from '../../kernel/page.ts';
import type { Journal } from '../../ports/journal.ts';
import { threadGoneOr, refuse as refuseThread } from '../threads/errors.ts';
import type { ThreadStore } from '../threads/store.ts';
import type { TagChange, TagPosition, TagStore } from './store.ts';
import { tagFrom, tagsFrom, type TaggedThread } from './model.ts';

interface TagServiceParts {
  readonly journal: Journal<TagChange>;
  readonly tags: TagStore;
  readonly threads: Pick<ThreadStore, 'get'>;
}

/** Tags help the owner and the agent to find threads. */
export class TagService {
  readonly #journal: Journal<TagChange>;
  readonly #tags: TagStore;
  readonly #threads: Pick<ThreadStore, 'get'>;
  /** Serialises `change`, which reads the tags before it writes them. */
  readonly #writing = new OneAtATime<ThreadId>();

  constructor({ journal, tags, threads }: TagServiceParts) {
    this.#journal = journal;
    this.#tags = tags;
    this.#threads = threads;
  }

  /** By tag, and within a tag by thread. @throws Refusal invalid_tag */
  async list(
    whose: Whose,
    query: {
      readonly limit: number;
      readonly after: TagPosition | null;
      readonly tag: string | null;
    },
  ): Promise<Page<TaggedThread, TagPosition>> {
    return await this.#tags.list(whose, { ...query, tag: query.tag === null ? null : tagFrom(query.tag) });
  }

  /**
   * Replaces the tags of a thread; repeatable.
   * @returns the tags as stored
   * @throws Refusal thread_not_found, invalid_tag, too_many_tags; then nothing has changed
   */
  async set(whose: Whose, threadId: ThreadId, texts: readonly string[]): Promise<readonly string[]> {
    const tags = tagsFrom(texts);
    return await this.#writing.run(threadId, () => this.#write(whose, threadId, tags));
  }

  /** Adds and removes tags; repeatable. @returns and @throws as `set` */
  async change(
    whose: Whose,
    threadId: ThreadId,
    { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  ): Promise<readonly string[]> {
    const gone = new Set(remove.map(tagFrom));
    const added = add.map(tagFrom);
    return await this.#writing.run(threadId, async () => {
      const kept = (await this.#tags.of(threadId)).filter((tag) => !gone.has(tag));
      return await this.#write(whose, threadId, tagsFrom([...kept, ...added]));
    });
  }

  async #write(whose: Whose, threadId: ThreadId, tags: readonly string[]): Promise<readonly string[]> {
    if (!(await this.#threads.get(whose, threadId))) throw refuseThread.thread_not_found();
    await this.#journal.commit([{ change: 'tags.set', threadId, tags }]).catch(async (error: unknown) => {
      throw await threadGoneOr(error, threadId, this.#threads);
    });
    return tags;
  }
}
