import { describe, expect } from '@jest/globals';
import { join } from 'node:path';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import type { HistoryChange as Change } from '../../../src/adapters/out/sqlite/history/parts.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine, type SpawnedEngine } from '../../harness/spawned-engine.ts';
import { aMessage, aRun, aSession, aThread, endOf } from '../../ports/history-builders.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf } from '../http/runs.ts';

const THREADS = 10_000;
const READY_MS = 3_000;

let spawned: SpawnedEngine | undefined;

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

async function timedStart(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  spawned = await spawnEngine(dataDir);
  expect(await spawned.client['health.ready']()).toEqual({ status: 'ready' });
  return performance.now() - startedAt;
}

describe('a start after kill -9', () => {
  verifies(
    ['engine.ready', 'crash.interrupted'],
    `is ready within ${READY_MS} ms with ${THREADS} threads`,
    async () => {
      const dataDir = temporaryDir();
      await seed(join(dataDir, 'history.db'));
      await timedStart(dataDir);
      const { sessionId } = (await spawned?.client['sessions.create']({ body: {} })) ?? {};
      const params = { id: sessionId ?? '' };
      const stream = await spawned?.client['runs.start']({ params, body: { task: 'count to 5000' } });
      spawned?.process.kill('SIGKILL');
      await spawned?.finished;

      expect(await timedStart(dataDir)).toBeLessThan(READY_MS);
      const replay = spawned!.client['runs.events']({ params: { runId: stream?.runId ?? '' } });
      expect((await allOf(replay)).at(-1)?.type).toBe('error');
      const page = await spawned?.client['threads.list']({ query: { limit: 200 } });
      expect(page?.threads).toHaveLength(200);
    },
  );
});
