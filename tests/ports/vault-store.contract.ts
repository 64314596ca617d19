import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RingKey, SealedSecret } from '../../src/core/secrets/model.ts';
import type { VaultStore } from '../../src/core/secrets/store.ts';
import { verifies } from '../spec/verifies.ts';

export interface OpenedVault {
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
  updatedAt: 5,
  ...given,
});

export function vaultStoreContract(name: string, open: () => Promise<OpenedVault>): void {
  describe(`VaultStore contract: ${name}`, () => {
    let opened: OpenedVault;
    let store: VaultStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.close());

    it('is empty at first', () => {
      expect([store.salt(), store.keys(), store.all(), store.get('A'), store.hostsOf('A')]).toEqual([
        null,
        [],
        [],
        null,
        [],
      ]);
      expect(store.delete('A')).toBe(false);
    });

    it('keeps one first key, with its salt', () => {
      store.begin(aKey('one'), bytes(7, 8));
      expect(store.keys()).toEqual([aKey('one')]);
      expect(store.salt()).toEqual(bytes(7, 8));
      expect(() => store.begin(aKey('two'), bytes(9))).toThrow();
      expect(store.keys()).toEqual([aKey('one')]);
      expect(store.salt()).toEqual(bytes(7, 8));
    });

    it('keeps no secret under a key that it does not know', () => {
      expect(() => store.put(aSecret('A'), ['a.test'])).toThrow();
      expect([store.all(), store.hostsOf('A')]).toEqual([[], []]);
    });

    it('keeps, replaces and deletes secrets, by name', () => {
      store.begin(aKey('one'), bytes(7));
      const [b, a] = [aSecret('B'), aSecret('A', { sealed: bytes(0, 255), updatedAt: 6 })];
      store.put(b, null);
      store.put(a, null);
      expect(store.all()).toEqual([a, b]);
      expect(store.get('A')).toEqual(a);
      const next = aSecret('A', { sealed: bytes(4), updatedAt: 9 });
      store.put(next, null);
      expect(store.get('A')).toEqual(next);
      expect(store.delete('A')).toBe(true);
      expect(store.all()).toEqual([b]);
    });

    it('binds them to hosts in their order: with a new value only if they are named, and no more once deleted', () => {
      store.begin(aKey('one'), bytes(7));
      store.put(aSecret('A'), ['b.test', 'a.test']);
      store.put(aSecret('B'), []);
      expect([store.hostsOf('A'), store.hostsOf('B')]).toEqual([['b.test', 'a.test'], []]);
      store.put(aSecret('A', { updatedAt: 9 }), null);
      expect(store.hostsOf('A')).toEqual(['b.test', 'a.test']);
      store.put(aSecret('A'), ['d.test']);
      expect(store.hostsOf('A')).toEqual(['d.test']);
      store.delete('A');
      store.put(aSecret('A'), null);
      expect(store.hostsOf('A')).toEqual([]);
    });

    it('binds them for profiles apart from that, until they are put to other hosts or deleted', () => {
      const [shop, orders] = [
        { name: 'A', host: 'shop.test' },
        { name: 'A', host: 'orders.test' },
      ] as const;
      store.begin(aKey('one'), bytes(7));
      store.put(aSecret('A'), ['z.test']);
      store.bindFor('shop', [shop, shop]);
      store.bindFor('orders', [shop, orders]);
      expect(store.hostsOf('A')).toEqual(['z.test', 'orders.test', 'shop.test']);
      expect(store.boundByProfiles()).toEqual([
        { profile: 'orders', ...orders },
        { profile: 'orders', ...shop },
        { profile: 'shop', ...shop },
      ]);
      store.put(aSecret('A', { updatedAt: 9 }), null);
      store.bindFor('orders', []);
      expect(store.hostsOf('A')).toEqual(['z.test', 'shop.test']);
      store.put(aSecret('A'), ['y.test']);
      expect([store.hostsOf('A'), store.boundByProfiles()]).toEqual([['y.test'], []]);
      store.bindFor('shop', [shop]);
      store.delete('A');
      expect([store.hostsOf('A'), store.boundByProfiles()]).toEqual([[], []]);
      // One that comes from elsewhere.
      store.bindFor('shop', [{ name: 'ELSEWHERE', host: 'e.test' }]);
      expect(store.hostsOf('ELSEWHERE')).toEqual(['e.test']);
    });

    it('rotates all of it: secrets resealed, one current key, the others wrapped, times as they were', () => {
      store.begin(aKey('one'), bytes(7));
      store.put(aSecret('A'), ['a.test']);
      store.put(aSecret('B', { updatedAt: 6 }), null);
      const seal = (mark: number) => () => bytes(mark);
      expect(store.rotate(aKey('two', 10), seal(20), ({ keyId }) => bytes(keyId.length, 2))).toBe(2);
      expect(store.all()).toEqual([
        aSecret('A', { keyId: 'two', sealed: bytes(20) }),
        aSecret('B', { keyId: 'two', sealed: bytes(20), updatedAt: 6 }),
      ]);
      const one = { keyId: 'one', createdAt: 1, retiredAt: 10, wrapped: bytes(3, 2) };
      expect(store.keys()).toEqual([one, aKey('two', 10)]);
      store.rotate(aKey('three', 11), seal(30), () => bytes(9));
      expect(store.keys()).toEqual([
        { ...one, wrapped: bytes(9) },
        { keyId: 'two', createdAt: 10, retiredAt: 11, wrapped: bytes(9) },
        aKey('three', 11),
      ]);
      expect(store.hostsOf('A')).toEqual(['a.test']);
    });

    verifies('contract.lists.order', 'keys are in the order of making, whatever the clock said', () => {
      store.begin(aKey('one', 9), bytes(7));
      for (const [keyId, at] of [
        ['two', 5],
        ['three', 7],
        ['four', 1],
      ] as const)
        store.rotate(
          aKey(keyId, at),
          () => bytes(20),
          () => bytes(9),
        );
      expect(store.keys().map(({ keyId }) => keyId)).toEqual(['one', 'two', 'three', 'four']);
    });

    it('leaves everything as it was when one of them cannot be resealed, or a key not be wrapped', () => {
      store.begin(aKey('one'), bytes(7));
      store.put(aSecret('A'), null);
      store.put(aSecret('B'), null);
      const before = [store.all(), store.keys()];
      const fail = (): never => {
        throw new Error('not this one');
      };
      const second = (secret: SealedSecret) => (secret.name === 'B' ? fail() : bytes(20));
      expect(() => store.rotate(aKey('two'), second, () => bytes(1))).toThrow('not this one');
      expect(() => store.rotate(aKey('two'), () => bytes(20), fail)).toThrow('not this one');
      expect([store.all(), store.keys()]).toEqual(before);
    });
  });
}
