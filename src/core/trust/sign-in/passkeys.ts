import type { JsonObject } from '../../kernel/json.ts';
import type { PersonId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import { isJournalConflict } from '../../ports/journal.ts';
import type { Asker } from '../people/model.ts';
import type { PeopleService } from '../people/service.ts';
import { refuse } from './errors.ts';
import { signInLimits as limits } from './limits.ts';
import type { Passkey, Visitor } from './model.ts';
import { Pending } from './pending.ts';
import type { BrowserAnswer, Expected, PasskeyProtocol, SignInJournal, Time, Values } from './port.ts';
import { mustBePresent, type SignInService } from './service.ts';
import type { SignInStore } from './store.ts';
import type { Tries } from './tries.ts';

export interface PasskeyDeps {
  readonly store: SignInStore;
  readonly journal: SignInJournal;
  readonly protocol: PasskeyProtocol;
  readonly signIn: Pick<SignInService, 'open'>;
  readonly people: Pick<PeopleService, 'get' | 'me'>;
  readonly tries: Tries;
  readonly values: Values;
  readonly time: Time;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly publicUrl: string | null;
}

/** Passkeys: a device proves who somebody is, to the address that the passkey was made at and to no other. */
export class PasskeyService {
  readonly #deps: PasskeyDeps;
  readonly #creating: Pending<PersonId>;
  readonly #signingIn: Pending<true>;

  constructor(deps: PasskeyDeps) {
    this.#deps = deps;
    this.#creating = new Pending(deps.values.challenge, deps.clock);
    this.#signingIn = new Pending(deps.values.challenge, deps.clock);
  }

  /** Whether this engine has an address that passkeys can be made at. */
  get areUsable(): boolean {
    return this.#place() !== null;
  }

  /** Of the one who asks, and of this address; the newest first. */
  async list({ person }: Asker): Promise<readonly Passkey[]> {
    const { store, publicUrl } = this.#deps;
    return (await store.passkeysOf(person)).filter((one) => one.publicUrl === publicUrl);
  }

  /** @returns what the browser is given @throws Refusal passkeys_unavailable, sign_in_needed, most_reached */
  async begin(asker: Asker, binding: string): Promise<JsonObject> {
    const { rpId } = this.#usable();
    mustBePresent(asker);
    const known = await this.list(asker);
    if (known.length >= limits.passkeys) throw refuse.most_reached({ most: limits.passkeys });
    const { name } = await this.#deps.people.me(asker);
    const challenge = this.#creating.begin(asker.person, binding, asker.person);
    const user = { id: asker.person, name: name ?? 'owner' };
    return await this.#deps.protocol.optionsToCreate({ rpId, user, challenge, known });
  }

  /** @throws Refusal passkeys_unavailable, sign_in_needed, passkey_refused, disk_full, storage_error */
  async add(
    asker: Asker,
    { name, answer }: { readonly name: string; readonly answer: BrowserAnswer },
    binding: string | null,
  ): Promise<Passkey> {
    const { origin, rpId } = this.#usable();
    mustBePresent(asker);
    const isChallenge = (word: string): boolean => this.#creating.take(word, binding) === asker.person;
    const made = await this.#deps.protocol.created(answer, { origin, rpId, isChallenge });
    if (made === null) throw refuse.passkey_refused();
    const passkey: Passkey = {
      ...made,
      personId: asker.person,
      name,
      publicUrl: origin,
      createdAt: this.#deps.time().now,
      lastUsedAt: null,
    };
    try {
      await this.#deps.journal.commit([{ change: 'passkey.added', passkey }]);
    } catch (error) {
      // One that is somebody's already.
      if (isJournalConflict(error)) throw refuse.passkey_refused();
      throw error;
    }
    return passkey;
  }

  /** @throws Refusal passkey_not_found, disk_full, storage_error */
  async remove(asker: Asker, passkeyId: string): Promise<void> {
    const found = (await this.list(asker)).find((one) => one.passkeyId === passkeyId);
    if (!found) throw refuse.passkey_not_found();
    try {
      await this.#deps.journal.commit([{ change: 'passkey.removed', passkeyId }]);
    } catch (error) {
      if (isJournalConflict(error)) throw refuse.passkey_not_found();
      throw error;
    }
  }

  /** @returns what the browser is given @throws Refusal passkeys_unavailable */
  async beginSignIn({ network }: Visitor, binding: string): Promise<JsonObject> {
    const { rpId } = this.#usable();
    return await this.#deps.protocol.optionsToGet({
      rpId,
      challenge: this.#signingIn.begin(true, binding, network ?? ''),
    });
  }

  /**
   * @returns the value of the session
   * @throws Refusal passkeys_unavailable, already_signed_in, passkey_refused, too_many_tries, disk_full, storage_error
   */
  async signIn(answer: BrowserAnswer, visitor: Visitor, binding: string | null): Promise<string> {
    const { origin, rpId } = this.#usable();
    if (visitor.isSignedIn) throw refuse.already_signed_in();
    const isChallenge = (word: string): boolean => this.#signingIn.take(word, binding) !== null;
    const { passkey, counter } = await this.#deps.tries.counted(visitor.network, () =>
      this.#proven(answer, { origin, rpId, isChallenge }),
    );
    const { passkeyId, personId } = passkey;
    const at = this.#deps.time().now;
    try {
      return await this.#deps.signIn.open(personId, 'passkey', visitor, {
        changes: [{ change: 'passkey.used', passkeyId, counter, at }],
      });
    } catch (error) {
      if (isJournalConflict(error)) throw refuse.passkey_refused();
      throw error;
    }
  }

  async #proven(
    answer: BrowserAnswer,
    expected: Expected,
  ): Promise<{ readonly passkey: Passkey; readonly counter: number }> {
    const { store, protocol, people, tries } = this.#deps;
    const passkey = typeof answer['id'] === 'string' ? await store.passkey(answer['id']) : null;
    if (passkey?.publicUrl !== expected.origin) throw refuse.passkey_refused();
    return await tries.countedFor(passkey.personId, async () => {
      const got = await protocol.got(answer, passkey, expected);
      if (got === null || (await people.get(passkey.personId)).disabled) throw refuse.passkey_refused();
      return { passkey, counter: got.counter };
    });
  }

  #usable(): { readonly origin: string; readonly rpId: string } {
    const place = this.#place();
    if (place === null) throw refuse.passkeys_unavailable();
    return place;
  }

  /** Browsers make passkeys for names, and over https; for this machine also without. */
  #place(): { readonly origin: string; readonly rpId: string } | null {
    const { publicUrl } = this.#deps;
    if (publicUrl === null) return null;
    const { protocol, hostname } = new URL(publicUrl);
    const isName = /[a-z]$/iu.test(hostname);
    const isSafe = protocol === 'https:' || hostname === 'localhost';
    return isName && isSafe ? { origin: publicUrl, rpId: hostname } : null;
  }
}
