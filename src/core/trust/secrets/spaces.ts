import { around } from '../../kernel/around.ts';
import { personId, type PersonId } from '../../kernel/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { SealedSecret } from './model.ts';
import type { VaultChange, VaultStore } from './store.ts';
import type { Vault } from './vault.ts';

/**
 * A member's secrets have a namespace of their own in the vault: a name is followed by what no name has, and their id. The seal
 * names it with that, so that the secret of one does not open as another's.
 */
const BETWEEN = '@';

const keyOf = (person: PersonId, name: string): string => `${name}${BETWEEN}${person}`;

/** Whether it is of the owner, and not of a member. */
export const isOfOwner = ({ name }: { readonly name: string }): boolean => !name.includes(BETWEEN);

/** The members who have secrets. */
export const membersIn = (all: readonly SealedSecret[]): readonly PersonId[] =>
  [...new Set(all.flatMap(({ name }) => name.split(BETWEEN).slice(1)))].map(personId);

interface Parts {
  readonly store: VaultStore;
  readonly vault: Pick<
    Vault,
    'state' | 'problem' | 'key' | 'seal' | 'sealAll' | 'opened' | 'unseal' | 'isUntrusted' | 'rotated'
  >;
  readonly journal: Journal<VaultChange>;
}

/** The vault as if it had the secrets of one member alone, under their plain names. Profiles of APIs bind none of these. */
export function spaceOf({ store, vault, journal }: Parts, person: PersonId): Parts {
  const raw = (name: string): string => keyOf(person, name);
  const plain = (secret: SealedSecret): SealedSecret => ({
    ...secret,
    name: secret.name.slice(0, -raw('').length),
  });
  const inVault = (secret: SealedSecret): SealedSecret => ({ ...secret, name: raw(secret.name) });
  return {
    store: around<VaultStore>(store, {
      get: (name) => {
        const found = store.get(raw(name));
        return found && plain(found);
      },
      all: () =>
        store
          .all()
          .filter(({ name }) => name.endsWith(raw('')))
          .map(plain),
      hostsOf: (name) => store.hostsOf(raw(name)),
      ownHostsOf: (name) => store.ownHostsOf(raw(name)),
      boundByProfiles: () => [],
    }),
    vault: around<Parts['vault']>(vault, {
      seal: (name, ...more) => vault.seal(raw(name), ...more),
      opened: (secret) => vault.opened(inVault(secret)),
      isUntrusted: (secret) => vault.isUntrusted(inVault(secret)),
      unseal: (secret) => vault.unseal(inVault(secret)),
    }),
    journal: { commit: (changes, ...more) => journal.commit(changes.map(named), ...more) },
  };

  function named(change: VaultChange): VaultChange {
    switch (change.change) {
      case 'secret.put':
        return { ...change, secret: inVault(change.secret), was: change.was && inVault(change.was) };
      case 'secret.delete':
        return { ...change, name: raw(change.name) };
      default:
        throw new Error(`${change.change} is of the whole vault, and not of one person`);
    }
  }
}
