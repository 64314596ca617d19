import type { BoundHost, RingKey, SealedAnew, SealedSecret } from './model.ts';

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
