import type { BoundHost, RingKey, SealedSecret } from './model.ts';

export type VaultChange =
  /** Keeps the first key, and what stretches it. Refused (`JournalConflict`) when there is one. */
  | { readonly change: 'vault.begin'; readonly key: RingKey; readonly salt: Uint8Array }
  /**
   * In the place of one with this name, if there is one. With `hosts` it goes to these and to no other, whatever profiles
   * have bound. Refused (`JournalConflict`) when its key is not the current one.
   */
  | {
      readonly change: 'secret.put';
      readonly secret: SealedSecret;
      readonly hosts: readonly string[] | null;
    }
  /** With all that it was bound to. Refused (`JournalConflict`) when it is not there. */
  | { readonly change: 'secret.delete'; readonly name: string }
  /** This profile binds these and nothing else; what was put with a secret, and other profiles, stay as they are. */
  | { readonly change: 'secret.bind'; readonly profile: string; readonly bound: readonly BoundHost[] }
  /**
   * `next` becomes the current key, all others are like this from now on, and so are the secrets. Refused
   * (`JournalConflict`) when a key or a secret has come, gone or changed since they were read.
   */
  | {
      readonly change: 'vault.rotate';
      readonly next: RingKey;
      readonly retired: readonly RingKey[];
      readonly resealed: readonly { readonly was: SealedSecret; readonly sealed: Uint8Array }[];
    };
