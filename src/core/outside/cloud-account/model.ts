// Room: the connection to the owner's cloud account: logins, access, its refresh. Withdrawn access is
// forgotten, an outage keeps it; what a disconnect overtook does not come back.

import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';
import type { Because } from '../../kernel/worded.ts';

/** What the owner lets the engine do in the cloud account. Each level includes what backups need. */
export const ACCESS_LEVELS = ['backups', 'read', 'full'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** The scopes of the vendor that the engine asks for, by the end of their names. It never asks for another. */
export const SCOPES = [
  'drive.file',
  'drive.readonly',
  'drive',
  'documents.readonly',
  'documents',
  'spreadsheets.readonly',
  'spreadsheets',
] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * How a grant was given: with a code that is typed at the vendor, in the browser of this machine, or through the host of
 * the machine.
 */
export type GrantMode = 'device' | 'redirect' | 'hosted';

/** Whose client of the vendor asked: the owner's own, or that of the host of the machine. */
export type GrantClient = 'own' | 'managed';

/** The owner's client at the vendor (RFC 6749, 2.2). */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the vendor gave for an answer of the owner, or for a refresh. */
export interface Tokens {
  readonly accessToken: string;
  /** Null if the answer has none: the one before stays valid. */
  readonly refreshToken: string | null;
  readonly expiresInMs: number;
  /** Null if the answer does not say: then they are those before. May be fewer than were asked for. */
  readonly scopes: readonly Scope[] | null;
}

/** Access that the owner has given, as it is kept in the vault. */
export interface Grant {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly scopes: readonly Scope[];
  readonly client: GrantClient;
  /** Of the client that asked: no other one can refresh it. Null for the managed client. */
  readonly clientId: string | null;
  readonly mode: GrantMode;
  /** The address of the account, where the vendor told it. */
  readonly account: string | null;
}

/** Why each scope is asked for, before it is. */
export interface Asked {
  readonly scope: Scope;
  readonly why: Says;
}

export interface Offer {
  readonly access: AccessLevel;
  readonly mode: 'device' | 'redirect';
  readonly asks: readonly Asked[];
}

const BACKUPS: Asked = { scope: 'drive.file', why: say('account.for_backups') };

/** The levels, from the least. The vendor allows `drive.file` alone with a typed code, so the others need the browser. */
export const OFFERS: readonly Offer[] = [
  { access: 'backups', mode: 'device', asks: [BACKUPS] },
  {
    access: 'read',
    mode: 'redirect',
    asks: [
      BACKUPS,
      { scope: 'drive.readonly', why: say('account.for_read_drive') },
      { scope: 'documents.readonly', why: say('account.for_read_documents') },
      { scope: 'spreadsheets.readonly', why: say('account.for_read_sheets') },
    ],
  },
  {
    access: 'full',
    mode: 'redirect',
    asks: [
      BACKUPS,
      { scope: 'drive', why: say('account.for_drive') },
      { scope: 'documents', why: say('account.for_documents') },
      { scope: 'spreadsheets', why: say('account.for_sheets') },
    ],
  },
];

export const offerOf = (access: AccessLevel): Offer => {
  const found = OFFERS.find((offer) => offer.access === access);
  if (!found) throw new Error(`there is no access level ${access}`);
  return found;
};

/** A login that waits for its owner. Times in milliseconds, `expiresAt` since the epoch. */
export interface PendingLogin {
  /** Where the owner answers. */
  readonly verificationUrl: string;
  /** What the owner types there; null where the address says it all. */
  readonly userCode: string | null;
  readonly expiresAt: number;
  /** How often the engine asks; null where the browser brings the answer. */
  readonly intervalMs: number | null;
}

export interface AccountStatus {
  /** Whether there is a client to connect with, and a vault to keep the tokens in. */
  readonly available: boolean;
  readonly connected: boolean;
  readonly account: string | null;
  readonly client: GrantClient;
  /** Of the connection; without one, how it would be made. */
  readonly mode: GrantMode;
  readonly scopes: readonly Scope[];
  /** Whether backups can be uploaded: `drive.file` was granted. */
  readonly driveScope: boolean;
  /** Of the access token, which is refreshed before. */
  readonly expiresAt: number | null;
  /** What its owner should know of the connection. */
  readonly problem: Because | null;
  readonly pending: PendingLogin | null;
}
