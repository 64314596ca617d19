// Room: how people sign in: invitations, sessions of browsers, links, tokens, passkeys and accounts elsewhere. Of what lets
// somebody in only hashes are kept, and what is over its time is refused when it is shown.

import type { PersonId } from '../../kernel/ids.ts';
import type { Scope, SessionWay } from '../people/model.ts';
import { signInLimits as limits } from './limits.ts';

/** One browser that is signed in as a person. */
export interface Session {
  readonly sessionId: string;
  readonly hash: string;
  readonly personId: PersonId;
  readonly way: SessionWay;
  /** Where it was opened from; null where that is unknown. */
  readonly address: string | null;
  /** What the browser calls itself. */
  readonly browser: string | null;
  readonly createdAt: number;
  readonly lastSeenAt: number;
}

/** What programs of a person show. */
export interface OwnToken {
  readonly tokenId: string;
  readonly hash: string;
  readonly personId: PersonId;
  readonly name: string;
  /** What it may do, of what the person may. */
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
}

/** Lets one person in who is not there yet. */
export interface Invitation {
  readonly invitationId: string;
  readonly hash: string;
  readonly name: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Signs one browser in as a person who is there. */
export interface SignInLink {
  readonly hash: string;
  readonly personId: PersonId;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface Passkey {
  /** The id of the credential, as the browser gives it. */
  readonly passkeyId: string;
  readonly personId: PersonId;
  readonly name: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly publicUrl: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** An account elsewhere that stands for a person. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly personId: PersonId;
  readonly createdAt: number;
}

/** Whose browser or program it is that asks, as far as that is known. */
export interface Client {
  readonly address: string | null;
  /** The network of the address, which counts wrong tries together. */
  readonly network: string | null;
  readonly browser: string | null;
}

/** One who shows what would sign them in. */
export interface Visitor extends Client {
  /** They are signed in as somebody: nobody is made somebody else unasked. */
  readonly isSignedIn: boolean;
}

/** What the clock is known to be. After it was set back by more than two days, what was made before `since` is over. */
export interface TimeNow {
  readonly now: number;
  readonly since: number | null;
}

/**
 * Whether it counts no more, or nobody can tell: it fails closed when the clock jumps. What was made later than now was made
 * by a clock that was wrong.
 */
export const isOver = (
  { createdAt, expiresAt }: { readonly createdAt: number; readonly expiresAt: number | null },
  { now, since }: TimeNow,
): boolean =>
  createdAt > now + limits.slackMs ||
  (expiresAt !== null && (now >= expiresAt || (since !== null && createdAt < since)));

/** A session lasts from use to use. */
export const isSessionOver = ({ createdAt, lastSeenAt }: Session, time: TimeNow): boolean =>
  lastSeenAt > time.now + limits.slackMs ||
  isOver({ createdAt, expiresAt: lastSeenAt + limits.unusedMs }, time);

/** The form of every value that lets somebody in: 32 bytes in base64url. */
const VALUE = /^[\w-]{43}$/u;
export const isValue = (text: string): boolean => VALUE.test(text);

/** How a token of a person begins, so that none is taken for the token of the engine. */
const OWN_TOKEN = 'svc_own_';
export const ownTokenOf = (value: string): string => OWN_TOKEN + value;
/** Whether it is for that; it need not be one. */
export const isOwnToken = (text: string): boolean => text.startsWith(OWN_TOKEN);
/** Null for what has not the form of one. */
export const valueOfOwnToken = (text: string): string | null =>
  isOwnToken(text) && isValue(text.slice(OWN_TOKEN.length)) ? text.slice(OWN_TOKEN.length) : null;

/** What a value is for: it is hashed with it, so that none counts for anything else. */
export type Purpose = 'session' | 'token' | 'invitation' | 'link';
