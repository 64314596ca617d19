import type { PersonId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import { refuse as refusePerson } from '../people/errors.ts';
import type { Asker } from '../people/model.ts';
import type { PeopleService } from '../people/service.ts';
import { refuse } from './errors.ts';
import type { Handover, HandoverKind } from './model.ts';
import type { AllHandable, FilesAlong } from './port.ts';
import type { HandoverChange, HandoverStore } from './store.ts';

export interface HandoverServiceDeps {
  readonly journal: Journal<HandoverChange>;
  readonly store: HandoverStore;
  readonly people: Pick<PeopleService, 'get'>;
  readonly things: AllHandable;
  readonly files: FilesAlong;
  readonly ids: Ids;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** An offer, and what it is about. */
export interface ShownHandover extends Handover {
  readonly title: string;
}

/** Hands over a thread, a trigger or a workflow: who has it offers it, and it goes when the other says yes. */
export class HandoverService {
  readonly #deps: HandoverServiceDeps;

  constructor(deps: HandoverServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Offers one of their own to somebody. Nothing changes hands before that person accepts; another offer of the same thing
   * takes the place of this one.
   * @throws Refusal of the feature as for any other request, or because it runs or has unreviewed changes; person_not_found,
   *   handover_to_self, receiver_disabled, disk_full, storage_error
   */
  async offer({ person }: Asker, kind: HandoverKind, text: string, to: PersonId): Promise<ShownHandover> {
    const { journal, people, things, ids, clock } = this.#deps;
    const { id, title } = await things[kind].meant(person, text);
    if (to === person) throw refusePerson.handover_to_self();
    if ((await people.get(to)).disabled) throw refuse.receiver_disabled();
    return await things[kind].whileIdle(person, id, async () => {
      const handover: Handover = {
        handoverId: ids.next(),
        kind,
        thingId: id,
        from: person,
        to,
        createdAt: clock.now(),
      };
      await journal.commit([{ change: 'handover.offered', handover }]);
      return { ...handover, title };
    });
  }

  /** What they have offered and were offered, the oldest first; not what is gone, or went another way meanwhile. */
  async list({ person }: Asker): Promise<readonly ShownHandover[]> {
    const shown: ShownHandover[] = [];
    for (const handover of await this.#deps.store.withPerson(person)) {
      const title = await this.#titleOf(handover);
      if (title !== null) shown.push({ ...handover, title });
    }
    return shown;
  }

  /**
   * Who was offered it has it from now on, with all that hangs on it.
   * @throws Refusal handover_not_found, and of the feature, if it runs or has unreviewed changes; then nothing has changed
   */
  async accept(asker: Asker, handoverId: string): Promise<Handover> {
    const { store, things, files, clock, log } = this.#deps;
    const handover = await this.#found(asker, handoverId);
    if (handover.to !== asker.person) throw refuse.handover_not_found();
    const { kind, thingId, from, to } = handover;
    await things[kind].whileIdle(from, thingId, async ({ threadId }) => {
      const paths = threadId === null ? [] : await store.filesIn(threadId);
      const along = await files.copied(paths, from, to);
      try {
        await this.#committed({
          change: 'handover.accepted',
          handover,
          threadId,
          files: along.files,
          at: clock.now(),
        });
      } catch (error) {
        // Where the disk failed to sync, it may be stored nevertheless, and its files belong to it.
        if (isRefusal(error) && error.kind === 'storage') throw error;
        await along
          .undo()
          .catch((failure: unknown) =>
            log.warn('copies of files that were to be handed over could not be removed', { error: failure }),
          );
        throw error;
      }
    });
    log.info('a thing was handed over', { kind });
    return handover;
  }

  /** Who was offered it says no, or who has offered it takes that back. @throws Refusal handover_not_found */
  async end(asker: Asker, handoverId: string): Promise<void> {
    await this.#found(asker, handoverId);
    await this.#deps.journal.commit([{ change: 'handover.over', handoverId }]);
  }

  async #committed(change: HandoverChange): Promise<void> {
    try {
      await this.#deps.journal.commit([change]);
    } catch (error) {
      throw isJournalConflict(error) ? refuse.handover_not_found() : error;
    }
  }

  async #found({ person }: Asker, handoverId: string): Promise<Handover> {
    const found = await this.#deps.store.get(handoverId.toLowerCase());
    if (found === null || (found.from !== person && found.to !== person)) throw refuse.handover_not_found();
    return found;
  }

  /** Null if who has offered it has it no more. */
  async #titleOf({ kind, thingId, from }: Handover): Promise<string | null> {
    try {
      return (await this.#deps.things[kind].meant(from, thingId)).title;
    } catch (error) {
      if (isRefusal(error) && error.kind === 'not_found') return null;
      throw error;
    }
  }
}
