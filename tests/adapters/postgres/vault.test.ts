// The vault answers from PostgreSQL as it does from SQLite, and asks the server only when something was written.
import { expect, it } from '@jest/globals';
import { vaultStoreContract } from '../../ports/vault-store.contract.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { describeInPostgres, freshPlaces, vaultIn } from '../../harness/in-postgres.ts';
import { until } from '../../e2e/http/wire.ts';

const FIRST = {
  change: 'vault.begin',
  key: { keyId: 'one', createdAt: 1, retiredAt: null, wrapped: null },
  salt: Uint8Array.from([7]),
} as const;

describeInPostgres('the vault', () => {
  const fresh = freshPlaces();
  vaultStoreContract('PostgreSQL', async () => vaultIn(fresh()));

  it('has what is there when it is opened', async () => {
    const place = fresh();
    const first = await vaultIn(place);
    await first.journal.commit([FIRST]);
    await first.close();
    const second = await vaultIn(place);
    afterwards(second.close);
    expect([second.store.salt(), second.store.keys()]).toEqual([FIRST.salt, [FIRST.key]]);
  });

  it('refuses while it is not known what is there, and asks again', async () => {
    const { store, journal, pool, close } = await vaultIn(fresh());
    afterwards(close);
    await pool.query('ALTER TABLE bindings RENAME TO bound');
    await journal.commit([FIRST]);
    expect(() => store.keys()).toThrow(expect.objectContaining({ code: 'storage_error' }));
    await pool.query('ALTER TABLE bound RENAME TO bindings');
    const isKnown = () => {
      try {
        return store.keys().length > 0;
      } catch {
        return false;
      }
    };
    await until('what is there has been read again', isKnown);
    expect(store.keys()).toEqual([FIRST.key]);
  });
});
