// The store of collections answers from PostgreSQL as it does from SQLite.
import { collectionStoreContract } from '../../ports/collections.contract.ts';
import { datastoreIn, describeInPostgres, freshPlaces } from '../../harness/in-postgres.ts';

describeInPostgres('datastore', () => {
  const fresh = freshPlaces();
  collectionStoreContract('PostgreSQL', async () => {
    const { journal, collections: store, close } = await datastoreIn(fresh());
    return { journal, store, close };
  });
});
