import type { FileRead } from '../../ports/file-read.ts';
import type { ProfileBinding, RingKey, SealedSecret } from './model.ts';

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

/** `vault.key`, which holds the current key, and `vault.key.next`, which a rotation uses for the new one. */
export interface VaultKeyFile {
  /** Never throws, never waits for special files, and changes nothing. */
  read(): Promise<FileRead>;

  /** The same for `vault.key.next`. */
  readNext(): Promise<FileRead>;

  /** Atomic, durable when this resolves, readable by its owner only. @throws Refusal disk_full, storage_error */
  replace(key: string): Promise<void>;

  /** The same for `vault.key.next`. */
  replaceNext(key: string): Promise<void>;

  /** Renames `vault.key.next` to `vault.key`; durable when this resolves. @throws Refusal storage_error */
  promoteNext(): Promise<void>;

  /** Removes `vault.key.next` if it exists. @throws Refusal storage_error */
  dropNext(): Promise<void>;
}
