import type { FileRead } from '../ports/file-read.ts';
import type { BoundHost, ProfileBinding, RingKey, SealedSecret } from './model.ts';

/**
 * What vault.db holds: keys that have been, secrets sealed with the current one, and where these may go. Reading takes
 * microseconds and nobody waits for it; what changes is on disk when the call returns, all of it or, when it throws,
 * nothing. It knows no plain value and no key.
 * @throws Refusal disk_full, storage_error
 */
export interface VaultStore {
  /** What stretches a key that a person has chosen; the same as long as the vault lasts. Null before the first key. */
  salt(): Uint8Array | null;

  /** In the order of making; none before the first one, then exactly one without `retiredAt`. */
  keys(): readonly RingKey[];

  /** Keeps the first key. @throws Error when there is one */
  begin(key: RingKey, salt: Uint8Array): void;

  get(name: string): SealedSecret | null;

  /** By name. */
  all(): readonly SealedSecret[];

  /** In the place of one with this name, if there is one. With `hosts` it goes to these and to no other, whatever profiles have bound. */
  put(secret: SealedSecret, hosts: readonly string[] | null): void;

  /** Whether there was one. What it was bound to goes as well. */
  delete(name: string): boolean;

  /**
   * Those that were put with it in their order, and then those that profiles have bound; none also for a name that is not
   * here, because a secret may come from elsewhere.
   */
  hostsOf(name: string): readonly string[];

  /** All that profiles of APIs have bound. */
  boundByProfiles(): readonly ProfileBinding[];

  /** From now on this profile binds these and nothing else; what was put with a secret, and other profiles, stay as they are. */
  bindFor(profile: string, bound: readonly BoundHost[]): void;

  /**
   * In one transaction: every secret becomes what `reseal` makes of it, `next` becomes the current key, and every other
   * one is retired, wrapped as `wrap` says. What either throws leaves everything as it was. @returns how many secrets
   */
  rotate(
    next: RingKey,
    reseal: (secret: SealedSecret) => Uint8Array,
    wrap: (key: RingKey) => Uint8Array,
  ): number;
}

/** `vault.key`, where the current key is kept, and beside it the one that a rotation is about to make the current one. */
export interface VaultKeyFile {
  /** Never throws, never waits for what is no regular file, and changes nothing. */
  read(): Promise<FileRead>;

  /** The same for the one beside it. */
  readNext(): Promise<FileRead>;

  /** Whole or not at all, durable when this resolves, for its owner's eyes only. @throws Refusal disk_full, storage_error */
  replace(key: string): Promise<void>;

  /** The same for the one beside it. */
  replaceNext(key: string): Promise<void>;

  /** The one beside it takes its place; durable when this resolves. @throws Refusal storage_error */
  promoteNext(): Promise<void>;

  /** The one beside it goes, if it is there. @throws Refusal storage_error */
  dropNext(): Promise<void>;
}
