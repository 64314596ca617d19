import { describe, expect } from '@jest/globals';
import Database from 'better-sqlite3';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hangUntilAbort, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { exited, spawnEngine, type SpawnedEngine } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, replay } from '../http/runs.ts';
import { within } from '../http/wire.ts';

let spawned: SpawnedEngine | undefined;

interface Reader {
  readonly runId: string | null;
  /** Resolves with the first text. */
  readonly begun: Promise<void>;
  readonly ended: Promise<
    readonly { readonly id: number | null; readonly type: string; readonly data: object }[]
  >;
}

async function countingRun({ client }: SpawnedEngine): Promise<Reader> {
  const { sessionId } = await client['sessions.create']({ body: {} });
  const stream = await client['runs.start']({ params: { id: sessionId }, body: { task: 'count to 5000' } });
  const begun = Promise.withResolvers<void>();
  const read = async () => {
    const events: { id: number | null; type: string; data: object }[] = [];
    for await (const event of stream.events) {
      events.push(event);
      if (event.type === 'text') begun.resolve();
    }
    return events;
  };
  return { runId: stream.runId, begun: begun.promise, ended: read() };
}

/** The promise. */
const EXIT_MS = 10_000;

describe('SIGTERM', () => {
  verifies(
    ['engine.drain', 'crash.interrupted', 'streams.one-terminal'],
    'ends twelve runs with one error event each, saves their state, leaves no files behind and exits with 0',
    async () => {
      const dataDir = temporaryDir();
      spawned = await spawnEngine(dataDir);
      const engine = spawned;
      const readers = await Promise.all(Array.from({ length: 12 }, () => countingRun(engine)));
      await Promise.all(readers.map(({ begun }) => begun));

      const { code, signal, stderr } = await within('the exit', exited(engine), EXIT_MS);
      expect([code, signal]).toEqual([0, null]);
      // Nor was any step cut off at its deadline.
      expect(stderr).not.toMatch(/error|warn/iu);

      for (const { ended } of readers) {
        const events = await ended;
        expect(events.at(-1)).toMatchObject({
          type: 'error',
          data: { code: 'interrupted', retryable: true },
        });
        expect(events.filter(({ type }) => type === 'error' || type === 'done')).toHaveLength(1);
        expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
      }
      const wal = join(dataDir, 'history.db-wal');
      expect(existsSync(wal) ? statSync(wal).size : 0).toBe(0);
      expect(['engine.json', 'engine.sock'].filter((name) => existsSync(join(dataDir, name)))).toEqual([]);
      const connection = new Database(join(dataDir, 'history.db'), { readonly: true });
      expect(connection.prepare('SELECT status, count(*) AS n FROM runs GROUP BY status').all()).toEqual([
        { status: 'interrupted', n: 12 },
      ]);
      connection.close();

      const next = await startTestEngine({ dataDir });
      for (const { runId, ended } of readers) {
        expect(await allOf(replay(next, runId))).toEqual(await ended);
      }
    },
  );

  verifies(
    ['engine.drain', 'contract.readyz'],
    'while it drains, new work is refused with 503 and Retry-After; reads still work',
    async () => {
      const dataDir = temporaryDir();
      const engine = await startTestEngine({
        dataDir,
        model: new ScriptedModel([[text('begun'), hangUntilAbort()]]),
      });
      const { client, baseUrl } = engine;
      const [busy, idle] = [
        await client['sessions.create']({ body: {} }),
        await client['sessions.create']({ body: {} }),
      ];
      const stream = await client['runs.start']({ params: { id: busy.sessionId }, body: { task: 'begin' } });
      const drained = engine.engine.drain();
      const refused = await fetch(`${baseUrl}/api/sessions/${idle.sessionId}/run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ task: 'one more' }),
      });
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({ code: 'not_ready', reason: 'draining' });
      const ready = await fetch(`${baseUrl}/readyz`);
      expect([ready.status, await ready.json()]).toMatchObject([503, { reason: 'draining' }]);
      expect(await client['threads.get']({ params: { id: idle.threadId } })).toMatchObject({
        messageCount: 0,
      });
      await drained;
      expect((await allOf(stream)).at(-1)?.type).toBe('error');
      await engine.stop();
      expect(engine.log.events('error')).toEqual([]);
    },
  );
});
