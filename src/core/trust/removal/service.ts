import type { PersonId } from '../../kernel/ids.ts';
import type { Log } from '../../ports/log.ts';
import { refuse } from '../people/errors.ts';
import type { Out } from '../people/model.ts';
import type { PeopleService } from '../people/service.ts';
import { removalLimits as limits } from './limits.ts';
import { belongingKinds, type BelongingKind, type Counts, type Removal } from './model.ts';
import type { Disabling } from './disabling.ts';
import type { AllBelongings, Belongings } from './port.ts';

export interface RemovalDeps {
  readonly people: Pick<PeopleService, 'get' | 'set' | 'remove'>;
  readonly disabling: Pick<Disabling, 'ended'>;
  readonly belongings: AllBelongings;
  readonly log: Log;
}

/**
 * Removes a person. They are out first; then their work stops, everything that is theirs is erased or handed over, kind by
 * kind, and last they themselves go. Whatever fails between, they stay out, and the same request goes on where it stopped.
 */
export class RemovalService {
  readonly #deps: RemovalDeps;

  constructor(deps: RemovalDeps) {
    this.#deps = deps;
  }

  /**
   * @param to to whom everything goes, to which the person must have agreed; null: it is erased
   * @throws Refusal person_not_found, owner_stays, handover_to_self, handover_not_agreed, still_at_work, disk_full, storage_error
   */
  async remove(id: PersonId, to: PersonId | null): Promise<Removal> {
    const { people, log } = this.#deps;
    const person = await people.get(id);
    if (person.role === 'owner') throw refuse.owner_stays();
    if (to === id) throw refuse.handover_to_self();
    if (to !== null) {
      await people.get(to);
      if (person.handoverTo !== to) throw refuse.handover_not_agreed();
    }
    await people.set(id, { disabled: true });
    if (!(await this.hasEnded(id, 'disabled'))) throw refuse.still_at_work();
    const counts =
      to === null ? await this.erase(id) : await this.#settled(async (all) => await all.handOver(id, to));
    await people.remove(id);
    log.info('a person was removed', { personId: id, to, ...counts });
    return { fate: to === null ? 'erased' : 'handed_over', counts };
  }

  /** Ends the work of a person for whom none may begin. @returns false if some of it goes on for too long */
  async hasEnded(id: PersonId, why: Out): Promise<boolean> {
    return await this.#deps.disabling.ended(id, why, limits.stopMs);
  }

  /**
   * Erases everything that is this person's, for whom nothing works any more. Repeatable: the next time it finds what is left.
   * @param staying kinds that are not touched, and count 0
   * @returns how many there were of each kind
   * @throws Refusal disk_full, storage_error
   */
  async erase(id: PersonId, staying: readonly BelongingKind[] = []): Promise<Counts> {
    return await this.#settled(async (all, kind) => (staying.includes(kind) ? 0 : await all.erase(id)));
  }

  async #settled(settle: (all: Belongings, kind: BelongingKind) => Promise<number>): Promise<Counts> {
    const { belongings } = this.#deps;
    const counts: [string, number][] = [];
    for (const kind of belongingKinds) counts.push([kind, await settle(belongings[kind], kind)]);
    return Object.fromEntries(counts) as Counts;
  }
}
