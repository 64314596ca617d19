import { describe, expect, test } from '@jest/globals';
import type { ApiProfile } from '../../../../src/core/outside/api-store/model.ts';
import { around } from '../../../../src/core/kernel/around.ts';
import { refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import type { Journal } from '../../../../src/core/ports/journal.ts';
import type { Change } from '../../../../src/core/features.ts';
import type { VaultStore } from '../../../../src/core/trust/secrets/store.ts';
import { MemoryApiFiles } from '../../../doubles/memory-api-files.ts';
import { apisOver, aWholeProfile, type ApiOptions } from '../../../harness/apis.ts';
import { verifies } from '../../../spec/verifies.ts';

const SHOP = 'shop.example';
const KEY = 'the-key-4711';
const withAuth = (more: Partial<ApiProfile> = {}) => ({ auth: aWholeProfile().auth, ...more }) as ApiProfile;

/** The store with an unbound secret, unless an earlier engine left one. */
async function started(options: ApiOptions = {}) {
  const made = await apisOver(options);
  const { secrets, files, vault } = made;
  if (!options.vault) await secrets.put('SHOP_KEY', KEY, []);
  return {
    ...made,
    hosts: () => secrets.list().find(({ name }) => name === 'SHOP_KEY')?.hosts,
    /** The next start, over the same files and the same vault. */
    again: () => started({ ...options, files, vault }),
  };
}

/** The store, with these methods replaced. */
const instead = (
  store: VaultStore,
  names: readonly (keyof VaultStore)[],
  call: (found: (...given: unknown[]) => unknown, given: unknown[]) => unknown,
): VaultStore =>
  around(
    store,
    Object.fromEntries(
      names.map((name) => {
        const found = (store[name] as (...given: unknown[]) => unknown).bind(store);
        return [name, (...given: unknown[]) => call(found, given)];
      }),
    ),
  );

/** A vault that refuses the nth binding change and every later one: the process has died. */
function dyingAt(nth: number) {
  let changes = 0;
  return (journal: Journal<Change>): Journal<Change> => ({
    commit: async (list) => {
      if (list.some(({ change }) => change === 'secret.bind')) changes += 1;
      if (changes >= nth) throw refuseStorage.storage_error();
      await journal.commit(list);
    },
  });
}

describe('a binding made by a profile', () => {
  verifies('apis.unbinds', 'is removed with the profile', async () => {
    const { apis, hosts, again } = await started();
    await apis.create(aWholeProfile());
    expect(hosts()).toEqual([SHOP]);
    expect((await again()).hosts()).toEqual([SHOP]);
    await apis.delete('shop');
    expect(hosts()).toEqual([]);
  });

  verifies('apis.unbinds', 'is removed with the address or the secret that an update drops', async () => {
    const { apis, hosts, secrets } = await started();
    await apis.create(aWholeProfile());
    await apis.update('shop', withAuth({ base_url: 'https://new.example/v1' }));
    expect(hosts()).toEqual(['new.example']);
    await secrets.put('OTHER_KEY', 'another-4711', []);
    const auth = { type: 'bearer', instructions: 'Send secret:OTHER_KEY.' } as const;
    await apis.update('shop', { auth, base_url: 'https://new.example/v1' });
    expect(secrets.list().map(({ name, hosts: to }) => [name, to])).toEqual([
      ['OTHER_KEY', ['new.example']],
      ['SHOP_KEY', []],
    ]);
    await apis.update('shop', { auth: { type: 'bearer', instructions: 'None is needed.' } });
    expect(secrets.list().flatMap(({ hosts: to }) => to)).toEqual([]);
  });

  verifies('apis.unbinds', 'does not replace the owner’s: hosts named by the owner stay', async () => {
    const before = await started();
    await before.secrets.put('SHOP_KEY', KEY, [SHOP]);
    await before.apis.create(aWholeProfile());
    await before.apis.delete('shop');
    expect(before.hosts()).toEqual([SHOP]);

    const after = await started();
    await after.apis.create(aWholeProfile());
    await after.secrets.put('SHOP_KEY', KEY, [SHOP]);
    await after.apis.delete('shop');
    expect(after.hosts()).toEqual([SHOP]);

    // A binding that the owner removed stays removed, whatever a profile says.
    await after.apis.create(aWholeProfile());
    await after.secrets.put('SHOP_KEY', KEY, []);
    await after.apis.update('shop', { notes: ['New.'] });
    expect(after.hosts()).toEqual([]);
    expect((await after.again()).hosts()).toEqual([]);
  });

  verifies('apis.unbinds', 'stays while another profile sends the same secret there', async () => {
    const { apis, hosts, again } = await started();
    await apis.create(aWholeProfile());
    await apis.create(aWholeProfile({ id: 'orders', base_url: `https://${SHOP}/orders` }));
    await apis.delete('shop');
    expect(hosts()).toEqual([SHOP]);
    expect((await again()).hosts()).toEqual([SHOP]);
    await apis.delete('orders');
    expect(hosts()).toEqual([]);
  });

  verifies('apis.unbinds', 'passes to a profile that the owner wrote by hand', async () => {
    const byHand = aWholeProfile({ id: 'orders', base_url: `https://${SHOP}/orders` });
    const { apis, hosts, again } = await started({ files: new MemoryApiFiles([byHand]) });
    await apis.create(aWholeProfile());
    await apis.delete('shop');
    expect(hosts()).toEqual([SHOP]);
    const next = await again();
    expect(next.hosts()).toEqual([SHOP]);
    await next.apis.delete('orders');
    expect(next.hosts()).toEqual([]);
  });

  test('is not made, and nothing is lost, when the file cannot be written', async () => {
    const { apis, hosts, files } = await started();
    files.isFull = true;
    await expect(apis.create(aWholeProfile())).rejects.toMatchObject({ code: 'disk_full' });
    expect(hosts()).toEqual([]);
    files.isFull = false;
    await apis.create(aWholeProfile());
    files.isFull = true;
    const moved = withAuth({ base_url: 'https://new.example/v1' });
    await expect(apis.update('shop', moved)).rejects.toMatchObject({ code: 'disk_full' });
    expect(hosts()).toEqual([SHOP]);
  });
});

describe('at the next start', () => {
  test('keeps the bindings of a profile whose file is unusable or whose folder is unreadable', async () => {
    const { apis, files, again, hosts } = await started();
    await apis.create(aWholeProfile());
    const kept = files.found.get('shop.json');
    files.found.set('shop.json', { found: 'text', text: '{"id":' });
    await again();
    expect(hosts()).toEqual([SHOP]);
    if (kept) files.found.set('shop.json', kept);
    files.isUnreadable = true;
    await again();
    expect(hosts()).toEqual([SHOP]);
  });

  test('keeps the bindings that a hand-edited profile still uses', async () => {
    const { apis, files, again, hosts } = await started();
    await apis.create(aWholeProfile());
    const text = JSON.stringify(aWholeProfile({ base_url: `https://${SHOP}/v2` }));
    files.found.set('shop.json', { found: 'text', text });
    await again();
    expect(hosts()).toEqual([SHOP]);
    files.found.set('shop.json', { found: 'text', text: text.replace(SHOP, 'sink.example') });
    await again();
    expect(hosts()).toEqual([]);
  });

  verifies(
    'apis.unbinds',
    'whichever step of a registration, a deletion or a move was the last, every binding left has a profile that uses it',
    async () => {
      const first = await started();
      first.files.isFull = true;
      const cut = await started({ files: first.files, vault: { ...first.vault, journal: dyingAt(2) } });
      await expect(cut.apis.create(aWholeProfile())).rejects.toMatchObject({ code: 'disk_full' });
      expect(first.hosts()).toEqual([SHOP]);
      expect((await started({ files: first.files, vault: first.vault })).hosts()).toEqual([]);
      /** The next start after an engine whose vault died at the nth change of a binding. */
      const diedAt = async (nth: number, act: (apis: typeof cut.apis) => Promise<unknown>) => {
        const { apis, files, vault } = await started();
        await apis.create(aWholeProfile());
        await act((await started({ files, vault: { ...vault, journal: dyingAt(nth) } })).apis);
        return await started({ files, vault });
      };
      const moved = withAuth({ base_url: 'https://new.example/v1' });
      for (const nth of [1, 2, 3]) {
        const deleted = await diedAt(nth, (apis) => apis.delete('shop'));
        expect([nth, deleted.apis.list(), deleted.hosts()]).toEqual([nth, [], []]);
        const next = await diedAt(nth, (apis) => apis.update('shop', moved).catch(() => undefined));
        expect([nth, next.hosts()]).toEqual([nth, [new URL(next.apis.get('shop').base_url).host]]);
      }
    },
  );

  test('a damaged vault, already reported, does not block adding and removing profiles without secrets', async () => {
    const before = await started();
    await before.apis.create(aWholeProfile());
    const damaged = (store: VaultStore): VaultStore =>
      instead(store, ['boundByProfiles'], () => {
        throw refuseStorage.store_corrupt();
      });
    const given = { files: before.files, vault: { ...before.vault, store: damaged } };
    const { apis, log } = await started(given);
    const open = aWholeProfile({ id: 'open', auth: { type: 'query', instructions: 'None is needed.' } });
    await apis.create(open);
    await apis.delete('open');
    expect(log.events('error').filter((line) => line.includes('profile'))).toEqual([]);
  });

  test('an unwritable vault does not stop the engine from starting, and is logged', async () => {
    const before = await started();
    await before.apis.create(aWholeProfile());
    await before.files.remove('shop');
    const { log, apis } = await started({
      files: before.files,
      vault: { ...before.vault, journal: dyingAt(1) },
    });
    expect(apis.list()).toEqual([]);
    expect(log.events('error')).toHaveLength(1);
  });
});
