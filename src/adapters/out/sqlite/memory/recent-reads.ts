import type { PersonId } from '../../../../core/kernel/ids.ts';
import type { Namespace } from '../../../../core/knowledge/memory/model.ts';
import type { NamespaceEntries } from '../../../../core/knowledge/memory/store.ts';

/** Of the entries of one namespace of one person, in UTF-16 units. */
const MOST_CHARS = 65_536;

/**
 * The last read of each namespace, until something is written: most reads come again before that, and each statement
 * takes and gives back a lock of the file. Only this process writes, through one writer in this thread.
 */
export class RecentReads {
  readonly #kept = new Map<`${PersonId} ${Namespace}`, NamespaceEntries>();

  of(person: PersonId, namespace: Namespace): NamespaceEntries | null {
    return this.#kept.get(`${person} ${namespace}`) ?? null;
  }

  /** Call it in the tick of the read: what was read over several ticks may be of the past. */
  keep(person: PersonId, namespace: Namespace, read: NamespaceEntries): void {
    const chars = read.entries.reduce((sum, { text }) => sum + text.length, 0);
    if (chars <= MOST_CHARS) this.#kept.set(`${person} ${namespace}`, read);
  }

  /** Call it in the tick of a commit. */
  forget(): void {
    this.#kept.clear();
  }
}
