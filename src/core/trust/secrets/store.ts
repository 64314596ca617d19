import type { FileRead } from '../../ports/file-read.ts';
import type { BoundHost, ProfileBinding, RingKey, SealedAnew, SealedSecret } from './model.ts';

/**
 * The content of vault.db: the keys of the ring, secrets sealed with the current one, and their hosts; no plain values
 * and no plain keys. Reads only, each in microseconds; changes go through `Journal.commit`.
 * @throws Refusal storage_error
 */
export interface VaultStore {
  /** The salt that stretches a person's key; constant for the life of the vault. Null before the first key. */
  salt(): Uint8Array | null;

  /** Whether every secret was sealed for its hosts once: one that is for none has then been put in from outside. */
  isAllSealed(): boolean;

  /** In order of creation. Empty before the first key, then exactly one without `retiredAt`. */
  keys(): readonly RingKey[];

  get(name: string): SealedSecret | null;

  /** By name. */
  all(): readonly SealedSecret[];

  /**
   * First the owner's, in their order, then those that profiles have bound. Also works for a name that is not in the
   * vault, because its secret may come from elsewhere.
   */
  hostsOf(name: string): readonly string[];

  /** The owner's alone, in their order. */
  ownHostsOf(name: string): readonly string[];

  /** All bindings of API profiles. */
  boundByProfiles(): readonly ProfileBinding[];
}

/**
 * `vault.key`, which holds the current key, `vault.key.next`, which a rotation uses for the new one, and `vault.sealed`,
 * which lies beside `vault.db` so that another `vault.db` does not take it back (`sealed-marks.ts`).
 */
export interface VaultKeyFile {
  /** Never throws, never waits for special files, and changes nothing. */
  read(): Promise<FileRead>;

  /** The same for `vault.key.next`. */
  readNext(): Promise<FileRead>;

  /** The same for `vault.sealed`. */
  readSealed(): Promise<FileRead>;

  /** Atomic, durable when this resolves, readable by its owner only. @throws Refusal disk_full, storage_error */
  replace(key: string): Promise<void>;

  /** The same for `vault.key.next`. */
  replaceNext(key: string): Promise<void>;

  /** The same for `vault.sealed`. */
  replaceSealed(marks: string): Promise<void>;

  /** Renames `vault.key.next` to `vault.key`; durable when this resolves. @throws Refusal storage_error */
  promoteNext(): Promise<void>;

  /** Removes `vault.key.next` if it exists. @throws Refusal storage_error */
  dropNext(): Promise<void>;
}

export type VaultChange =
  /** Stores the first key and its salt. Refused (`JournalConflict`) if there is a key. */
  | { readonly change: 'vault.begin'; readonly key: RingKey; readonly salt: Uint8Array }
  /**
   * Replaces a secret with this name, if there is one. With `hosts` it may go to these only, whatever profiles have
   * bound; without, the secret must still be `was` (null: there is none). Refused (`JournalConflict`) otherwise, or if
   * its key is not the current one.
   */
  | {
      readonly change: 'secret.put';
      readonly secret: SealedSecret;
      readonly hosts: readonly string[] | null;
      readonly was: SealedSecret | null;
    }
  /** Also deletes all its bindings. Refused (`JournalConflict`) if it does not exist. */
  | { readonly change: 'secret.delete'; readonly name: string }
  /**
   * Replaces the bindings of this profile; those of the owner and of other profiles stay. Refused as `secret.reseal`.
   */
  | {
      readonly change: 'secret.bind';
      readonly profile: string;
      readonly bound: readonly BoundHost[];
      readonly resealed: readonly SealedAnew[];
    }
  /**
   * From now on every secret is sealed for its hosts, and one that is not does not open. Refused (`JournalConflict`) if one
   * of them was deleted or changed since it was read.
   */
  | { readonly change: 'secret.reseal'; readonly resealed: readonly SealedAnew[]; readonly at: number }
  /**
   * Makes `next` the current key, and replaces all other keys and all secrets. Refused (`JournalConflict`) if a key or a
   * secret was added, deleted or changed since they were read.
   */
  | {
      readonly change: 'vault.rotate';
      readonly next: RingKey;
      readonly retired: readonly RingKey[];
      readonly resealed: readonly { readonly was: SealedSecret; readonly sealed: Uint8Array }[];
    };
