import type { JsonObject } from '../../kernel/json.ts';
import type { PersonId } from '../../kernel/ids.ts';
import type { Says } from '../../kernel/says.ts';
import type { PeopleChange } from '../people/store.ts';
import type { Identity, Passkey, Purpose, TimeNow } from './model.ts';
import type { SignInChange } from './store.ts';

/** What one person is told by the engine. */
export interface Told {
  readonly whom: PersonId;
  readonly title: Says;
  readonly text: Says;
}

/** Commits as `Journal`, and what people are told of it with it. @throws as `Journal.commit` */
export interface SignInJournal {
  commit(
    changes: readonly (SignInChange | PeopleChange)[],
    told?: readonly Told[],
    durability?: 'written',
  ): Promise<void>;
}

/** Makes what somebody signs in with, and what is kept of it. */
export interface Values {
  /** A new one: 32 random bytes in base64url. No log shows it. */
  mint(): string;
  /**
   * As long, for one attempt to sign in: it lets nobody in by itself. Anybody may begin one, so nothing keeps it beyond
   * its minutes.
   */
  challenge(): string;
  hash(value: string, purpose: Purpose): string;
}

/** Told when somebody may do less: `AccessChanged` of the people. */
export interface Changed {
  tell(): void;
}

/** What is asked of the clock: see `TimeNow`. */
export type Time = () => TimeNow;

/** What a browser answers to the options, as `PublicKeyCredential.toJSON` gives it. */
export type BrowserAnswer = JsonObject;

/** WebAuthn. It keeps no state; what it refuses is null, whatever is wrong with it. */
export interface PasskeyProtocol {
  /** What `navigator.credentials.create` is given. */
  optionsToCreate(asked: {
    readonly rpId: string;
    readonly user: { readonly id: string; readonly name: string };
    readonly challenge: string;
    readonly known: readonly Pick<Passkey, 'passkeyId' | 'transports'>[];
  }): Promise<JsonObject>;
  created(
    answer: BrowserAnswer,
    expected: Expected,
  ): Promise<Pick<Passkey, 'passkeyId' | 'publicKey' | 'counter' | 'transports'> | null>;
  /** What `navigator.credentials.get` is given: any passkey of this engine. */
  optionsToGet(asked: { readonly rpId: string; readonly challenge: string }): Promise<JsonObject>;
  /** @returns the counter of the passkey now */
  got(
    answer: BrowserAnswer,
    passkey: Passkey,
    expected: Expected,
  ): Promise<{ readonly counter: number } | null>;
}

export interface Expected {
  readonly origin: string;
  readonly rpId: string;
  /** Asked once, for the challenge that the answer names. */
  readonly isChallenge: (challenge: string) => boolean;
}

/** One begun sign-in at the provider. */
export interface OidcAttempt {
  readonly redirectUri: string;
  readonly nonce: string;
  /** PKCE: the provider learns only its hash until the code is exchanged. */
  readonly verifier: string;
}

/** The provider that people sign in with. */
export interface OidcProvider {
  /** Where the browser goes. @throws Refusal oidc_unreachable */
  address(attempt: OidcAttempt, state: string): Promise<string>;
  /**
   * Whose account it is, proven by the provider for this attempt; null if it is not.
   * @throws Refusal oidc_unreachable
   */
  account(
    attempt: OidcAttempt,
    answer: { readonly code: string; readonly state: string; readonly iss: string | null },
  ): Promise<Pick<Identity, 'issuer' | 'subject'> | null>;
}
