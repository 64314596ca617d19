import { HOUR_MS } from '../../kernel/durations.ts';
import { personId, type PersonId } from '../../kernel/ids.ts';
import { quote } from '../../kernel/quoted.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict } from '../../ports/journal.ts';
import { peopleLimits } from '../people/limits.ts';
import type { Asker, Person, SessionWay } from '../people/model.ts';
import type { PeopleService } from '../people/service.ts';
import { refuse } from './errors.ts';
import { signInLimits as limits } from './limits.ts';
import {
  isOver,
  isValue,
  type Identity,
  type Invitation,
  type Client,
  type SignInLink,
  type Visitor,
} from './model.ts';
import type { SignInJournal, Time, Told, Values } from './port.ts';
import { say } from './says.ts';
import type { SignInStore } from './store.ts';
import { mustBePresent, type SignInService } from './service.ts';
import type { Tries } from './tries.ts';

export interface InvitationDeps {
  readonly store: SignInStore;
  readonly journal: SignInJournal;
  readonly people: Pick<PeopleService, 'owner' | 'get' | 'isSigningInOn' | 'turnSigningInOn'>;
  readonly signIn: Pick<SignInService, 'open'>;
  readonly tries: Tries;
  readonly values: Values;
  readonly ids: Ids;
  readonly time: Time;
  /** Where browsers reach this engine. */
  readonly publicUrl: string | null;
}

/** What the owner gives somebody, once. */
export interface Given {
  readonly url: string;
  readonly expiresAt: number;
}

/** Who is let in, and by what: an invitation for somebody new, a link for one more browser of somebody who is there. */
export class InvitationService {
  readonly #deps: InvitationDeps;

  constructor(deps: InvitationDeps) {
    this.#deps = deps;
  }

  /**
   * Makes an invitation. From the first one on everybody signs in; a browser that needed no sign-in until then is given a
   * session of the owner.
   * @returns the url, which is not kept, and the value of that session
   * @throws Refusal public_url_required, sign_in_needed, most_reached, disk_full, storage_error
   */
  async invite(
    asker: Asker,
    { name, hours = limits.invitationHours }: { readonly name: string; readonly hours?: number },
    client: Client,
  ): Promise<Given & { readonly invitationId: string; readonly session: string | null }> {
    const { people, journal, signIn, values, ids, time } = this.#deps;
    const origin = this.#origin();
    mustBePresent(asker);
    if ((await this.list()).length >= limits.invitations)
      throw refuse.most_reached({ most: limits.invitations });
    const value = values.mint();
    const { now } = time();
    const invitation: Invitation = {
      invitationId: ids.next(),
      hash: values.hash(value, 'invitation'),
      name,
      createdAt: now,
      expiresAt: now + hours * HOUR_MS,
    };
    const making = { change: 'invitation.made', invitation } as const;
    await people.turnSigningInOn();
    let session: string | null = null;
    if (asker.signedIn === 'open')
      session = await signIn.open(people.owner, 'first', client, { changes: [making] });
    else await journal.commit([making]);
    const { invitationId, expiresAt } = invitation;
    return { invitationId, url: `${origin}/#/join/${value}`, expiresAt, session };
  }

