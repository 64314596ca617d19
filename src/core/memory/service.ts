import { entryId } from '../kernel/ids.ts';
import { limits } from '../kernel/limits.ts';
import { finderOf } from '../kernel/occurrences.ts';
import { looksSecret } from '../kernel/redaction.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import { isJournalConflict } from '../ports/journal.ts';
import { difference, STEP, type Placed } from './diff.ts';
import { appending, parsed, without, written, type Document } from './document.ts';
import { refuse } from './errors.ts';
import { namespaceNamed, namespaces, type MemoryEntry, type Namespace, type Source } from './model.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { recollect, type Recollection } from './search/search.ts';
import type { Held, HeldEntry, MemoryChange, MemoryStore } from './store.ts';

export interface MemoryServiceDeps {
  readonly store: MemoryStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface NamespaceText {
  readonly namespace: Namespace;
  readonly content: string;
  readonly entries: readonly MemoryEntry[];
}

export interface Replaced {
  readonly namespace: Namespace;
  readonly added: number;
  readonly kept: number;
  readonly superseded: number;
}

export interface SearchOptions {
  readonly limit: number;
  readonly namespace?: Namespace | null;
  /** Also what is superseded. */
  readonly history?: boolean;
}

export interface RecordRequest {
  readonly namespace: Namespace;
  readonly text: string;
  readonly source: Source;
  readonly validFrom?: number;
  /** The text came out of this memory: it is never learned again, or what is remembered would confirm itself. */
  readonly isRecalled?: boolean;
  /** Text from elsewhere is taken only where somebody says so; without it `external` is refused. */
  readonly acceptsExternal?: boolean;
}

export type Recorded =
  | { readonly outcome: 'stored' | 'confirmed' | 'known'; readonly entry: MemoryEntry }
  | { readonly outcome: 'refused'; readonly reason: 'recalled' | 'external' };

/**
 * What the engine remembers, in four namespaces. The text of a namespace is derived from its entries
 * (`document.ts`), so the two cannot differ. Nothing that was remembered changes its words: it is superseded, and kept
 * as history, until its owner deletes it.
 */
export class MemoryService {
  readonly #deps: MemoryServiceDeps;
  readonly #turns = new OneAtATime<Namespace>();

  constructor(deps: MemoryServiceDeps) {
    this.#deps = deps;
  }

  /** @throws Refusal namespace_not_found */
  namespace(name: string): Namespace {
    const namespace = namespaceNamed(name);
    if (namespace === null) throw refuse.namespace_not_found();
    return namespace;
  }

  async read(namespace: Namespace): Promise<NamespaceText> {
    const held = await this.#deps.store.read(namespace);
    return { namespace, content: textOf(held), entries: held.entries };
  }

  /** What does not hold any longer, the latest first. */
  async history(namespace: Namespace): Promise<readonly MemoryEntry[]> {
    return await this.#deps.store.history(namespace, limits.memory.historyEntries);
  }

