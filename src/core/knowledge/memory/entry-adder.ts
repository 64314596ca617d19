import { memoryLimits } from './limits.ts';
import type { CurrentEntry, EntryChange } from './store.ts';
import { STEP } from './diff.ts';
import { appending, parsed } from './document.ts';
import { refuse } from './errors.ts';
import type { MemoryEntry, Namespace, Source } from './model.ts';
import { refuseSecrets, type NamespaceWriter } from './namespace-writer.ts';

export interface RecordRequest {
  readonly namespace: Namespace;
  readonly text: string;
  readonly source: Source;
  readonly validFrom?: number;
  /** The text came from this memory: storing it would make memory confirm itself. */
  readonly isRecalled?: boolean;
  /** Accepts text from outside sources; without it `external` is refused. */
  readonly acceptsExternal?: boolean;
}

export type Recorded =
  | { readonly outcome: 'stored' | 'confirmed' | 'known'; readonly entry: MemoryEntry }
  | { readonly outcome: 'refused'; readonly reason: 'recalled' | 'external' };

/** Adds entries at the end of a namespace. */
export class EntryAdder {
  readonly #writer: NamespaceWriter;

  constructor(writer: NamespaceWriter) {
    this.#writer = writer;
  }

  /**
   * Appends each line of a text as an entry.
   * @throws Refusal nothing_to_remember, memory_too_large, secret_in_memory
   */
  async append(namespace: Namespace, text: string, source: Source): Promise<readonly MemoryEntry[]> {
    const { lines } = parsed(text);
    if (lines.length === 0) throw refuse.nothing_to_remember();
    const added = lines.map(({ content, spaceBefore }, index) => ({
      text: content,
      spaceBefore: index === 0 ? '' : spaceBefore,
    }));
    return await this.#writer.exclusively(
      namespace,
      async () => await this.#add(namespace, added, source, this.#writer.clock.now()),
    );
  }

  /**
   * Stores one statement on one line, unless it is already known: then an independent source confirms it. Refuses text
   * from this memory, and outside text unless it is accepted.
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
    return await this.#writer.exclusively(namespace, async () => {
      const { store, clock } = this.#writer;
      await store.searchable();
      const now = clock.now();
      const [same] = await store.sayingTheSame(namespace, text);
      if (!same) {
        const [entry] = await this.#add(
          namespace,
          [{ text, spaceBefore: '' }],
          source,
          request.validFrom ?? now,
        );
        if (!entry) throw new Error('one entry was added');
        return { outcome: 'stored', entry };
      }
      if (!isIndependent(source, same.source)) return { outcome: 'known', entry: same };
      const { version, tail, chars } = await store.end(namespace);
      const changes: EntryChange[] = [{ change: 'entry.confirm', entryId: same.entryId, at: now }];
      await this.#writer.commit({ namespace, version, tail, chars }, changes);
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

  /** Appends lines; the tail of the text becomes the space before the first one. */
  async #add(
    namespace: Namespace,
    lines: readonly { readonly text: string; readonly spaceBefore: string }[],
    source: Source,
    validFrom: number,
  ): Promise<readonly MemoryEntry[]> {
    refuseSecrets(lines);
    const end = await this.#writer.store.end(namespace);
    const { spaceBefore, tail } = appending(end.tail, end.lastPosition === null);
    const entries = lines.map((line, index): CurrentEntry => {
      const position = (end.lastPosition ?? 0) + (index + 1) * STEP;
      const place = { text: line.text, spaceBefore: index === 0 ? spaceBefore : line.spaceBefore, position };
      return { ...this.#writer.entry(namespace, place, source, this.#writer.clock.now()), validFrom };
    });
    const more = entries.reduce((sum, entry) => sum + entry.spaceBefore.length + entry.text.length, 0);
    const chars = end.chars - end.tail.length + more + tail.length;
    if (chars > memoryLimits.namespaceChars) throw refuse.memory_too_large();
    const changes = entries.map((entry): EntryChange => ({ change: 'entry.add', entry }));
    await this.#writer.commit({ namespace, version: end.version, tail, chars }, changes);
    return entries;
  }
}

/** Another author, or the same one on another occasion; text from outside sources confirms nothing. */
const isIndependent = (source: Source, of: Source): boolean =>
  source.origin !== 'external' &&
  (source.runId === null ? source.origin === 'user' : source.runId !== of.runId);
