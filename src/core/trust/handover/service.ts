import type { PersonId } from '../../kernel/ids.ts';
import { quote } from '../../kernel/quoted.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Quoted } from '../../kernel/says.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import { shareOfMember, shareOfMembers } from '../people/limits.ts';
import { refuse as refusePerson } from '../people/errors.ts';
import type { Asker } from '../people/model.ts';
import type { PeopleService } from '../people/service.ts';
import { refuse } from './errors.ts';
import { handoverLimits } from './limits.ts';
import type { Handover, HandoverKind } from './model.ts';
import type { AllHandable, FilesAlong, HandoverJournal, ToldOf } from './port.ts';
import { say } from './says.ts';
import type { HandoverChange, HandoverStore } from './store.ts';

export interface HandoverServiceDeps {
  readonly journal: HandoverJournal;
  readonly store: HandoverStore;
  readonly people: Pick<PeopleService, 'get' | 'isOwner'>;
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
  readonly #offering = new OneAtATime<'offer'>();

  constructor(deps: HandoverServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Offers one of their own to somebody, who is told by a notice. Nothing changes hands before that person accepts; another
   * offer of the same thing takes the place of this one.
   * @throws Refusal of the feature as for any other request, or because it runs or has unreviewed changes; person_not_found,
   *   handover_to_self, receiver_disabled, too_many_offers, disk_full, storage_error
   */
  async offer({ person }: Asker, kind: HandoverKind, text: string, to: PersonId): Promise<ShownHandover> {
    const { store, people, things, ids, clock } = this.#deps;
    const { id, title } = await things[kind].meant(person, text);
    if (to === person) throw refusePerson.handover_to_self();
    if ((await people.get(to)).disabled) throw refuse.receiver_disabled();
    return await things[kind].whileIdle(person, id, () =>
      this.#offering.run('offer', async () => {
        const handover: Handover = {
          handoverId: ids.next(),
          kind,
          thingId: id,
          from: person,
          to,
          createdAt: clock.now(),
        };
        const isOfIt = (one: Handover) => one.kind === kind && one.thingId === id;
        const [own, theirs] = [await store.withPerson(person), await store.withPerson(to)];
        const earlier = own.filter(isOfIt);
        const offered = await this.#parted(own.filter((one) => one.from === person && !isOfIt(one)));
        const waiting = await this.#parted(theirs.filter((one) => one.to === to && !isOfIt(one)));
        this.#refuseOneMore(person, offered.waiting, waiting.waiting);
        await this.#offered(
          [
            { change: 'handover.offered', handover },
            ...offered.over.map(({ handoverId }) => ({ change: 'handover.over', handoverId }) as const),
          ],
          [
            {
              whom: to,
              title: say('told.offered'),
              text: say('told.offered_text', { kind, name: await this.#nameOf(person), title: shown(title) }),
              of: handover.handoverId,
            },
          ],
          earlier.map(({ handoverId }) => handoverId),
        );
        return { ...handover, title };
      }),
    );
  }

  /** What they have offered and were offered, the oldest first; not what is gone, or went another way meanwhile. */
  async list({ person }: Asker): Promise<readonly ShownHandover[]> {
    return (await this.#parted(await this.#deps.store.withPerson(person))).waiting;
  }

  /**
   * Who was offered it has it from now on, with all that hangs on it; who has offered it is told.
   * @throws Refusal handover_not_found, and of the feature, if it runs or has unreviewed changes; then nothing has changed
   */
  async accept(asker: Asker, handoverId: string): Promise<Handover> {
    const { store, things, files, clock, log } = this.#deps;
    const handover = await this.#found(asker, handoverId);
    if (handover.to !== asker.person) throw refuse.handover_not_found();
    const { kind, thingId, from, to } = handover;
    const title = (await this.#titleOf(handover)) ?? '';
    const told: ToldOf = {
      whom: from,
      title: say('told.offer_accepted'),
      text: say('told.offer_accepted_text', { kind, name: await this.#nameOf(to), title: shown(title) }),
    };
    await things[kind].whileIdle(from, thingId, async ({ threadId }) => {
      const paths = threadId === null ? [] : await store.filesIn(threadId);
      const along = await files.copied(paths, from, to);
      try {
        const at = clock.now();
        await this.#committed(
          { change: 'handover.accepted', handover, threadId, files: along.files, at },
          told,
        );
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

  /** Who was offered it says no, which is told, or who has offered it takes that back. @throws Refusal handover_not_found */
  async end(asker: Asker, text: string): Promise<void> {
    const handover = await this.#found(asker, text);
    const { handoverId, kind, from, to } = handover;
    const title = await this.#titleOf(handover);
    const told: readonly ToldOf[] =
      asker.person === from || title === null
        ? []
        : [
            {
              whom: from,
              title: say('told.offer_declined'),
              text: say('told.offer_declined_text', {
                kind,
                name: await this.#nameOf(to),
                title: shown(title),
              }),
            },
          ];
    await this.#deps.journal.commit([{ change: 'handover.over', handoverId }], told, [handoverId]);
  }

  /** Which of them wait, and which are over, because who has offered it has it no more. */
  async #parted(all: readonly Handover[]) {
    const [waiting, over]: [ShownHandover[], Handover[]] = [[], []];
    for (const handover of all) {
      const title = await this.#titleOf(handover);
      if (title === null) over.push(handover);
      else waiting.push({ ...handover, title });
    }
    return { waiting, over };
  }

  /** Members leave room for each other and for the owner in what one person is offered. @throws Refusal too_many_offers */
  #refuseOneMore(from: PersonId, offered: readonly Handover[], waiting: readonly Handover[]): void {
    const { waiting: most } = handoverLimits;
    if (offered.length >= most) throw refuse.too_many_offers({ most, whose: 'giver' });
    const isMember = (person: PersonId) => !this.#deps.people.isOwner(person);
    const own = waiting.filter((one) => one.from === from).length;
    const ofMembers = waiting.filter((one) => isMember(one.from)).length;
    const isShareFull = isMember(from) && (own >= shareOfMember(most) || ofMembers >= shareOfMembers(most));
    if (waiting.length >= most || isShareFull)
      throw refuse.too_many_offers({ most: isShareFull ? shareOfMember(most) : most, whose: 'receiver' });
  }

  /** The receiver may have been put out meanwhile. */
  async #offered(...commit: Parameters<HandoverJournal['commit']>): Promise<void> {
    try {
      await this.#deps.journal.commit(...commit);
    } catch (error) {
      throw isJournalConflict(error) ? refuse.receiver_disabled() : error;
    }
  }

  async #committed(
    change: Extract<HandoverChange, { change: 'handover.accepted' }>,
    told: ToldOf,
  ): Promise<void> {
    try {
      await this.#deps.journal.commit([change], [told], [change.handover.handoverId]);
    } catch (error) {
      throw isJournalConflict(error) ? refuse.handover_not_found() : error;
    }
  }

  async #found({ person }: Asker, handoverId: string): Promise<Handover> {
    const found = await this.#deps.store.get(handoverId.toLowerCase());
    if (found === null || (found.from !== person && found.to !== person)) throw refuse.handover_not_found();
    return found;
  }

  async #nameOf(person: PersonId): Promise<Quoted | null> {
    const { name } = await this.#deps.people.get(person);
    return name === null ? null : quote(name, NAME_CHARS);
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

const NAME_CHARS = 100;
const TITLE_CHARS = 200;
const shown = (title: string): Quoted => quote(title, TITLE_CHARS);
