// The memory answers from PostgreSQL as it does from SQLite.
import { expect, test } from '@jest/globals';
import { adding, anEntry, anywhere, asking, commitTo } from '../../ports/memory-builders.ts';
import { memoryStoreContract, type OpenedMemory } from '../../ports/memory-store.contract.ts';
import { OWNER_ID } from '../../doubles/people.ts';
import { until } from '../../e2e/http/wire.ts';
import { describeInPostgres, freshPlaces, memoryIn } from '../../harness/in-postgres.ts';
import { startPostgres } from '../../servers/postgres.ts';

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

  test('a search waits for an index that is being committed', async () => {
    const server = await startPostgres();
    const memory = await memoryIn({ url: server.url, schema: 'slow' });
    server.run(`CREATE FUNCTION slow.rest() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER rests AFTER UPDATE ON slow.term_index DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION slow.rest()`);
    const many = Array.from({ length: 70 }, (_, position) => anEntry(`pear ${position}`, { position }));
    await commitTo(memory, adding(many));
    const sql = "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    await until('the index is being committed', () => server.ask({ sql, parameters: [] }).length > 0);
    const store = memory.store.ofPerson(OWNER_ID);
    await store.searchable();
    const found = await store.candidates(asking('pear 69'), anywhere);
    expect(found.map(({ text }) => text)).toContain('pear 69');
    await memory.close();
  });
});
