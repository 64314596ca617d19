import type { PersonId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import { isJournalConflict } from '../../ports/journal.ts';
import type { Asker } from '../people/model.ts';
import type { PeopleService } from '../people/service.ts';
import { refuse } from './errors.ts';
import type { InvitationService } from './invitations.ts';
import { signInLimits as limits } from './limits.ts';
import type { Identity, Visitor } from './model.ts';
import { Pending } from './pending.ts';
import type { OidcAttempt, OidcProvider, SignInJournal, Time, Values } from './port.ts';
import { mustBePresent, type SignInService } from './service.ts';
import type { SignInStore } from './store.ts';
import type { Tries } from './tries.ts';

export interface OidcDeps {
  readonly store: SignInStore;
  readonly journal: SignInJournal;
  /** Null where none is set. */
  readonly provider: () => OidcProvider | null;
  readonly signIn: Pick<SignInService, 'open'>;
  readonly invitations: Pick<InvitationService, 'check' | 'accept'>;
  readonly people: Pick<PeopleService, 'get'>;
  readonly tries: Tries;
  readonly values: Values;
  readonly time: Time;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly publicUrl: string | null;
}

/** What the provider answered, as the browser brings it back. */
export interface OidcAnswer {
  readonly code: string;
  readonly state: string;
  readonly iss: string | null;
}

/** For what somebody went to the provider. */
type Purpose =
  | { readonly for: 'sign_in' }
  | { readonly for: 'invitation'; readonly token: string }
  | { readonly for: 'link'; readonly person: PersonId };

/**
 * Signing in with an account elsewhere. An account stands for a person once they have linked it, while signed in or while
 * accepting an invitation: by issuer and subject, and never by an address. It makes no one by itself.
 */
export class OidcService {
  readonly #deps: OidcDeps;
  readonly #begun: Pending<OidcAttempt & { readonly purpose: Purpose }>;

  constructor(deps: OidcDeps) {
    this.#deps = deps;
    this.#begun = new Pending(deps.values.challenge, deps.clock);
  }

  get isUsable(): boolean {
    return this.#deps.provider() !== null && this.#deps.publicUrl !== null;
  }

  /**
   * @param invitation to accept with the account
   * @returns where the browser goes
   * @throws Refusal oidc_unavailable, oidc_unreachable, already_signed_in, invitation_unusable, too_many_tries
   */
  async begin(invitation: string | null, visitor: Visitor, binding: string): Promise<string> {
    if (visitor.isSignedIn) throw refuse.already_signed_in();
    const from = visitor.network ?? '';
    if (invitation === null) return await this.#address({ for: 'sign_in' }, binding, from);
    await this.#deps.invitations.check(invitation, visitor);
    return await this.#address({ for: 'invitation', token: invitation }, binding, from);
  }

  /**
   * @returns the value of the session
   * @throws Refusal oidc_unavailable, oidc_refused, oidc_unreachable, identity_unknown, identity_taken, already_signed_in,
   *   invitation_unusable, too_many_tries, disk_full, storage_error
   */
  async finish(answer: OidcAnswer, visitor: Visitor, binding: string | null): Promise<string> {
    if (visitor.isSignedIn) throw refuse.already_signed_in();
    const { tries, store, people, invitations } = this.#deps;
    await tries.confirmFew(visitor.network);
    const { account, purpose, known } = await tries.counted(visitor.network, async () => {
      const proven = await this.#proven(answer, binding);
      // Its invitation is judged, and counted, where it is accepted.
      if (proven.purpose.for === 'invitation') return { ...proven, known: null };
      if (proven.purpose.for !== 'sign_in') throw refuse.oidc_refused();
      const { issuer, subject } = proven.account;
      const identity = await store.identity(issuer, subject);
      if (identity === null || (await people.get(identity.personId)).disabled)
        throw refuse.identity_unknown();
      return { ...proven, known: identity.personId };
    });
    if (known !== null) return await this.#opened(known, visitor);
    if (purpose.for !== 'invitation') throw refuse.oidc_refused();
    return await invitations.accept(purpose.token, visitor, account);
  }

  /** @returns where the browser goes @throws Refusal oidc_unavailable, oidc_unreachable, sign_in_needed, most_reached */
  async beginLink(asker: Asker, binding: string): Promise<string> {
    mustBePresent(asker);
    const { length } = await this.list(asker);
    if (length >= limits.identities) throw refuse.most_reached({ most: limits.identities });
    return await this.#address({ for: 'link', person: asker.person }, binding, asker.person);
  }

  /** @throws Refusal oidc_unavailable, oidc_refused, oidc_unreachable, identity_taken, sign_in_needed, disk_full, storage_error */
  async finishLink(asker: Asker, answer: OidcAnswer, binding: string | null): Promise<Identity> {
    mustBePresent(asker);
    const { account, purpose } = await this.#proven(answer, binding);
    if (purpose.for !== 'link' || purpose.person !== asker.person) throw refuse.oidc_refused();
    const identity: Identity = { ...account, personId: asker.person, createdAt: this.#deps.time().now };
    try {
      await this.#deps.journal.commit([{ change: 'identity.added', identity }]);
    } catch (error) {
      if (isJournalConflict(error)) throw refuse.identity_taken();
      throw error;
    }
    return identity;
  }

  async list({ person }: Asker): Promise<readonly Identity[]> {
    return await this.#deps.store.identitiesOf(person);
  }

  /** @throws Refusal identity_not_found, disk_full, storage_error */
  async remove(asker: Asker, { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): Promise<void> {
    const own = await this.list(asker);
    if (!own.some((one) => one.issuer === issuer && one.subject === subject))
      throw refuse.identity_not_found();
    try {
      await this.#deps.journal.commit([{ change: 'identity.removed', issuer, subject }]);
    } catch (error) {
      if (isJournalConflict(error)) throw refuse.identity_not_found();
      throw error;
    }
  }

  async #opened(known: PersonId, visitor: Visitor): Promise<string> {
    try {
      return await this.#deps.signIn.open(known, 'oidc', visitor);
    } catch (error) {
      // They were put out meanwhile.
      if (isJournalConflict(error)) throw refuse.identity_unknown();
      throw error;
    }
  }

  async #address(purpose: Purpose, binding: string, from: string): Promise<string> {
    const { provider, publicUrl } = this.#usable();
    const { challenge } = this.#deps.values;
    const attempt = { redirectUri: `${publicUrl}/`, nonce: challenge(), verifier: challenge() };
    return await provider.address(attempt, this.#begun.begin({ ...attempt, purpose }, binding, from));
  }

  /** What was begun counts once, whatever comes of it. */
  async #proven(
    answer: OidcAnswer,
    binding: string | null,
  ): Promise<{ readonly account: Pick<Identity, 'issuer' | 'subject'>; readonly purpose: Purpose }> {
    const { provider } = this.#usable();
    const begun = this.#begun.take(answer.state, binding);
    if (begun === null) throw refuse.oidc_refused();
    const account = await provider.account(begun, answer);
    if (account === null) throw refuse.oidc_refused();
    return { account, purpose: begun.purpose };
  }

  #usable(): { readonly provider: OidcProvider; readonly publicUrl: string } {
    const { publicUrl } = this.#deps;
    const provider = this.#deps.provider();
    if (provider === null || publicUrl === null) throw refuse.oidc_unavailable();
    return { provider, publicUrl };
  }
}
