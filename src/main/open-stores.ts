import { openSqliteStores } from './sqlite-stores.ts';
import type { OpenStores, Stores } from './stores.ts';

/**
 * Opens the databases where the settings say that they are. What reaches a server is loaded only for one.
 * @throws UnusableSetup
 */
export async function openStores(asked: OpenStores): Promise<Stores> {
  const { storage } = asked;
  if (storage === null) return await openSqliteStores(asked);
  const { openPostgresStores } = await import('./postgres-stores.ts');
  return await openPostgresStores({ ...asked, storage });
}
