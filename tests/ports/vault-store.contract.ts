import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { BoundHost, RingKey, SealedSecret } from '../../src/core/trust/secrets/model.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import type { VaultChange, VaultStore } from '../../src/core/trust/secrets/store.ts';
import { verifies } from '../spec/verifies.ts';

export interface OpenedVault {
  readonly journal: Journal<VaultChange>;
  readonly store: VaultStore;
  close(): Promise<void>;
}

const bytes = (...all: readonly number[]): Uint8Array => Uint8Array.from(all);
const aKey = (keyId: string, createdAt = 1): RingKey => ({
  keyId,
  createdAt,
  retiredAt: null,
  wrapped: null,
});
const aSecret = (name: string, given: Partial<SealedSecret> = {}): SealedSecret => ({
  name,
  keyId: 'one',
  sealed: bytes(1, 2, 3),
  hosts: [],
  updatedAt: 5,
  ...given,
});

const CONFLICT = { name: 'JournalConflict' };

export function vaultStoreContract(name: string, open: () => Promise<OpenedVault>): void {
  describe(`VaultStore contract: ${name}`, () => {
    let opened: OpenedVault;
    let store: VaultStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.close());

    const write = (change: VaultChange) => opened.journal.commit([change]);
    const begin = (key: RingKey, salt: Uint8Array) => write({ change: 'vault.begin', key, salt });
    const put = (secret: SealedSecret, hosts: readonly string[] | null) =>
      write({ change: 'secret.put', secret, hosts, was: store.get(secret.name) });
    const remove = (name: string) => write({ change: 'secret.delete', name });
    const bindFor = (profile: string, bound: readonly BoundHost[]) =>
      write({ change: 'secret.bind', profile, bound, resealed: [] });
    const rotation = (
      next: RingKey,
      sealed: Uint8Array,
      wrapped: (key: RingKey) => Uint8Array,
    ): VaultChange => ({
      change: 'vault.rotate',
      next,
      retired: store
        .keys()
        .map((key) => ({ ...key, retiredAt: key.retiredAt ?? next.createdAt, wrapped: wrapped(key) })),
      resealed: store.all().map((was) => ({ was, sealed })),
    });

    it('is empty at first', async () => {
      expect([store.salt(), store.keys(), store.all(), store.get('A'), store.hostsOf('A')]).toEqual([
        null,
        [],
        [],
        null,
        [],
      ]);
      await expect(remove('A')).rejects.toMatchObject(CONFLICT);
    });

    it('keeps one first key, with its salt', async () => {
      await begin(aKey('one'), bytes(7, 8));
      expect(store.keys()).toEqual([aKey('one')]);
      expect(store.salt()).toEqual(bytes(7, 8));
      await expect(begin(aKey('two'), bytes(9))).rejects.toMatchObject(CONFLICT);
      expect(store.keys()).toEqual([aKey('one')]);
      expect(store.salt()).toEqual(bytes(7, 8));
    });

    it('refuses a secret under an unknown key', async () => {
      await expect(put(aSecret('A'), ['a.test'])).rejects.toMatchObject(CONFLICT);
      expect([store.all(), store.hostsOf('A')]).toEqual([[], []]);
    });

    it('keeps, replaces and deletes secrets, by name', async () => {
      await begin(aKey('one'), bytes(7));
      const [b, a] = [aSecret('B'), aSecret('A', { sealed: bytes(0, 255), updatedAt: 6 })];
      await put(b, null);
      await put(a, null);
      expect(store.all()).toEqual([a, b]);
      expect(store.get('A')).toEqual(a);
      const next = aSecret('A', { sealed: bytes(4), updatedAt: 9 });
      await put(next, null);
      expect(store.get('A')).toEqual(next);
      await remove('A');
      expect(store.all()).toEqual([b]);
    });

    it('binds them to hosts in order: a new value changes only named bindings, and deleting removes them', async () => {
      await begin(aKey('one'), bytes(7));
      await put(aSecret('A'), ['b.test', 'a.test']);
      await put(aSecret('B'), []);
      expect([store.hostsOf('A'), store.hostsOf('B')]).toEqual([['b.test', 'a.test'], []]);
      await put(aSecret('A', { updatedAt: 9 }), null);
      expect(store.hostsOf('A')).toEqual(['b.test', 'a.test']);
      await put(aSecret('A'), ['d.test']);
      expect(store.hostsOf('A')).toEqual(['d.test']);
      await remove('A');
      await put(aSecret('A'), null);
      expect(store.hostsOf('A')).toEqual([]);
    });

    it('keeps profile bindings separate, until the secret is bound to other hosts or deleted', async () => {
      const [shop, orders] = [
        { name: 'A', host: 'shop.test' },
        { name: 'A', host: 'orders.test' },
      ] as const;
      await begin(aKey('one'), bytes(7));
      await put(aSecret('A'), ['z.test']);
      await bindFor('shop', [shop, shop]);
      await bindFor('orders', [shop, orders]);
      expect(store.hostsOf('A')).toEqual(['z.test', 'orders.test', 'shop.test']);
      expect(store.boundByProfiles()).toEqual([
        { profile: 'orders', ...orders },
        { profile: 'orders', ...shop },
        { profile: 'shop', ...shop },
      ]);
      await put(aSecret('A', { updatedAt: 9 }), null);
      await bindFor('orders', []);
      expect(store.hostsOf('A')).toEqual(['z.test', 'shop.test']);
      await put(aSecret('A'), ['y.test']);
      expect([store.hostsOf('A'), store.boundByProfiles()]).toEqual([['y.test'], []]);
      await bindFor('shop', [shop]);
      await remove('A');
      expect([store.hostsOf('A'), store.boundByProfiles()]).toEqual([[], []]);
      // One from another source.
      await bindFor('shop', [{ name: 'ELSEWHERE', host: 'e.test' }]);
      expect(store.hostsOf('ELSEWHERE')).toEqual(['e.test']);
    });

    it('rotates everything: secrets resealed, one current key, the others wrapped, times unchanged', async () => {
      await begin(aKey('one'), bytes(7));
      await put(aSecret('A'), ['a.test']);
      await put(aSecret('B', { updatedAt: 6 }), null);
      await write(rotation(aKey('two', 10), bytes(20), ({ keyId }) => bytes(keyId.length, 2)));
      expect(store.all()).toEqual([
        aSecret('A', { keyId: 'two', sealed: bytes(20) }),
        aSecret('B', { keyId: 'two', sealed: bytes(20), updatedAt: 6 }),
      ]);
      const one = { keyId: 'one', createdAt: 1, retiredAt: 10, wrapped: bytes(3, 2) };
      expect(store.keys()).toEqual([one, aKey('two', 10)]);
      await write(rotation(aKey('three', 11), bytes(30), () => bytes(9)));
      expect(store.keys()).toEqual([
        { ...one, wrapped: bytes(9) },
        { keyId: 'two', createdAt: 10, retiredAt: 11, wrapped: bytes(9) },
        aKey('three', 11),
      ]);
      expect(store.hostsOf('A')).toEqual(['a.test']);
    });

    verifies('contract.lists.order', 'keys are in order of creation, whatever the clock said', async () => {
      await begin(aKey('one', 9), bytes(7));
      for (const [keyId, at] of [
        ['two', 5],
        ['three', 7],
        ['four', 1],
      ] as const)
        await write(rotation(aKey(keyId, at), bytes(20), () => bytes(9)));
      expect(store.keys().map(({ keyId }) => keyId)).toEqual(['one', 'two', 'three', 'four']);
    });

    it('refuses the whole rotation when a key or a secret differs from what was read', async () => {
      await begin(aKey('one'), bytes(7));
      await put(aSecret('A'), null);
      await put(aSecret('B'), null);
      const refusedAfter = async (meanwhile: VaultChange) => {
        const decided = rotation(aKey('two'), bytes(20), () => bytes(1));
        await write(meanwhile);
        const before = [store.all(), store.keys()];
        await expect(write(decided)).rejects.toMatchObject(CONFLICT);
        expect([store.all(), store.keys()]).toEqual(before);
      };
      const putLater = (secret: SealedSecret): VaultChange => ({
        change: 'secret.put',
        secret,
        hosts: null,
        was: store.get(secret.name),
      });
      await refusedAfter(putLater(aSecret('A', { sealed: bytes(9) })));
      await refusedAfter(putLater(aSecret('C')));
      await refusedAfter({ change: 'secret.delete', name: 'C' });
      await refusedAfter(rotation(aKey('meanwhile'), bytes(30), () => bytes(2)));
    });

    it('seals anew what is as it was, and keeps hosts only of what is', async () => {
      await begin(aKey('one'), bytes(7));
      await put(aSecret('A', { hosts: null }), ['a.test']);
      const was = store.get('A')!;
      const resealed = [{ was, keyId: 'one', sealed: bytes(5), hosts: ['a.test'] }];
      await write({ change: 'secret.reseal', resealed, at: 1 });
      expect(store.get('A')).toEqual({ ...was, sealed: bytes(5), hosts: ['a.test'] });
      const bound = [{ name: 'A', host: 'b.test' }];
      const late: readonly VaultChange[] = [
        { change: 'secret.reseal', resealed, at: 1 },
        { change: 'secret.bind', profile: 'p', bound, resealed },
        { change: 'secret.put', secret: aSecret('A', { sealed: bytes(6) }), hosts: null, was },
        { change: 'secret.put', secret: aSecret('A', { sealed: bytes(6) }), hosts: null, was: null },
      ];
      for (const change of late) await expect(write(change)).rejects.toMatchObject(CONFLICT);
      expect([store.get('A')?.sealed, store.hostsOf('A')]).toEqual([bytes(5), ['a.test']]);
      await bindFor('p', bound);
      expect([store.ownHostsOf('A'), store.hostsOf('A')]).toEqual([['a.test'], ['a.test', 'b.test']]);
    });

    it('refuses a secret sealed with a key from before a rotation', async () => {
      await begin(aKey('one'), bytes(7));
      await put(aSecret('A'), ['a.test']);
      await write(rotation(aKey('two'), bytes(20), () => bytes(1)));
      const before = store.all();
      await expect(put(aSecret('A'), ['b.test'])).rejects.toMatchObject(CONFLICT);
      await expect(put(aSecret('B'), null)).rejects.toMatchObject(CONFLICT);
      expect([store.all(), store.hostsOf('A')]).toEqual([before, ['a.test']]);
    });
  });
}
