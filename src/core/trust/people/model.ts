// Room: the people of this engine, who of them asks, and what they may. Everything that has a person has one of these.

import type { PersonId } from '../../kernel/ids.ts';
import type { Out } from '../../kernel/ongoing.ts';

/** `owner`: whom the engine belongs to; there is exactly one. `member`: who was let in. */
export type Role = 'owner' | 'member';

export interface Person {
  readonly personId: PersonId;
  /** Null for an owner who has given none. */
  readonly name: string | null;
  readonly role: Role;
  readonly createdAt: number;
  /** Null: never. */
  readonly lastSeenAt: number | null;
  readonly disabled: boolean;
  /** What their runs may cost in a day, in US dollars; null: only the ceilings of the engine count. */
  readonly dailyLimitUsd: number | null;
  /** By what name a trusted proxy knows them; null: a proxy cannot speak for them. */
  readonly proxyUser: string | null;
  /** To whom they have agreed to hand over what is theirs; null: to nobody. */
  readonly handoverTo: PersonId | null;
}

/** What one may do with a proof of who they are. Scopes only narrow what the person may. */
export type Scope = 'read' | 'run' | 'manage';
export const scopes = ['read', 'run', 'manage'] as const satisfies readonly Scope[];

/**
 * How one signed in. `files`: over the private socket, which only the owner of the files can reach. `open`: a port without sign-in.
 * `token`: the token of the engine. `login`: the cookie of a page, given for the token. `first`: the cookie of the browser
 * that let the first person in. `invitation`, `link`, `passkey`, `oidc`: a cookie, given for one of these. `own_token`: a
 * token that a person made for themself. `proxy`: a trusted proxy says who it is.
 */
export type SignedIn = 'files' | 'open' | 'token' | 'login' | 'own_token' | 'proxy' | SessionWay;
/** For what a browser was given a session of a person. */
export type SessionWay = 'first' | 'invitation' | 'link' | 'passkey' | 'oidc';
export const sessionWays = [
  'first',
  'invitation',
  'link',
  'passkey',
  'oidc',
] as const satisfies readonly SessionWay[];
export const waysToSignIn = [
  'files',
  'open',
  'token',
  'login',
  'own_token',
  'proxy',
  ...sessionWays,
] as const satisfies readonly SignedIn[];

/** What a way in has found out about who asks. */
export interface Proof {
  /** `owner`: the owner of this engine, whatever their id. */
  readonly person: PersonId | 'owner';
  readonly signedIn: SignedIn;
  readonly scopes: readonly Scope[];
  /** The id of the session or token that was used; absent if it has none. */
  readonly with?: string;
}

/** The proof of something that acts as the owner, without limits. */
export const proofOfOwner = (signedIn: SignedIn, shown: string | null = null): Proof => ({
  person: 'owner',
  signedIn,
  scopes,
  ...(shown === null ? {} : { with: shown }),
});

/** The person who makes a request, and how they proved who they are. */
export interface Asker {
  readonly person: PersonId;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly signedIn: SignedIn;
  /** As in `Proof`. */
  readonly with?: string;
}

/** What started something, and the person for whom it acts. */
export interface Starter {
  /**
   * `person`: the person themself. `agent`: the agent in a run of theirs. `host`: a host of the tool server. The others: what
   * works by itself.
   */
  readonly kind: 'person' | 'trigger' | 'workflow' | 'task' | 'host' | 'agent';
  readonly personId: PersonId;
  /** Of the trigger, the run of the workflow, the task, or the way of the host; null for the others. */
  readonly id: string | null;
}
export const starterKinds = [
  'person',
  'trigger',
  'workflow',
  'task',
  'host',
  'agent',
] as const satisfies readonly Starter['kind'][];

export const byPerson = (person: PersonId): Starter => ({ kind: 'person', personId: person, id: null });
export const byAgentOf = (person: PersonId): Starter => ({ kind: 'agent', personId: person, id: null });

/** The value of `createdBy` for what a person made; for what their agent made it is `agent`. */
export const BY_PERSON = 'owner';
export const createdByOf = ({ kind }: Starter): string => (kind === 'agent' ? 'agent' : BY_PERSON);

/** Who may ask for a row: see `policy.ts`. */
export type Who = 'open' | 'owner' | 'starter' | 'person';

/**
 * Whose things a store reads: those of one person, as for everybody who asks, or `EVERYONE`, as the engine itself does for its
 * own work. A read without it does not compile.
 */
export type Whose = PersonId | typeof EVERYONE;
export const EVERYONE = 'everyone';

/** Whether work may begin or go on for a person. Answered from memory, without reading a store. */
export type MayWork = (person: PersonId) => boolean;

export type { Out };

/** Null while work may begin and go on for them. Answered from memory, without reading a store. */
export type WhyOut = (person: PersonId) => Out | null;

/** A service that is given to each as what they may see: nothing is asked of it without saying who asks. */
export interface ForWhom<Service> {
  of(whose: Whose): Service;
}

/** The member that is meant; null for the owner and for everyone. Until the owner is known, no one counts as a member. */
export const memberIn = (whose: Whose, owner: KnownOwner): PersonId | null =>
  owner.id === null || whose === owner.id || whose === EVERYONE ? null : whose;

export const isOf = (whose: Whose, person: string): boolean => whose === EVERYONE || whose === person;

/**
 * Whom the engine belongs to, for the stores that do not know the people. They keep what is the owner's without an id, so that
 * it stays the owner's whoever that is. The start of the people says who; null until then.
 */
export interface KnownOwner {
  id: PersonId | null;
}
