import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { DrainFor } from '../../../src/main/module.ts';
import { hangUntilAbort, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { exited, spawnEngine } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { startRestartable as started } from '../../harness/restartable-engine.ts';
import { refusal } from '../http/problems.ts';
import { allOf, endsIn } from '../http/runs.ts';
import { backedUp, ended, restored } from './backups.ts';
import { fill, logical } from './logical.ts';

verifies(
  ['backups.restore.running', 'promise.restore.busy'],
  'a run that streams ends as interrupted, other requests get 503 with Retry-After, and the port serves afterwards',
  async () => {
    const model = new ScriptedModel([[text('So far '), hangUntilAbort()], [text('again')]]);
    const engine = await started({ model });
    const { client, baseUrl } = engine;
    const { sessionId, threadId } = await client['sessions.create']();
    const id = await backedUp(engine);
    const run = await client['runs.start']({ params: { id: sessionId }, body: { task: 'go' } });
    const reading = allOf(run);
    // Holds the engine between its stop and its next start.
    const drained = engine.running.engine.drain.bind(engine.running.engine);
    const held = Promise.withResolvers<void>();
    Object.assign(engine.running.engine, {
      drain: (why?: DrainFor) => drained(why).then(() => (why === 'restore' ? undefined : held.promise)),
    });

    const { operationId } = await client['backups.restore']({ params: { id } });
    expect(endsIn(await reading)).toHaveLength(1);
    const answer = await fetch(`${baseUrl}/api/threads`);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ code: 'not_ready', reason: 'restoring' });
    expect(await client['health.get']()).toEqual({ status: 'ok' });
    expect(await refusal(client['health.ready']())).toMatchObject({ status: 503, reason: 'restoring' });
    const outcome = await client['backups.restored']({ params: { operationId } });
    expect(outcome).toMatchObject({ status: 'running', endedAt: null, backupId: id });
    held.resolve();

    expect(await ended(engine, operationId)).toMatchObject({ status: 'completed' });
    // The run began after the backup.
    const { messages } = await client['threads.messages']({ params: { id: threadId } });
    expect(messages).toEqual([]);
    const { sessionId: next } = await client['sessions.create']({ body: { threadId } });
    const later = client['runs.start']({ params: { id: next }, body: { task: 'go' } });
    expect((await allOf(later)).at(-1)?.type).toBe('done');
    expect(engine.running.port).toBe(Number(new URL(baseUrl).port));
  },
);

verifies(
  ['backups.restore.all-or-nothing', 'backups.restore.whole-sets'],
  'an engine that is killed right after its answer is restored by the next start, over logs that were not checkpointed',
  async () => {
    const dataDir = temporaryDir();
    const start = async () => {
      const engine = await spawnEngine(dataDir);
      return { ...engine, dataDir };
    };
    const first = await start();
    await fill(first, 'BEFORE');
    const before = await logical(first);
    const id = await backedUp(first);
    await fill(first, 'AFTER');
    const { operationId } = await first.client['backups.restore']({ params: { id } });
    await exited(first, 'SIGKILL');

    const second = await start();
    expect(await ended(second, operationId)).toMatchObject({ status: 'completed', problems: [] });
    expect(await logical(second)).toEqual(before);
    // The drill of the built program.
    expect(await second.client['backups.drill']({ params: { id } })).toMatchObject({
      ok: true,
      problems: [],
    });
    expect(await restored(second, id)).toMatchObject({ status: 'completed' });
  },
);

const OPERATION = '01a20563-0198-706a-a7bb-fd5e086fd994';

for (const [what, history] of Object.entries({
  'is damaged': Buffer.from('SQLite format 3\0'.padEnd(8_192, 'x')),
  'is empty': Buffer.alloc(0),
}))
  verifies(
    'backups.restore.all-or-nothing',
    `an engine that cannot start because a restored database ${what} starts on what was there before`,
    async () => {
      const first = await started();
      await fill(first, 'BEFORE');
      const before = await logical(first);
      await first.stop();
      const { dataDir } = first;
      const staging = join(dataDir, 'restore-staging', OPERATION);
      mkdirSync(staging, { recursive: true });
      writeFileSync(join(staging, 'history.db'), history);
      writeFileSync(join(staging, 'memory.db'), readFileSync(join(dataDir, 'memory.db')));
      const names = ['history.db', 'memory.db'];
      const sets = names.map((name) => ({ out: [name, `${name}-wal`, `${name}-shm`], in: [name] }));
      const facts = { operationId: OPERATION, backupId: 'none', safetyBackupId: 'none', startedAt: 0 };
      const state = { restoredFiles: 2, sets, phase: 'aside', starts: 0, problems: [] };
      writeFileSync(join(dataDir, 'restore.json'), JSON.stringify({ ...facts, ...state }));

      const engine = await started({ dataDir });
      const outcome = await engine.client['backups.restored']({ params: { operationId: OPERATION } });
      expect(outcome).toMatchObject({
        status: 'undone',
        problems: [expect.stringContaining('could not start')],
      });
      expect(await logical(engine)).toEqual(before);
      for (const left of ['restore.json', 'restore-aside', 'restore-staging'])
        expect([left, existsSync(join(dataDir, left))]).toEqual([left, false]);
    },
  );
