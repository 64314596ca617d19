import type { PersonId } from '../../../../core/kernel/ids.ts';
import type { Namespace } from '../../../../core/knowledge/memory/model.ts';
import type { NamespaceEntries } from '../../../../core/knowledge/memory/store.ts';

/** Of the entries of one namespace of one person, in UTF-16 units. */
const MOST_CHARS = 65_536;

/**
 * The last read of each namespace, until something is written: most reads come again before that, and each statement
 * takes and gives back a lock of the file, or asks a server. Only this process writes, through one writer.
 */
export class RecentReads {
  readonly #kept = new Map<`${PersonId} ${Namespace}`, NamespaceEntries>();
  #writes = 0;
  #writers = 0;

  /** Counts writes: compare it before and after a read whose result is cached. */
  get writes(): number {
    return this.#writes;
  }

  of(person: PersonId, namespace: Namespace): NamespaceEntries | null {
    return this.#kept.get(`${person} ${namespace}`) ?? null;
  }

  /** Only where nothing was written since the read began, when there had been these writes. */
  keep(person: PersonId, namespace: Namespace, read: NamespaceEntries, writes: number): void {
    if (writes !== this.#writes || this.#writers > 0) return;
    const chars = read.entries.reduce((sum, { text }) => sum + text.length, 0);
    if (chars <= MOST_CHARS) this.#kept.set(`${person} ${namespace}`, read);
  }

  /** Until the result is called, it is not known which version a read gives; then, what was read before is forgotten. */
  writing(): () => void {
    this.#writers += 1;
    return () => {
      this.#writers -= 1;
      this.#writes += 1;
      this.#kept.clear();
    };
  }
}
