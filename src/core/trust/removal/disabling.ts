import type { PersonId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Out, Person } from '../people/model.ts';
import type { PeopleService, PersonChanges } from '../people/service.ts';
import { removalLimits as limits } from './limits.ts';
import type { WorkOf } from './port.ts';

export interface DisablingDeps {
  readonly people: Pick<PeopleService, 'get' | 'set'>;
  readonly work: WorkOf;
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  readonly log: Log;
}

/**
 * Disables or enables a person together with their work. When disabled, they are locked out first, then their work
 * ends, and nothing of theirs begins until they are enabled. Then only what is due from that moment on is done.
 */
export class Disabling {
  readonly #deps: DisablingDeps;

  constructor(deps: DisablingDeps) {
    this.#deps = deps;
  }

  /**
   * Changes a person. When that disables them, resolves once their work has ended, or after 2 s while it is still
   * ending.
   * @throws Refusal as `PeopleService.set`
   */
  async set(id: PersonId, changes: PersonChanges): Promise<Person> {
    const { people, work, log } = this.#deps;
    const before = await people.get(id);
    const isEnabled = before.disabled && changes.disabled === false;
    // Before they are enabled, so that nothing that was missed begins, whatever fails in between.
    if (isEnabled) await work.miss(id);
    const after = await people.set(id, changes);
    if (changes.disabled === true && !(await this.ended(id, 'disabled', limits.disabledMs)))
      log.warn('work of a person who was disabled has not ended yet');
    if (isEnabled) work.resume();
    return after;
  }

  /** Ends the work of a person who is out. @returns whether all of it has ended within this time */
  async ended(id: PersonId, why: Out, withinMs: number): Promise<boolean> {
    const { work, clock } = this.#deps;
    const until = clock.monotonic() + withinMs;
    while (!(await work.end(id, why))) {
      if (clock.monotonic() >= until) return false;
      await clock.sleep(limits.lookEveryMs, new AbortController().signal);
    }
    return true;
  }
}
