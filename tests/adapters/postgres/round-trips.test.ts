// What a server is asked: on another machine each round trip costs more than the statement.
import { expect, it } from '@jest/globals';
import { connectPostgres } from '../../../src/adapters/out/postgres/connect.ts';
import { openPostgresDatabases } from '../../../src/main/postgres-stores.ts';
import { CountingIds } from '../../doubles/counting-ids.ts';
import { HastyClock } from '../../doubles/hasty-clock.ts';
import { OWNER_ID } from '../../doubles/people.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { describeInPostgres, freshPlaces } from '../../harness/in-postgres.ts';
import { aMessage, aThread, begunRun, NOON } from '../../ports/history-builders.ts';
import { adding, anEntry, commitTo } from '../../ports/memory-builders.ts';
import { verifies } from '../../spec/verifies.ts';

describeInPostgres('round trips to the server', () => {
  const fresh = freshPlaces();

  const opened = async (connections = 10) => {
    const connected = await connectPostgres(fresh(), { clock: new HastyClock(), connections });
    const ids = new CountingIds();
    const options = { newId: () => ids.next(), sleep: async () => undefined };
    const stores = await openPostgresDatabases(connected, { id: OWNER_ID }, options);
    afterwards(async () => {
      await stores.memory.close();
      await connected.close();
    });
    const needed = async (work: () => Promise<unknown>): Promise<number> => {
      const before = connected.traffic().roundTrips;
      await work();
      return connected.traffic().roundTrips - before;
    };
    return { ...stores, needed };
  };

  it('one connection is enough for all databases at once', async () => {
    const { history, datastore, memory, needed } = await opened(1);
    const made = Array.from({ length: 20 }, () => aThread());
    const list = { limit: 100, after: null, includeArchived: true };
    const of = memory.store.ofPerson(OWNER_ID);
    await Promise.all([
      commitTo({ journal: memory.journal, store: memory.store }, adding([anEntry('Bob has a boat')])),
      ...made.flatMap((thread) => [
        history.journal.commit([{ change: 'thread.create', thread }]),
        history.threads.list(OWNER_ID, list),
        datastore.collections.list(),
        of.read('knowledge'),
      ]),
    ]);
    expect((await history.threads.list(OWNER_ID, list)).items).toHaveLength(20);
    expect((await of.read('knowledge')).entries.map(({ text }) => text)).toEqual(['Bob has a boat']);
    expect(await needed(async () => await of.page('knowledge', { after: null, limit: 20 }))).toBe(1);
  });

  verifies('storage.round-trips', 'a list is read in one, and a commit takes at most two', async () => {
    const { history, datastore, memory, needed } = await opened();
    const { thread, run } = await begunRun(history.journal);
    await commitTo({ journal: memory.journal, store: memory.store }, adding([anEntry('Bob has a boat')]));
    await history.journal.commit([{ change: 'message.append', message: aMessage(run, 'the harbour') }]);
    const stretch = await history.threadSearch.missingIn(thread.threadId);
    if (stretch) await history.journal.commit([{ change: 'thread-search.fill', stretch }]);
    const found = await history.threadSearch.find(OWNER_ID, { words: ['harbour'], limit: 20, after: null });
    expect(found.items).toHaveLength(1);
    await datastore.journal.commit([
      { change: 'collection.add', name: 'orders', description: null, columns: [], at: NOON },
    ]);
    const list = { limit: 20, after: null, includeArchived: false };
    const asked: Readonly<Record<string, readonly [() => Promise<unknown>, number]>> = {
      'the threads': [async () => await history.threads.list(OWNER_ID, list), 1],
      'a thread': [async () => await history.threads.get(OWNER_ID, thread.threadId), 1],
      'its messages': [
        async () => await history.threads.messages(thread.threadId, { after: 0, limit: 100 }),
        1,
      ],
      'the collections': [async () => await datastore.collections.list(), 1],
      'a message': [
        async () =>
          await history.journal.commit([{ change: 'message.append', message: aMessage(run, 'one') }]),
        1,
      ],
      'the last page of a memory': [
        async () => await memory.store.ofPerson(OWNER_ID).page('knowledge', { after: null, limit: 20 }),
        1,
      ],
      'a memory entry': [
        async () =>
          await commitTo(
            { journal: memory.journal, store: memory.store },
            adding([anEntry('Bob has a dog')]),
          ),
        // The end of the text is read before.
        1 + 3,
      ],
      'a search of the threads': [
        async () => await history.threadSearch.find(OWNER_ID, { words: ['harbour'], limit: 20, after: null }),
        2,
      ],
      'what has to be there': [
        async () =>
          await datastore.journal.commit([{ change: 'collection.drop', collectionNo: 1, at: NOON }]),
        2,
      ],
      'twenty lists at once': [
        async () =>
          await Promise.all(
            Array.from({ length: 20 }, () =>
              history.journal.commit([{ change: 'thread.create', thread: aThread() }]),
            ),
          ),
        2,
      ],
    };
    for (const [what, [work, most]] of Object.entries(asked))
      expect([what, await needed(work)]).toEqual([what, most]);
  });
});
