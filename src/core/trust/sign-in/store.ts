import type { PersonId } from '../../kernel/ids.ts';
import type { Scope } from '../people/model.ts';
import type { Identity, Invitation, OwnToken, Passkey, Session, SignInLink } from './model.ts';

/** Reads only: changes go through `Journal.commit`. */
export interface SignInStore {
  session(hash: string): Promise<Session | null>;
  /** The latest used first. */
  sessionsOf(personId: PersonId): Promise<readonly Session[]>;
  token(hash: string): Promise<OwnToken | null>;
  /** The newest first. */
  tokensOf(personId: PersonId): Promise<readonly OwnToken[]>;
  invitation(hash: string): Promise<Invitation | null>;
  /** The newest first; also those that are over. */
  invitations(): Promise<readonly Invitation[]>;
  link(hash: string): Promise<SignInLink | null>;
  passkey(passkeyId: string): Promise<Passkey | null>;
  passkeysOf(personId: PersonId): Promise<readonly Passkey[]>;
  identity(issuer: string, subject: string): Promise<Identity | null>;
  identitiesOf(personId: PersonId): Promise<readonly Identity[]>;
  /** Wrong tries of an address or for a person. */
  tries(who: string): Promise<{ readonly tries: number; readonly lastAt: number } | null>;
}

/** `removed`, `taken`: refused (`JournalConflict`) if it is gone; so that of two at the same time one succeeds. */
export type SignInChange =
  /**
   * Beyond the most of one person, those that were not used for longest end. Refused (`JournalConflict`) for who is gone or disabled.
   */
  | { readonly change: 'session.opened'; readonly session: Session; readonly most: number }
  | { readonly change: 'session.seen'; readonly sessionId: string; readonly at: number }
  /** Repeatable. */
  | { readonly change: 'session.ended'; readonly sessionId: string }
  | { readonly change: 'sessions.ended'; readonly personId: PersonId }
  | { readonly change: 'token.made'; readonly token: OwnToken }
  | { readonly change: 'token.used'; readonly tokenId: string; readonly at: number }
  | {
      readonly change: 'token.set';
      readonly tokenId: string;
      readonly name: string;
      readonly scopes: readonly Scope[];
    }
  | { readonly change: 'token.removed'; readonly tokenId: string }
  | { readonly change: 'invitation.made'; readonly invitation: Invitation }
  | { readonly change: 'invitation.taken'; readonly invitationId: string }
  /** Repeatable. */
  | { readonly change: 'invitation.withdrawn'; readonly invitationId: string }
  /** Refused (`JournalConflict`) for who is gone or disabled. */
  | { readonly change: 'link.made'; readonly link: SignInLink }
  | { readonly change: 'link.taken'; readonly hash: string }
  | { readonly change: 'passkey.added'; readonly passkey: Passkey }
  | {
      readonly change: 'passkey.used';
      readonly passkeyId: string;
      readonly counter: number;
      readonly at: number;
    }
  | { readonly change: 'passkey.removed'; readonly passkeyId: string }
  /** Refused (`JournalConflict`) if it stands for somebody already. */
  | { readonly change: 'identity.added'; readonly identity: Identity }
  | { readonly change: 'identity.removed'; readonly issuer: string; readonly subject: string }
  /** Those before `since` count no more. */
  | { readonly change: 'try.wrong'; readonly who: string; readonly at: number; readonly since: number }
  | { readonly change: 'tries.right'; readonly who: string };