  /**
   * Makes `content` the text of the namespace. Lines that were there stay the entries that they were, with id, source
   * and age; the others are superseded.
   * @throws Refusal memory_too_large, secret_in_memory
   */
  async replace(namespace: Namespace, content: string, source: Source): Promise<Replaced> {
    return await this.#turn(namespace, async () => {
      const held = await this.#deps.store.read(namespace);
      return await this.#rewrite(namespace, held, content, source);
    });
  }

  /**
   * Adds the lines of a text behind all others, each as an entry.
   * @throws Refusal nothing_to_remember, memory_too_large, secret_in_memory
   */
  async append(namespace: Namespace, text: string, source: Source): Promise<readonly MemoryEntry[]> {
    const { lines } = parsed(text);
    if (lines.length === 0) throw refuse.nothing_to_remember();
    const added = lines.map(({ content, lead }, index) => ({ text: content, lead: index === 0 ? '' : lead }));
    return await this.#turn(
      namespace,
      async () => await this.#add(namespace, added, source, this.#deps.clock.now()),
    );
  }

  /**
   * Replaces the first occurrence of `oldText` in the text of the namespace, literally. False when it is not there.
   * @throws Refusal memory_too_large, secret_in_memory
   */
  async edit(namespace: Namespace, oldText: string, newText: string, source: Source): Promise<boolean> {
    const old = oldText.toWellFormed();
    if (old === '') throw refuse.empty_pattern();
    return await this.#turn(namespace, async () => {
      const held = await this.#deps.store.read(namespace);
      const content = textOf(held);
      const at = finderOf(old)(content);
      if (at === -1) return false;
      const next = content.slice(0, at) + newText + content.slice(at + old.length);
      await this.#rewrite(namespace, held, next, source);
      return true;
    });
  }

  /** Edits the first namespace, of all or of the one that is named, in which `oldText` is; null when it is in none. */
  async editAnywhere(
    namespace: Namespace | null,
    oldText: string,
    newText: string,
    source: Source,
  ): Promise<Namespace | null> {
    for (const one of namespace === null ? namespaces : [namespace])
      if (await this.edit(one, oldText, newText, source)) return one;
    return null;
  }

  /**
   * Deletes the entries that contain a text, literally and for good: what of it is history goes, too. Returns how many
   * of the current ones did.
   * @throws Refusal empty_pattern, pattern_too_broad
   */
  async delete(namespace: Namespace, pattern: string): Promise<number> {
    const part = checkedPattern(pattern);
    const find = finderOf(part);
    const hit = (entry: MemoryEntry): boolean => find(entry.text) !== -1;
    return await this.#turn(namespace, async () => {
      const held = await this.#deps.store.read(namespace);
      const current = held.entries.filter(hit);
      refuseTooBroad(part, current.length, held.entries.length);
      const past = await this.#deps.store.historyOf(namespace, (text) => find(text) !== -1);
      const changes = [...current.map(({ entryId }) => entryId), ...past].map((entryId): MemoryChange => ({
        change: 'entry.erase',
        entryId,
      }));
      if (changes.length > 0) await this.#leave(namespace, held, hit, changes);
      return current.length;
    });
  }

  /**
   * Takes the entries that contain a text out of use, and keeps them as history for their owner.
   * @throws Refusal empty_pattern, pattern_too_broad
   */
  async forget(namespace: Namespace, pattern: string): Promise<readonly MemoryEntry[]> {
    const part = checkedPattern(pattern);
    const find = finderOf(part);
    const hit = (entry: MemoryEntry): boolean => find(entry.text) !== -1;
    return await this.#turn(namespace, async () => {
      const held = await this.#deps.store.read(namespace);
      const leaving = held.entries.filter(hit);
      refuseTooBroad(part, leaving.length, held.entries.length);
      if (leaving.length === 0) return [];
      const at = this.#deps.clock.now();
      const changes = leaving.map(({ entryId }): MemoryChange => ({
        change: 'entry.supersede',
        entryId,
        at,
        by: null,
      }));
      await this.#leave(namespace, held, hit, changes);
      return leaving;
    });
  }

  async forgetAnywhere(namespace: Namespace | null, pattern: string): Promise<readonly MemoryEntry[]> {
    const gone: MemoryEntry[] = [];
    for (const one of namespace === null ? namespaces : [namespace])
      gone.push(...(await this.forget(one, pattern)));
    return gone;
  }

  /** Best first; of equally good ones the newest. Any text is a question. */
  async search(question: string, options: SearchOptions): Promise<readonly Recollection[]> {
    await this.#deps.store.searchable();
    return await this.#recollect(question, options);
  }

  /**
   * What belongs into a prompt about this text: the best entries that are truly about it, together no longer than
   * `chars`. Does not wait for what has just been written in large amounts. Never throws because of the text.
   */
  async relevantTo(
    text: string,
    { limit, chars }: { readonly limit: number; readonly chars: number },
  ): Promise<readonly MemoryEntry[]> {
    const found = await this.#recollect(text, { limit: 2 * limit });
    const best = found.reduce((most, { coverage }) => Math.max(most, coverage), 0);
    // What only stands beside an answer is no answer to something that nobody asked.
    const least = Math.max(limits.memory.leastCoverage, limits.memory.shareOfBest * best);
    const relevant: MemoryEntry[] = [];
    let left = chars;
    for (const { entry, coverage } of found) {
      if (coverage < least || entry.text.length > left) continue;
      left -= entry.text.length;
      relevant.push(entry);
      if (relevant.length === limit) break;
    }
    return relevant;
  }

  /**
   * Remembers one statement, in one line, unless it is known: then whoever says so independently confirms it. What
   * came out of this memory is refused, and what came from elsewhere unless it is accepted (engine notes §9.9, §9.10).
   * @throws Refusal nothing_to_remember, memory_too_large, secret_in_memory
   */
  async record(request: RecordRequest): Promise<Recorded> {
    const { namespace, source, isRecalled = false, acceptsExternal = false } = request;
    if (isRecalled) return { outcome: 'refused', reason: 'recalled' };
    if (source.origin === 'external' && !acceptsExternal) return { outcome: 'refused', reason: 'external' };
    const text = request.text
      .toWellFormed()
      .replace(/\s*\n\s*/gu, ' ')
      .trim();
    if (text === '') throw refuse.nothing_to_remember();
    return await this.#turn(namespace, async () => {
      const { store, clock } = this.#deps;
      await store.searchable();
      const now = clock.now();
      const [same] = await store.sayingTheSame(namespace, text);
      if (!same) {
        const [entry] = await this.#add(namespace, [{ text, lead: '' }], source, request.validFrom ?? now);
        if (!entry) throw new Error('one entry was added');
        return { outcome: 'stored', entry };
      }
      if (!isIndependent(source, same.source)) return { outcome: 'known', entry: same };
      const { version, tail, chars } = await store.end(namespace);
      const changes: MemoryChange[] = [{ change: 'entry.confirm', entryId: same.entryId, at: now }];
      await store.commit({ namespace, version, tail, chars, changes });
      return { outcome: 'confirmed', entry: { ...same, updatedAt: now } };
    });
  }

  /** Records each line of a text. @throws Refusal as `record` */
  async remember(namespace: Namespace, text: string, source: Source): Promise<readonly Recorded[]> {
    const { lines } = parsed(text);
    if (lines.length === 0) throw refuse.nothing_to_remember();
    refuseSecrets([{ text }]);
    const recorded: Recorded[] = [];
    for (const { content } of lines) recorded.push(await this.record({ namespace, text: content, source }));
    return recorded;
  }

  async #recollect(question: string, options: SearchOptions): Promise<readonly Recollection[]> {
    const { limit, namespace = null, history = false } = options;
    const now = this.#deps.clock.now();
    return await recollect(this.#deps.store, { question, now, limit, namespace, history });
  }

  /** Decides again where somebody else was first; within this process nobody is. */
  async #turn<Result>(namespace: Namespace, work: () => Promise<Result>): Promise<Result> {
    return await this.#turns.run(namespace, async () => {
      for (let left = MOST_CONFLICTS; ; left--)
        try {
          return await work();
        } catch (error) {
          if (!isJournalConflict(error) || left === 0) throw error;
        }
    });
  }

  async #rewrite(namespace: Namespace, held: Held, content: string, source: Source): Promise<Replaced> {
    const document = parsed(content);
    const chars = charsOf(document);
    if (chars > limits.memory.namespaceChars) throw refuse.memory_too_large();
    const { added, moved, gone, kept } = difference(held.entries.map(placed), document);
    refuseSecrets(added);
    const at = this.#deps.clock.now();
    const entries = added.map((line) => this.#entry(namespace, line, source, at));
    await this.#deps.store.commit({
      namespace,
      version: held.version,
      tail: document.tail,
      chars,
      changes: [
        ...gone.map(({ held: { entryId }, by }): MemoryChange => {
          return {
            change: 'entry.supersede',
            entryId,
            at,
            by: by === null ? null : (entries[by]?.entryId ?? null),
          };
        }),
        ...moved.map(({ held: { entryId }, lead, position }): MemoryChange => {
          return { change: 'entry.move', entryId, lead, position };
        }),
        ...entries.map((entry): MemoryChange => ({ change: 'entry.add', entry })),
      ],
    });
    return { namespace, added: added.length, kept, superseded: gone.length };
  }

  /** Behind all others; of the first line the lead is where it comes to stand. */
  async #add(
    namespace: Namespace,
    lines: readonly { readonly text: string; readonly lead: string }[],
    source: Source,
    validFrom: number,
  ): Promise<readonly MemoryEntry[]> {
    refuseSecrets(lines);
    const end = await this.#deps.store.end(namespace);
    const { lead, tail } = appending(end.tail, end.lastPosition === null);
    const entries = lines.map((line, index): HeldEntry => {
      const position = (end.lastPosition ?? 0) + (index + 1) * STEP;
      const place = { text: line.text, lead: index === 0 ? lead : line.lead, position };
      return { ...this.#entry(namespace, place, source, this.#deps.clock.now()), validFrom };
    });
    const more = entries.reduce((sum, entry) => sum + entry.lead.length + entry.text.length, 0);
    const chars = end.chars - end.tail.length + more + tail.length;
    if (chars > limits.memory.namespaceChars) throw refuse.memory_too_large();
    const changes = entries.map((entry): MemoryChange => ({ change: 'entry.add', entry }));
    await this.#deps.store.commit({ namespace, version: end.version, tail, chars, changes });
    return entries;
  }

  /** Carries out what takes entries away, and closes the text behind them. */
  async #leave(
    namespace: Namespace,
    held: Held,
    leaves: (entry: HeldEntry) => boolean,
    changes: readonly MemoryChange[],
  ): Promise<void> {
    const rest = without(documentOf(held), leaves);
    const [first] = rest.lines;
    const takesOver: readonly MemoryChange[] =
      first && first.lead !== first.content.lead
        ? [
            {
              change: 'entry.move',
              entryId: first.content.entryId,
              lead: first.lead,
              position: first.content.position,
            },
          ]
        : [];
    const texts = {
      lines: rest.lines.map(({ lead, content: { text } }) => ({ lead, content: text })),
      tail: rest.tail,
    };
    await this.#deps.store.commit({
      namespace,
      version: held.version,
      tail: rest.tail,
      chars: charsOf(texts),
      changes: [...changes, ...takesOver],
    });
  }

  #entry(
    namespace: Namespace,
    { text, lead, position }: { readonly text: string; readonly lead: string; readonly position: number },
    source: Source,
    at: number,
  ): HeldEntry {
    return {
      entryId: entryId(this.#deps.ids.next()),
      namespace,
      text,
      source,
      createdAt: at,
      updatedAt: at,
      validFrom: at,
      supersededAt: null,
      supersededBy: null,
      lead,
      position,
    };
  }
}

