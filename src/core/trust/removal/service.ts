import type { PersonId } from '../../kernel/ids.ts';
import type { Log } from '../../ports/log.ts';
import { refuse } from '../people/errors.ts';
import type { PeopleService } from '../people/service.ts';
import { removalLimits as limits } from './limits.ts';
import { belongingKinds, type Counts, type Removal } from './model.ts';
import type { Disabling } from './disabling.ts';
import type { AllBelongings } from './port.ts';

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
    const { people, disabling, log } = this.#deps;
    const person = await people.get(id);
    if (person.role === 'owner') throw refuse.owner_stays();
    if (to === id) throw refuse.handover_to_self();
    if (to !== null) {
      await people.get(to);
      if (person.handoverTo !== to) throw refuse.handover_not_agreed();
    }
    await people.set(id, { disabled: true });
    if (!(await disabling.ended(id, limits.stopMs))) throw refuse.still_at_work();
    const counts = await this.#settled(id, to);
    await people.remove(id);
    log.info('a person was removed', { personId: id, to, ...counts });
    return { fate: to === null ? 'erased' : 'handed_over', counts };
  }

  async #settled(id: PersonId, to: PersonId | null): Promise<Counts> {
    const { belongings } = this.#deps;
    const counts: [string, number][] = [];
    for (const kind of belongingKinds) {
      const all = belongings[kind];
      counts.push([kind, await (to === null ? all.erase(id) : all.handOver(id, to))]);
    }
    return Object.fromEntries(counts) as Counts;
  }
}
