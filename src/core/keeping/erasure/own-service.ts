import type { PersonId } from '../../kernel/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { Asker } from '../../trust/people/model.ts';
import type { PeopleService } from '../../trust/people/service.ts';
import type { BelongingKind, Counts } from '../../trust/removal/model.ts';
import type { RemovalService } from '../../trust/removal/service.ts';
import { refuse } from './errors.ts';
import { OWN_CONFIRMATION } from './model.ts';

export interface OwnErasureDeps {
  readonly people: Pick<PeopleService, 'isOwner' | 'erasing' | 'beginErasure' | 'endErasure'>;
  readonly removal: Pick<RemovalService, 'hasEnded' | 'erase'>;
  /** What waited for it goes on. */
  readonly resume: () => void;
  readonly log: Log;
}

/** Of what is the owner's. */
const OF_THE_HOUSE: readonly BelongingKind[] = ['secrets'];

/**
 * Erases what is one person's own, by the list of their removal; the person, how they sign in and their role stay. First it is on
 * disk that it happens, and nothing of theirs begins from then on; then their work ends, and everything goes, kind by kind.
 * Whatever dies, the next start goes on. What they make while it lasts may go or stay.
 *
 * The owner's, too, without the house: `DELETE /api/data` would take what the members have. The owner's secrets stay, because
 * settings, providers and tool servers use them, and so do the files of a workspace outside the data directory, which is a folder of
 * theirs that the engine only works in.
 */
export class OwnErasureService {
  readonly #deps: OwnErasureDeps;
  readonly #busy = new Set<PersonId>();

  constructor(deps: OwnErasureDeps) {
    this.#deps = deps;
  }

  /**
   * @returns how many there were of each kind; runs are counted each time, because what they have cost stays
   * @throws Refusal not_confirmed, erasure_in_progress, runs_did_not_stop, disk_full, storage_error; after the
   *   last two it may have begun, and goes on when it is asked again, or with the next start
   */
  async erase({ person }: Asker, confirm: string): Promise<Counts> {
    const { people, removal } = this.#deps;
    if (confirm !== OWN_CONFIRMATION) throw refuse.not_confirmed({ word: OWN_CONFIRMATION });
    if (this.#busy.has(person)) throw refuse.erasure_in_progress();
    this.#busy.add(person);
    try {
      const isBegun = people.erasing.includes(person);
      await people.beginErasure(person);
      if (!(await removal.hasEnded(person, 'erasing'))) {
        // What was erased of it before stays so.
        if (!isBegun) await this.#end(person);
        throw refuse.runs_did_not_stop();
      }
      return await this.#erased(person);
    } finally {
      this.#busy.delete(person);
    }
  }

  /** At a start, before anything works: goes on with what a crash cut off. A failure is logged, and the next start tries again. */
  async goOn(): Promise<void> {
    const { people, log } = this.#deps;
    for (const person of people.erasing)
      try {
        await this.#erased(person);
      } catch (error) {
        log.error('the erasure of what is somebody’s own is not complete, and the next start tries again', {
          error,
        });
      }
  }

  async #erased(person: PersonId): Promise<Counts> {
    const { people, removal, log } = this.#deps;
    const counts = await removal.erase(person, people.isOwner(person) ? OF_THE_HOUSE : []);
    await this.#end(person);
    log.info('what was somebody’s own was erased', { ...counts });
    return counts;
  }

  async #end(person: PersonId): Promise<void> {
    await this.#deps.people.endErasure(person);
    this.#deps.resume();
  }
}
