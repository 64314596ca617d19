import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ProblemError } from '../../../src/contract/client.ts';
import { refuse } from '../../../src/core/keeping/backups/errors.ts';
import type { BackupWork } from '../../../src/core/keeping/backups/port.ts';
import { aborted } from '../../../src/core/kernel/abort.ts';
import { around } from '../../../src/core/kernel/around.ts';
import { hangUntilAbort, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startRestartable as started, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { allOf, endsIn } from '../http/runs.ts';
import { until } from '../http/wire.ts';
import { backedUp, ended, restored } from './backups.ts';
import { fill, logical } from './logical.ts';

type Copy = BackupWork['copy'];

/** Copies in this way the second time: that is the safety backup of a restore. */
function secondCopy(copy: (work: BackupWork, ...given: Parameters<Copy>) => ReturnType<Copy>) {
  let copies = 0;
  return (work: BackupWork): BackupWork =>
    around(work, {
      copy: async (...given) => {
        copies += 1;
        return await (copies === 2 ? copy(work, ...given) : work.copy(...given));
      },
    });
}

/** Writes until the first refusal. @returns what was acknowledged, and the refusal */
async function writing<Written>(write: (round: number) => Promise<Written>) {
  const acknowledged: Written[] = [];
  for (let round = 0; ; round += 1)
    try {
      acknowledged.push(await write(round));
    } catch (error) {
      if (error instanceof ProblemError) return { acknowledged, refusal: error.problem };
      throw error;
    }
}

verifies(
  'backups.restore.nothing-lost',
  'every write that is acknowledged while a restore begins is in its safety backup, and the first later one is refused',
  async () => {
    const engine = await started();
    const { client } = engine;
    await fill(engine, 'BEFORE');
    const id = await backedUp(engine);
    const threads = [1, 2, 3].map(() => writing(async () => (await client['sessions.create']()).threadId));
    const notes = writing(async (round) => {
      const said = `Round ${round} of the notes.`;
      await client['memory.append']({ params: { ns: 'knowledge' }, body: { text: said } });
      return said;
    });
    const outcome = await restored(engine, id);
    expect(outcome).toMatchObject({ status: 'completed', problems: [] });
    expect(engine.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    const begun = await Promise.all(threads);
    const noted = await notes;
    for (const { acknowledged, refusal } of [...begun, noted]) {
      expect(acknowledged.length).toBeGreaterThan(1);
      expect(refusal).toMatchObject({ status: 503, code: 'not_ready' });
    }

    await restored(engine, outcome.safetyBackupId);
    const lost: string[] = [];
    for (const threadId of begun.flatMap(({ acknowledged }) => acknowledged))
      await client['threads.messages']({ params: { id: threadId } }).catch(() => lost.push(threadId));
    expect(lost).toEqual([]);
    const { entries } = await client['memory.read']({ params: { ns: 'knowledge' } });
    const found = new Set(entries.map((entry) => entry.text));
    expect(noted.acknowledged.filter((said) => !found.has(said))).toEqual([]);
  },
);

verifies(
  'backups.restore.nothing-lost',
  'a write that was asked for before the restore and comes to the disk after the moment of its safety backup is refused',
  async () => {
    const asked = Promise.withResolvers<void>();
    const pinned = Promise.withResolvers<void>();
    const engine = await started({
      journal: (journal) => ({
        commit: async (changes, durability) => {
          if (JSON.stringify(changes).includes('A late note.')) {
            asked.resolve();
            await pinned.promise;
          }
          await journal.commit(changes, durability);
        },
      }),
      backupWork: secondCopy(async (work, ...given) => {
        const copying = await work.copy(...given);
        copying.done.finally(() => pinned.resolve()).catch(() => undefined);
        return copying;
      }),
    });
    const { client } = engine;
    const id = await backedUp(engine);
    const late = refusal(
      client['memory.append']({ params: { ns: 'knowledge' }, body: { text: 'A late note.' } }),
    );
    await asked.promise;
    expect(await restored(engine, id)).toMatchObject({ status: 'completed' });
    expect(await late).toMatchObject({ status: 503, code: 'not_ready', reason: 'restoring' });
  },
);

verifies(
  ['backups.restore.nothing-lost', 'backups.restore.running'],
  'while the safety backup is made reads go on and writes are refused; if it fails, the engine serves on what is there',
  async () => {
    const seen: unknown[] = [];
    const engine: RestartableEngine = await started({
      model: new ScriptedModel([[text('So far '), hangUntilAbort()], [text('again')]]),
      backupWork: secondCopy(async () => {
        const { threads } = await engine.client['threads.list']();
        seen.push(threads.length, (await refusal(engine.client['sessions.create']())).reason);
        throw refuse.backup_space();
      }),
    });
    const { client } = engine;
    await fill(engine, 'BEFORE');
    const { threads } = await client['threads.list']();
    const id = await backedUp(engine);
    const { sessionId } = await client['sessions.create']({ body: { threadId: threads[0]?.threadId ?? '' } });
    const run = await client['runs.start']({ params: { id: sessionId }, body: { task: 'go' } });
    const reading = allOf(run);
    const before = await logical(engine);
    expect(await refusal(client['backups.restore']({ params: { id } }))).toMatchObject({
      status: 507,
      code: 'backup_space',
    });
    expect(seen).toEqual([1, 'draining']);
    expect(endsIn(await reading)).toHaveLength(1);
    await until('it serves', async () => (await fetch(`${engine.baseUrl}/readyz`)).ok);
    expect(await logical(engine)).toEqual(before);
    await fill(engine, 'AFTER');
    for (const left of ['restore.json', 'restore-aside', 'restore-staging'])
      expect([left, existsSync(join(engine.dataDir, left))]).toEqual([left, false]);
  },
);

test('an engine that stops during the safety backup ends, and the next one serves what is there', async () => {
  const held = Promise.withResolvers<void>();
  const first = await started({
    backupWork: secondCopy(async (_work, _request, _report, signal) => {
      held.resolve();
      await aborted(signal);
      throw refuse.backup_space();
    }),
  });
  const { dataDir } = first;
  await fill(first, 'BEFORE');
  const before = await logical(first);
  const id = await backedUp(first);
  const asked = first.client['backups.restore']({ params: { id } }).catch(() => undefined);
  await held.promise;
  await first.stop();
  await asked;
  const second = await started({ dataDir });
  expect(await logical(second)).toEqual(before);
});

verifies(
  'backups.restore.in-no-backup',
  'a workspace with a link is kept beside after a restore, the outcome says where, and one without is not',
  async () => {
    const engine = await started();
    const { dataDir } = engine;
    await fill(engine, 'BEFORE');
    const id = await backedUp(engine);
    mkdirSync(join(dataDir, 'workspace', 'deep'));
    symlinkSync('/nowhere', join(dataDir, 'workspace', 'deep', 'link'));
    writeFileSync(join(dataDir, 'workspace', 'later.md'), 'later');
    const { operationId } = await engine.client['backups.restore']({ params: { id } });
    const name = `workspace-before-${operationId}`;
    expect(await ended(engine, operationId)).toMatchObject({
      status: 'completed',
      problems: [
        expect.stringMatching(`^One entry of the earlier workspace .* ${name} in the data directory`),
      ],
    });
    expect(readlinkSync(join(dataDir, name, 'deep', 'link'))).toBe('/nowhere');
    expect(readdirSync(join(dataDir, name)).toSorted()).toEqual(['BEFORE.md', 'deep', 'later.md']);
    expect(readdirSync(join(dataDir, 'workspace'))).toEqual(['BEFORE.md']);
    expect(await restored(engine, id)).toMatchObject({ status: 'completed', problems: [] });
    expect(readdirSync(dataDir).filter((entry) => entry.startsWith('workspace-before-'))).toEqual([name]);
  },
);

verifies(
  ['backups.retention', 'backups.restore.safety'],
  'a restore of the oldest safety backup keeps that backup, though a new one is made',
  async () => {
    const engine = await started();
    const { client } = engine;
    const id = await backedUp(engine);
    const safety: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      await fill(engine, `ROUND${round}`);
      safety.push((await restored(engine, id)).safetyBackupId);
    }
    const [oldest = '', second = ''] = safety;
    const outcome = await restored(engine, oldest);
    expect(outcome).toMatchObject({ status: 'completed' });
    const ids = async () => (await client['backups.list']()).backups.map(({ backupId }) => backupId);
    expect(await ids()).toEqual(expect.arrayContaining([oldest, outcome.safetyBackupId]));
    // Nor does a later backup, which deletes what is over.
    await backedUp(engine);
    expect(await ids()).toEqual(expect.arrayContaining([oldest, outcome.safetyBackupId]));
    expect(await ids()).not.toContain(second);
    expect(await restored(engine, oldest)).toMatchObject({ status: 'completed' });
  },
);
