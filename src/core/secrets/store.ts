import type { FileRead } from '../ports/file-read.ts';
import type { ProfileBinding, RingKey, SealedSecret } from './model.ts';

/**
 * What vault.db holds: keys that have been, secrets sealed with the current one, and where these may go. It knows no plain
 * value and no key. Reads only, each of microseconds; what changes goes through `Journal.commit`.
 * @throws Refusal storage_error
 */
export interface VaultStore {
  /** What stretches a key that a person has chosen; the same as long as the vault lasts. Null before the first key. */
  salt(): Uint8Array | null;

  /** In the order of making; none before the first one, then exactly one without `retiredAt`. */
  keys(): readonly RingKey[];

  get(name: string): SealedSecret | null;

  /** By name. */
  all(): readonly SealedSecret[];

  /**
   * Those that were put with it in their order, and then those that profiles have bound; none also for a name that is not
   * here, because a secret may come from elsewhere.
   */
  hostsOf(name: string): readonly string[];

  /** All that profiles of APIs have bound. */
  boundByProfiles(): readonly ProfileBinding[];
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
