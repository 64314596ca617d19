import { describe, expect } from '@jest/globals';
import { join } from 'node:path';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import type { HistoryChange as Change } from '../../../src/adapters/out/sqlite/history/parts.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine, type SpawnedEngine } from '../../harness/spawned-engine.ts';
import { counted } from '../../harness/statements.ts';
import { aMessage, aRun, aSession, aThread, endOf } from '../../ports/history-builders.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf } from '../http/runs.ts';
import { within } from '../http/wire.ts';

const THREADS = 10_000;
/** The promise. */
const READY_MS = 3_000;
/** As many as may be read at once while it starts: a small part of what there is. */
const ROWS = 1_000;

async function seed(file: string): Promise<void> {
  const history = openHistory(file);
  const changes = Array.from({ length: THREADS }, (_, index): readonly Change[] => {
    const thread = aThread({ updatedAt: index });
    const session = aSession(thread.threadId);
    const run = aRun(session);
    return [
      { change: 'thread.create', thread },
      { change: 'session.create', session },
      { change: 'run.start', run, idempotencyKey: null, bootId: null },
      { change: 'message.append', message: aMessage(run, `task ${index}`, { createdAt: index }) },
      endOf(run.runId),
    ];
  });
  await history.journal.commit(changes.flat());
  await history.close();
}

async function ready(dataDir: string): Promise<SpawnedEngine> {
  const engine = await spawnEngine(dataDir);
  expect(await engine.client['health.ready']()).toEqual({ status: 'ready' });
  return engine;
}

describe('a start after kill -9', () => {
  verifies(
    ['engine.ready', 'crash.interrupted'],
    `is ready within ${READY_MS} ms with ${THREADS} threads, and reads ${ROWS} rows at a time at most until then`,
    async () => {
      const dataDir = temporaryDir();
      await seed(join(dataDir, 'history.db'));
      const killed = await spawnEngine(dataDir);
      const { sessionId } = await killed.client['sessions.create']({ body: {} });
      const params = { id: sessionId };
      const stream = await killed.client['runs.start']({ params, body: { task: 'count to 5000' } });
      killed.process.kill('SIGKILL');
      await killed.finished;

      const again = await within('a start that is ready', ready(dataDir), READY_MS);
      const { client } = again;
      const replay = client['runs.events']({ params: { runId: stream.runId ?? '' } });
      expect((await allOf(replay)).at(-1)?.type).toBe('error');
      expect((await client['threads.list']({ query: { limit: 200 } })).threads).toHaveLength(200);
      again.process.kill('SIGTERM');
      await again.finished;

      const { most } = await counted(async () => {
        const { client: own } = await startTestEngine({ dataDir });
        expect(await own['health.ready']()).toEqual({ status: 'ready' });
      });
      expect(most).toBeLessThan(ROWS);
    },
  );
});
