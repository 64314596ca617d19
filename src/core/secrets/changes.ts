import type { BoundHost, RingKey, SealedSecret } from './model.ts';

export type VaultChange =
  /** Stores the first key and its salt. Refused (`JournalConflict`) if there is a key. */
  | { readonly change: 'vault.begin'; readonly key: RingKey; readonly salt: Uint8Array }
  /**
   * Replaces a secret with this name, if there is one. With `hosts` it may go to these only, whatever profiles have
   * bound. Refused (`JournalConflict`) if its key is not the current one.
   */
  | {
      readonly change: 'secret.put';
      readonly secret: SealedSecret;
      readonly hosts: readonly string[] | null;
    }
  /** Also deletes all its bindings. Refused (`JournalConflict`) if it does not exist. */
  | { readonly change: 'secret.delete'; readonly name: string }
  /** Replaces the bindings of this profile; those of the owner and of other profiles stay. */
  | { readonly change: 'secret.bind'; readonly profile: string; readonly bound: readonly BoundHost[] }
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