const MOST_CONFLICTS = 5;

const documentOf = ({ entries, tail }: Held): Document<HeldEntry> => ({
  lines: entries.map((content) => ({ lead: content.lead, content })),
  tail,
});

const textOf = ({ entries, tail }: Held): string =>
  written({ lines: entries.map(({ lead, text }) => ({ lead, content: text })), tail });

const placed = (held: HeldEntry): Placed<HeldEntry> => ({
  held,
  text: held.text,
  lead: held.lead,
  position: held.position,
});

const charsOf = ({ lines, tail }: Document<string>): number =>
  lines.reduce((sum, { lead, content }) => sum + lead.length + content.length, tail.length);

function refuseSecrets(lines: readonly { readonly text: string }[]): void {
  if (looksSecret(lines.map(({ text }) => text).join('\n'))) throw refuse.secret_in_memory();
}

/** A part of an entry is never only white space: entries have such text between their words only by chance. */
function checkedPattern(pattern: string): string {
  if (pattern.trim() === '') throw refuse.empty_pattern();
  return pattern.toWellFormed();
}

const FEW_CHARACTERS = 2;

/** A single letter deletes what contains it, but never everything by accident. */
function refuseTooBroad(pattern: string, hits: number, all: number): void {
  if (Array.from(pattern).length <= FEW_CHARACTERS && all > 1 && hits === all)
    throw refuse.pattern_too_broad();
}

/** Somebody else, or the same on another occasion; what came from elsewhere confirms nothing. */
const isIndependent = (source: Source, of: Source): boolean =>
  source.origin !== 'external' &&
  (source.runId === null ? source.origin === 'user' : source.runId !== of.runId);
