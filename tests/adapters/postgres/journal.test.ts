// What only this journal has to deal with: a network, and other transactions.
import { beforeAll, expect, it } from '@jest/globals';
import { historyIn, describeInPostgres } from '../../harness/in-postgres.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { aMessage, aThread, begunRun, NOON } from '../../ports/history-builders.ts';
import { cuttingProxy, type Cut } from '../../servers/cutting-proxy.ts';
import { startPostgres, type Postgres } from '../../servers/postgres.ts';

const REFUSED = { code: 'storage_unavailable' };

describeInPostgres('the journal', () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  });

  const opened = async (schema: string, url = server.url, connections = 3) => {
    const history = await historyIn({ url, schema }, { connections });
    afterwards(history.close);
    return history;
  };

  it.each<Cut>(['before it arrives', 'after it arrives'])(
    'carries out each list once, whichever message cuts the connection %s',
    async (cut) => {
      const schema = cut.startsWith('before') ? 'cut_before' : 'cut_after';
      const proxy = await cuttingProxy(server.socket);
      const { journal, threads } = await opened(schema, `postgres://svc@127.0.0.1:${proxy.port}/postgres`);
      const { thread, run } = await begunRun(journal);
      let sent = 0;
      do {
        sent += 1;
        proxy.cutAt(sent, cut);
        await journal.commit([
          { change: 'message.append', message: aMessage(run, `at ${sent}`) },
          { change: 'thread.set', threadId: thread.threadId, title: `at ${sent}`, updatedAt: NOON + sent },
        ]);
      } while (proxy.hasCut);
      proxy.cutAt(null, cut);
      // The beginning, each statement, and the commit.
      expect(sent).toBeGreaterThan(5);
      const said = await threads.messages(thread.threadId, { after: 0, limit: 100 });
      expect(said.map(({ seq }) => seq)).toEqual(Array.from({ length: sent }, (_, nth) => nth + 1));
      expect(said.map(({ content }) => content)).toEqual(
        Array.from({ length: sent }, (_, nth) => aMessage(run, `at ${nth + 1}`).content),
      );
    },
  );

  it('a list that is one of two in a deadlock is carried out after the other', async () => {
    const { journal, pool, threads } = await opened('deadlock');
    const [first, second] = [aThread(), aThread()];
    await journal.commit([first, second].map((thread) => ({ change: 'thread.create', thread })));
    const other = await pool.connect();
    const lock = (id: string) => other.query('UPDATE threads SET cost_usd = 7 WHERE thread_id = $1', [id]);
    // The other one looks for deadlocks first.
    await other.query("SET deadlock_timeout = '1min'");
    await other.query('BEGIN');
    await lock(second.threadId);
    const titled = [first, second].map(
      ({ threadId }) => ({ change: 'thread.set', threadId, title: 'new', updatedAt: NOON }) as const,
    );
    const committed = journal.commit(titled);
    const waiting = "SELECT count(*) AS n FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'";
    for (let isWaiting = false; !isWaiting;)
      isWaiting = (await pool.query<{ readonly n: number }>(waiting)).rows[0]?.n === 1;
    await lock(first.threadId);
    await other.query('COMMIT');
    other.release(true);
    await committed;
    for (const { threadId } of [first, second])
      expect(await threads.get(first.personId, threadId)).toMatchObject({ title: 'new', costUsd: 7 });
  });

  it('lists that wait share a transaction, and only what does not fit is refused', async () => {
    const { journal, threads, pool } = await opened('together_written');
    let begun = 0;
    pool.on('acquire', () => (begun += 1));
    const made = Array.from({ length: 20 }, () => aThread());
    const lists = made.map((thread) => journal.commit([{ change: 'thread.create', thread }]));
    const twice = made.slice(0, 3).map((thread) => journal.commit([{ change: 'thread.create', thread }]));
    const later = aThread();
    const last = journal.commit([{ change: 'thread.create', thread: later }]);
    for (const list of twice) await expect(list).rejects.toMatchObject({ name: 'JournalConflict' });
    await Promise.all([...lists, last]);
    // The first, and all that came meanwhile.
    expect(begun).toBe(2);
    for (const thread of [...made, later])
      expect(await threads.get(thread.personId, thread.threadId)).toEqual(thread);
  });

  it('a server that is not there refuses, and what was never carried out is not there later', async () => {
    const proxy = await cuttingProxy(server.socket);
    const { journal, threads } = await opened('away', `postgres://svc@127.0.0.1:${proxy.port}/postgres`);
    const [lost, kept] = [aThread(), aThread()];
    proxy.isAway = true;
    await expect(journal.commit([{ change: 'thread.create', thread: lost }])).rejects.toMatchObject(REFUSED);
    await expect(threads.get(lost.personId, lost.threadId)).rejects.toMatchObject(REFUSED);
    proxy.isAway = false;
    await journal.commit([{ change: 'thread.create', thread: kept }]);
    expect(await threads.get(lost.personId, lost.threadId)).toBeNull();
    expect(await threads.get(kept.personId, kept.threadId)).toEqual(kept);
  });

  it('one connection is enough for writers and readers at once', async () => {
    const { journal, threads } = await opened('one', server.url, 1);
    const made = Array.from({ length: 20 }, () => aThread());
    await Promise.all(
      made.flatMap((thread) => [
        journal.commit([{ change: 'thread.create', thread }]),
        threads.get(thread.personId, thread.threadId),
      ]),
    );
    for (const thread of made) expect(await threads.get(thread.personId, thread.threadId)).toEqual(thread);
  });

  it('tables are made once, by whoever comes first', async () => {
    const all = await Promise.all([1, 2, 3].map(() => opened('together')));
    const thread = aThread();
    await all[0]?.journal.commit([{ change: 'thread.create', thread }]);
    for (const { threads } of all)
      expect(await threads.get(thread.personId, thread.threadId)).toEqual(thread);
  });
});
