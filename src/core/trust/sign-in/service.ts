import { quote } from '../../kernel/quoted.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { PersonId } from '../../kernel/ids.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Log } from '../../ports/log.ts';
import { scopes, type Asker, type Proof, type SessionWay } from '../people/model.ts';
import type { PeopleChange } from '../people/store.ts';
import { refuse } from './errors.ts';
import { signInLimits as limits } from './limits.ts';
import {
  isOver,
  isSessionOver,
  isValue,
  valueOfOwnToken,
  type OwnToken,
  type Session,
  type Client,
} from './model.ts';
import type { Changed, SignInJournal, Time, Told, Values } from './port.ts';
import { say } from './says.ts';
import type { SignInChange, SignInStore } from './store.ts';

export interface SignInDeps {
  readonly store: SignInStore;
  readonly journal: SignInJournal;
  readonly values: Values;
  readonly changed: Changed;
  readonly ids: Ids;
  readonly time: Time;
  readonly log: Log;
}

/** What a session is opened with, in one commit. */
interface Beside {
  readonly changes?: readonly (SignInChange | PeopleChange)[];
  readonly told?: readonly Told[];
}

/** The sessions of browsers that are signed in as a person, and what they and tokens prove. */
export class SignInService {
  readonly #deps: SignInDeps;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
  }

  /**
   * Whose session this is the value of; null for one that is over or was none. `isRenewed`: its use was recorded, so the
   * browser may be told to keep it for longer.
   * @param records false: nothing is written
   */
  async bySession(
    value: string,
    { records }: { readonly records: boolean },
  ): Promise<{ readonly proof: Proof; readonly isRenewed: boolean } | null> {
    const session = await this.#sessionOf(value);
    if (session === null) return null;
    const { sessionId, personId, way, lastSeenAt } = session;
    const proof: Proof = { person: personId, signedIn: way, scopes, with: sessionId };
    const { now } = this.#deps.time();
    if (!records || (lastSeenAt <= now && now - lastSeenAt < limits.recordedEveryMs))
      return { proof, isRenewed: false };
    await this.#record([
      { change: 'session.seen', sessionId, at: now },
      { change: 'person.seen', personId, at: now },
    ]);
    return { proof, isRenewed: true };
  }

  /** Whose token this is; null for one that is over or was none. @param records as above */
  async byToken(text: string, { records }: { readonly records: boolean }): Promise<Proof | null> {
    const token = await this.#tokenOf(text);
    if (token === null) return null;
    const { tokenId, personId, lastUsedAt } = token;
    const { now } = this.#deps.time();
    if (records && (lastUsedAt === null || now - lastUsedAt >= limits.recordedEveryMs || lastUsedAt > now))
      await this.#record([
        { change: 'token.used', tokenId, at: now },
        { change: 'person.seen', personId, at: now },
      ]);
    return { person: personId, signedIn: 'own_token', scopes: token.scopes, with: tokenId };
  }

  /**
   * Signs a browser in as a person, in one commit with what allows it.
   * @returns the value of the session, which is not kept
   * @throws JournalConflict of these changes; Refusal disk_full, storage_error
   */
  async open(
    personId: PersonId,
    way: SessionWay,
    client: Client,
    { changes = [], told = [] }: Beside = {},
  ): Promise<string> {
    const { journal, values, ids, time } = this.#deps;
    const value = values.mint();
    const { now } = time();
    const session: Session = {
      sessionId: ids.next(),
      hash: values.hash(value, 'session'),
      personId,
      way,
      address: client.address,
      browser: client.browser?.slice(0, limits.browserChars) ?? null,
      createdAt: now,
      lastSeenAt: now,
    };
    const isNew = way !== 'first' && way !== 'invitation' && !(await this.#isKnown(session));
    await journal.commit(
      [...changes, { change: 'session.opened', session, most: limits.sessions }],
      [...told, ...(isNew ? [newBrowser(personId, client)] : [])],
    );
    return value;
  }

  /** Tells a person that a browser was signed in as them, in another way than by a session. Never rejects. */
  async tellOfLogin(personId: PersonId, client: Client): Promise<void> {
    try {
      await this.#deps.journal.commit([], [newBrowser(personId, client)]);
    } catch (error) {
      this.#deps.log.warn('a new sign-in could not be told', { error });
    }
  }

  /** The latest used first. */
  async sessions({ person }: Asker): Promise<readonly Session[]> {
    const time = this.#deps.time();
    return (await this.#deps.store.sessionsOf(person)).filter((session) => !isSessionOver(session, time));
  }

  /** At once, on open streams, too. @throws Refusal session_not_found, disk_full, storage_error */
  async end(asker: Asker, sessionId: string): Promise<void> {
    const found = (await this.sessions(asker)).find((one) => one.sessionId === sessionId.toLowerCase());
    if (!found) throw refuse.session_not_found();
    await this.#end(found);
  }

  /** Ends the session with this value; repeatable. @throws Refusal disk_full, storage_error */
  async signOut(value: string): Promise<void> {
    const session = isValue(value) ? await this.#found(value) : null;
    if (session !== null) await this.#end(session);
  }

  async #end({ sessionId }: Session): Promise<void> {
    await this.#deps.journal.commit([{ change: 'session.ended', sessionId }]);
    this.#deps.changed.tell();
  }

  async #found(value: string): Promise<Session | null> {
    const { store, values } = this.#deps;
    // Finding it takes the same time whatever is right in it: what is looked up is a hash that no client can choose.
    return await store.session(values.hash(value, 'session'));
  }

  async #sessionOf(value: string): Promise<Session | null> {
    if (!isValue(value)) return null;
    const session = await this.#found(value);
    if (session === null || !isSessionOver(session, this.#deps.time())) return session;
    // The clock may be set back: what is over must not be in force again.
    await this.#record([{ change: 'session.ended', sessionId: session.sessionId }]);
    return null;
  }

  async #tokenOf(text: string): Promise<OwnToken | null> {
    const value = valueOfOwnToken(text);
    if (value === null) return null;
    const token = await this.#deps.store.token(this.#deps.values.hash(value, 'token'));
    if (token === null || !isOver(token, this.#deps.time())) return token;
    await this.#record([{ change: 'token.removed', tokenId: token.tokenId }]);
    return null;
  }

  async #isKnown({ personId, address, browser }: Session): Promise<boolean> {
    const others = await this.#deps.store.sessionsOf(personId);
    return others.some((one) => one.address === address && one.browser === browser);
  }

  /** What cannot be recorded now is recorded with a later use. */
  async #record(changes: readonly (SignInChange | PeopleChange)[]): Promise<void> {
    try {
      await this.#deps.journal.commit(changes, [], 'written');
    } catch (error) {
      if (!isRefusal(error)) this.#deps.log.debug('a use was not recorded', { error });
    }
  }
}

const newBrowser = (whom: PersonId, { browser, address }: Client): Told => ({
  whom,
  title: say('told.new_browser'),
  text: say('told.new_browser_text', {
    browser: browser === null ? null : quote(browser.slice(0, limits.browserChars)),
    address,
  }),
});

/** What lets somebody in is made by somebody who has signed in: a token that makes others would outlive its own end. */
export function mustBePresent({ signedIn }: Asker): void {
  if (signedIn === 'own_token') throw refuse.sign_in_needed();
}
