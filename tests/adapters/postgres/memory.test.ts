// The memory answers from PostgreSQL as it does from SQLite.
import { memoryStoreContract, type OpenedMemory } from '../../ports/memory-store.contract.ts';
import { describeInPostgres, freshPlaces, memoryIn } from '../../harness/in-postgres.ts';

describeInPostgres('the memory', () => {
  const fresh = freshPlaces();
  memoryStoreContract('PostgreSQL', async (): Promise<OpenedMemory> => {
    const place = fresh();
    let memory = await memoryIn(place);
    return {
      journal: memory.journal,
      store: memory.store,
      reopen: async () => {
        await memory.close();
        memory = await memoryIn(place);
        return memory;
      },
      close: () => memory.close(),
    };
  });
});