  /** Those that still let somebody in, the newest first. */
  async list(): Promise<readonly Invitation[]> {
    const time = this.#deps.time();
    return (await this.#deps.store.invitations()).filter((one) => !isOver(one, time));
  }

  /** @throws Refusal invitation_not_found, disk_full, storage_error */
  async withdraw(invitationId: string): Promise<void> {
    const id = invitationId.toLowerCase();
    const all = await this.#deps.store.invitations();
    if (!all.some((one) => one.invitationId === id)) throw refuse.invitation_not_found();
    await this.#deps.journal.commit([{ change: 'invitation.withdrawn', invitationId: id }]);
  }

  /**
   * Makes the person and signs their browser in. Of two who show the same invitation at once, one succeeds.
   * @param account elsewhere, which stands for the person from then on
   * @returns the value of the session
   * @throws Refusal already_signed_in, invitation_unusable, identity_taken, too_many_tries, disk_full, storage_error
   */
  async accept(
    token: string,
    visitor: Visitor,
    account: Pick<Identity, 'issuer' | 'subject'> | null = null,
  ): Promise<string> {
    const invitation = await this.check(token, visitor);
    const { signIn, people, store, ids, time } = this.#deps;
    const id = personId(ids.next());
    const way: SessionWay = account === null ? 'invitation' : 'oidc';
    const person = memberWith(id, invitation.name, time().now);
    const identity = account && { ...account, personId: id, createdAt: person.createdAt };
    if (identity && (await store.identity(identity.issuer, identity.subject)) !== null)
      throw refuse.identity_taken();
    try {
      return await signIn.open(id, way, visitor, {
        changes: [
          { change: 'invitation.taken', invitationId: invitation.invitationId },
          { change: 'person.add', person },
          ...(identity ? [{ change: 'identity.added', identity } as const] : []),
        ],
        told: [letIn(people.owner, invitation)],
      });
    } catch (error) {
      if (isJournalConflict(error)) throw refuse.invitation_unusable();
      throw error;
    }
  }

  /** @throws Refusal already_signed_in, invitation_unusable, too_many_tries */
  async check(token: string, { network, isSignedIn }: Visitor): Promise<Invitation> {
    const { tries, store, values, time } = this.#deps;
    if (isSignedIn) throw refuse.already_signed_in();
    return await tries.counted(network, async () => {
      const found = isValue(token) ? await store.invitation(values.hash(token, 'invitation')) : null;
      if (found === null || isOver(found, time())) throw refuse.invitation_unusable();
      return found;
    });
  }

  /**
   * A link that signs one browser in as this person, within an hour. They are told.
   * @throws Refusal public_url_required, person_not_found, person_disabled, sign_in_needed, disk_full, storage_error
   */
  async link(asker: Asker, whom: PersonId): Promise<Given> {
    const { people, journal, values, time } = this.#deps;
    const origin = this.#origin();
    mustBePresent(asker);
    const person = await people.get(whom);
    if (person.disabled) throw refuse.person_disabled();
    const value = values.mint();
    const { now } = time();
    const link: SignInLink = {
      hash: values.hash(value, 'link'),
      personId: person.personId,
      createdAt: now,
      expiresAt: now + limits.linkMs,
    };
    try {
      await journal.commit(
        [{ change: 'link.made', link }],
        [{ whom: person.personId, title: say('told.link'), text: say('told.link_text') }],
      );
    } catch (error) {
      // They were put out meanwhile.
      if (isJournalConflict(error)) throw refuse.person_disabled();
      throw error;
    }
    return { url: `${origin}/#/sign-in/${value}`, expiresAt: link.expiresAt };
  }

  /** @returns the value of the session @throws Refusal already_signed_in, link_unusable, too_many_tries, disk_full, storage_error */
  async useLink(token: string, visitor: Visitor): Promise<string> {
    const { tries, store, values, time, signIn, people } = this.#deps;
    if (visitor.isSignedIn) throw refuse.already_signed_in();
    const link = await tries.counted(visitor.network, async () => {
      const found = isValue(token) ? await store.link(values.hash(token, 'link')) : null;
      if (found === null || isOver(found, time())) throw refuse.link_unusable();
      return found;
    });
    try {
      if ((await people.get(link.personId)).disabled) throw refuse.link_unusable();
      return await signIn.open(link.personId, 'link', visitor, {
        changes: [{ change: 'link.taken', hash: link.hash }],
      });
    } catch (error) {
      if (isJournalConflict(error) || isPersonGone(error)) throw refuse.link_unusable();
      throw error;
    }
  }

  #origin(): string {
    const { publicUrl } = this.#deps;
    if (publicUrl === null) throw refuse.public_url_required();
    return publicUrl;
  }
}

const isPersonGone = (error: unknown): boolean => isRefusal(error) && error.code === 'person_not_found';

const letIn = (owner: PersonId, { name }: Invitation): Told => ({
  whom: owner,
  title: say('told.let_in'),
  text: say('told.let_in_text', { name: quote(name) }),
});

const memberWith = (id: PersonId, name: string, createdAt: number): Person => ({
  personId: id,
  name,
  role: 'member',
  createdAt,
  lastSeenAt: createdAt,
  disabled: false,
  dailyLimitUsd: peopleLimits.memberDailyUsd,
  proxyUser: null,
  handoverTo: null,
});
