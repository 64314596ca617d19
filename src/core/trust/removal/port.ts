import type { PersonId } from '../../kernel/ids.ts';
import type { Out } from '../people/model.ts';
import type { BelongingKind } from './model.ts';

/** Everything of one kind that is somebody's. Both are repeatable: the next time they find what is left. */
export interface Belongings {
  /** @returns how many there were @throws Refusal disk_full, storage_error */
  erase(person: PersonId): Promise<number>;
  /** What cannot be another's is erased. @returns how many there were @throws Refusal disk_full, storage_error */
  handOver(person: PersonId, to: PersonId): Promise<number>;
}

/** A kind without its belongings does not compile. */
export type AllBelongings = Readonly<Record<BelongingKind, Belongings>>;

/** What works for somebody. */
export interface WorkOf {
  /** Tells all that works now for a person who is out to end. Repeatable. @returns whether there is none any more */
  end(person: PersonId, why: Out): Promise<boolean>;
  /** For before they are enabled: what was due meanwhile is not made up for. @throws Refusal disk_full, storage_error */
  miss(person: PersonId): Promise<void>;
  /** Somebody is enabled: what waited for that goes on. */
  resume(): void;
}
