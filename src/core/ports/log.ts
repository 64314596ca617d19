import type { PersonId } from '../kernel/ids.ts';

export type LogFacts = Readonly<Record<string, unknown>>;

/**
 * Lines for the operator, on stderr. The sink redacts; callers must still never pass secrets or request bodies.
 * Never throws and never blocks.
 */
export interface Log {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}

/**
 * Values that must not be written anywhere: the sink of the log masks them once they are known. Where a person reads or
 * writes, `MaskedFor` says which of them count.
 */
export interface KnownSecrets {
  /**
   * For accepted values of any length; takes milliseconds. `forget` a value that is refused afterwards.
   * `always`: mask them in conversations too, whatever they look like. Otherwise conversations mask only those that
   * cannot be ordinary words: the key of a local model server may be "ollama".
   * `whose`: absent, they are of the engine and its owner; a member's are masked for that member alone, and those for
   * `everyone` in what everyone reads. Those that no guess can hit are masked for all.
   */
  learn(values: readonly string[], where?: 'always', whose?: PersonId | 'everyone'): void;
  /** Undoes one `learn(values, 'always', whose)`. A value stays known as long as another `learn` of it stands. */
  forget(values: readonly string[], whose?: PersonId): void;
  /**
   * For the owner: all but the words that members call a secret. The same list object until a value is added or
   * forgotten.
   */
  values(): readonly string[];
  /** For the owner: the values masked in requests to models and in results of tools. */
  unmistakable(): readonly string[];
  /** For a member: their own, those for everyone, and those of others that no guess can hit. */
  ofMember(person: PersonId): readonly string[];
  /** Those that the member has given. */
  ownOfMember(person: PersonId): readonly string[];
}

/**
 * The values that are masked in what one person reads or writes; in what the engine does for itself (`everyone`), those of
 * its owner. What a guess can hit and this person may not have is never among them: a text that comes back changed would
 * say that the guess was right. What one person writes and others read too (memory, artifacts, contacts, collections) is
 * masked as it is written, for its writer: a short secret of another stays in it, if the writer knew it.
 */
export interface MaskedFor {
  /** Of everything that is known. The same list object until a value is added or forgotten. */
  valuesFor(person: PersonId | 'everyone'): readonly string[];
  /** Those masked in requests to models and in results of tools. */
  unmistakableFor(person: PersonId | 'everyone'): readonly string[];
  /**
   * Those of them whose beginnings may be held back while a text comes in pieces: what is held back says that it begins a
   * secret, and so tells a member of nobody's but their own.
   */
  heldBackFor(person: PersonId | 'everyone'): readonly string[];
  /**
   * How much of a value counts as its beginning where a text was cut: for a member half of it, because a few characters can be
   * guessed, and then one after another.
   */
  begunFor(person: PersonId | 'everyone'): Begun;
}

export type Begun = 'some' | 'half';

/** A text with the values masked that are masked for this person. Without one it does not compile. */
export type Masked = (text: string, person: PersonId | 'everyone') => string;
