import type { EntityId, EntryId, PersonId } from '../../kernel/ids.ts';
import { wordsOf } from '../../kernel/words.ts';
import type { MemoryEntry } from '../memory/model.ts';
import type { MemoryService } from '../memory/service.ts';
import type { MemoryStore } from '../memory/store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { GraphChange, GraphStores } from './store.ts';
import type { NewWords } from './news.ts';
import { spotted, type Spotted } from './spotting.ts';

export interface MentionDeps {
  readonly journal: Journal<GraphChange>;
  readonly stores: GraphStores;
  readonly memories: Pick<MemoryStore, 'ofEveryone'>;
  readonly memory: Pick<MemoryService, 'searchAll' | 'hasWordsOf'>;
  readonly news: NewWords;
  readonly clock: Clock;
  readonly log: Log;
}

/** Entries, and names, that are looked at in one step: a step is not interrupted. */
const ENTRIES = 5;
const NAMES = 200;
/** Entries that are asked for by one name. */
const FOUND = 20;

/**
 * Keeps which entries of memory speak of which entities. New entries are read for known names, and new names are looked
 * for in what is remembered, in the background, in short steps. How far that is gets written with what was found, so a
 * crash leaves nothing out.
 */
export class Mentions {
  readonly #deps: MentionDeps;
  #isStopped = false;
  #isBehind = true;
  #gone: EntryId[] = [];
  #changed: EntryId[] = [];
  #working: Promise<void> | null = null;

  constructor(deps: MentionDeps) {
    this.#deps = deps;
    deps.news.listen(({ gone, shared }) => {
      this.#isBehind = true;
      this.#gone.push(...gone);
      this.#changed.push(...shared);
      this.begin();
    });
  }

  /** Looks at what is new, in the background. Returns at once. */
  begin(): void {
    if (this.#isStopped) return;
    this.#working ??= this.#catchUp()
      .catch((error: unknown) => {
        this.#deps.log.warn('mentions of entities could not be kept: the next start tries again', { error });
      })
      .finally(() => {
        this.#working = null;
      });
  }

  /** Resolves when everything is looked at that was there before. */
  async upToDate(): Promise<void> {
    for (this.begin(); this.#working;) await this.#working;
  }

  /** The next start goes on. Never rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#working;
  }

  async #catchUp(): Promise<void> {
    while (this.#isBehind && !this.#isStopped) {
      this.#isBehind = false;
      const changed = this.#changed.splice(0);
      if (changed.length > 0)
        await this.#deps.journal.commit(
          (await this.#deps.memories.ofEveryone().entries(changed)).map(
            (entry) => ({ change: 'entry.seen', entryId: entry.entryId, seenBy: readerOf(entry) }) as const,
          ),
          'written',
        );
      const gone = this.#gone.splice(0);
      if (gone.length > 0)
        await this.#deps.journal.commit(
          gone.map((entryId) => ({ change: 'entry.unmention', entryId }) as const),
          'written',
        );
      while (!this.#isStopped && (await this.#readEntries()));
      while (!this.#isStopped && (await this.#lookForNames()));
    }
  }

  /** @returns whether there may be more */
  async #readEntries(): Promise<boolean> {
    const { stores, memories, journal } = this.#deps;
    const after = await stores.ofEveryone().mark('entries');
    const entries = await memories.ofEveryone().since(after, ENTRIES);
    const last = entries.at(-1);
    if (!last) return false;
    const changes: GraphChange[] = [];
    for (const entry of entries)
      if (entry.supersededAt === null)
        for (const { entityId } of await this.#spotted(entry)) changes.push(this.#mention(entityId, entry));
    await journal.commit(
      [...changes, { change: 'graph.mark', mark: 'entries', value: last.entryId }],
      'written',
    );
    return entries.length === ENTRIES;
  }

  async #lookForNames(): Promise<boolean> {
    const { stores, memory, journal } = this.#deps;
    const store = stores.ofEveryone();
    const after = Number((await store.mark('names')) ?? 0);
    const names = await store.namesSince(after, NAMES);
    const last = names.at(-1);
    if (!last) return false;
    const isKnown = await memory.hasWordsOf(names.map(({ text }) => text));
    // Most names of an import are in no entry. The others are asked for one by one, with room for others between them.
    for (const { no, text } of names.filter((_, index) => isKnown[index])) {
      if (this.#isStopped) return false;
      const changes: GraphChange[] = [];
      for (const { entry } of await memory.searchAll(text, { limit: FOUND }))
        if (speaksOf(entry, text))
          for (const { entityId } of await this.#spotted(entry)) changes.push(this.#mention(entityId, entry));
      await journal.commit([...changes, markOf(no)], 'written');
    }
    await journal.commit([markOf(last.no)], 'written');
    return names.length === NAMES;
  }

  /**
   * What an entry names to whose it is: what others alone know is not in it. With room for others before it, as each text
   * takes a few milliseconds.
   */
  async #spotted({ personId, text }: MemoryEntry): Promise<readonly Spotted[]> {
    const { journal, stores } = this.#deps;
    await journal.commit([], 'written');
    return await spotted(stores.ofPerson(personId), text);
  }

  #mention(entityId: EntityId, entry: MemoryEntry): GraphChange {
    const { entryId } = entry;
    return {
      change: 'entity.mention',
      entityId,
      entryId,
      seenBy: readerOf(entry),
      at: this.#deps.clock.now(),
    };
  }
}

const readerOf = ({ personId, shared }: MemoryEntry): PersonId | null => (shared ? null : personId);

const markOf = (no: number): GraphChange => ({ change: 'graph.mark', mark: 'names', value: String(no) });

/** All longer words of the name are in the entry, which may spell the rest in another way. */
function speaksOf({ text }: MemoryEntry, name: string): boolean {
  const words = new Set(wordsOf(text));
  return wordsOf(name)
    .filter((word) => word.length > 4)
    .every((word) => words.has(word));
}
