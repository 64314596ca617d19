import { entryId, type PersonId } from '../../kernel/ids.ts';
import { looksSecret } from '../../trust/masking/redaction.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type {
  CurrentEntry,
  EntryChange,
  MemoryChange,
  MemoryStore,
  NamespaceChange,
  PersonMemory,
} from './store.ts';
import { refuse } from './errors.ts';
import type { Namespace, Source } from './model.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';

export interface MemoryServiceDeps {
  readonly journal: Journal<MemoryChange>;
  readonly store: MemoryStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The namespaces of people that are being written. */
export type Lanes = OneAtATime<`${PersonId} ${Namespace}`>;

/** Shared by everything that writes to a namespace of one person: serialises writes and creates entries in one way. */
export class NamespaceWriter {
  readonly personId: PersonId;
  readonly store: PersonMemory;
  readonly clock: Clock;
  readonly #journal: Journal<MemoryChange>;
  readonly #ids: Ids;
  readonly #lanes: Lanes;

  constructor({ journal, store, clock, ids }: MemoryServiceDeps, personId: PersonId, lanes: Lanes) {
    [this.#journal, this.clock, this.#ids, this.#lanes] = [journal, clock, ids, lanes];
    [this.personId, this.store] = [personId, store.ofPerson(personId)];
  }

  /** Retries after a conflict with another writer, which does not happen within this process. */
  async exclusively<Result>(namespace: Namespace, work: () => Promise<Result>): Promise<Result> {
    return await this.#lanes.run(`${this.personId} ${namespace}`, async () => {
      for (let left = maxConflicts; ; left--)
        try {
          return await work();
        } catch (error) {
          if (!isJournalConflict(error) || left === 0) throw error;
        }
    });
  }

  /** Commits these changes to entries; `after` is the resulting state of the namespace. @throws JournalConflict */
  async commit(
    after: Omit<NamespaceChange, 'change' | 'personId'>,
    changes: readonly EntryChange[],
  ): Promise<void> {
    await this.#journal.commit([{ change: 'namespace.set', personId: this.personId, ...after }, ...changes]);
  }

  entry(
    namespace: Namespace,
    {
      text,
      spaceBefore,
      position,
    }: { readonly text: string; readonly spaceBefore: string; readonly position: number },
    source: Source,
    at: number,
  ): CurrentEntry {
    return {
      entryId: entryId(this.#ids.next()),
      personId: this.personId,
      shared: false,
      namespace,
      text,
      source,
      createdAt: at,
      updatedAt: at,
      validFrom: at,
      supersededAt: null,
      supersededBy: null,
      spaceBefore,
      position,
    };
  }
}

const maxConflicts = 5;

/** @throws Refusal secret_in_memory */
export function refuseSecrets(lines: readonly { readonly text: string }[]): void {
  if (looksSecret(lines.map(({ text }) => text).join('\n'))) throw refuse.secret_in_memory();
}
