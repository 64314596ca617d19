import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { gate, ScriptedModel, toolCalls } from '../../doubles/scripted-model.ts';
import { step } from '../../harness/workflows.ts';
import { verifies } from '../../spec/verifies.ts';
import { startRestartable as started } from '../../harness/restartable-engine.ts';
import { refusal } from '../http/problems.ts';
import { backedUp, restored } from './backups.ts';
import { fill, logical, replaced } from './logical.ts';

describe('a restore', () => {
  verifies(
    ['backups.restore', 'backups.restore.everything', 'backups.restore.safety', 'promise.restore.same'],
    'brings everything back as it was in the backup, and the safety backup brings back what was there before',
    async () => {
      const engine = await started();
      await fill(engine, 'BEFORE');
      await replaced(engine, 'plan.md');
      const before = await logical(engine);
      const id = await backedUp(engine);
      await fill(engine, 'AFTER');
      await engine.client['config.set']({ body: { default_tier: 'deep' }, query: { replace: true } });
      // Not in the backup, so not there after it.
      writeFileSync(join(engine.dataDir, 'pricing.json'), '{}');
      const after = await logical(engine);

      const outcome = await restored(engine, id);
      expect(outcome).toMatchObject({ status: 'completed', problems: [], backupId: id });
      expect(await logical(engine)).toEqual(before);
      expect((await engine.client['engine.status']()).deletionsWait?.code).toBe('clock_unknown');
      expect(existsSync(join(engine.dataDir, 'pricing.json'))).toBe(false);
      expect(existsSync(join(engine.dataDir, 'restore-aside'))).toBe(false);

      // An earlier version of a file can be brought back, too.
      const [version] = (await engine.client['deletedFiles.list']({ query: {} })).deletedFiles;
      expect(version).toMatchObject({ path: 'plan.md', earlierVersion: true });
      const params = { id: version?.deletedFileId ?? '' };
      await engine.client['deletedFiles.restore']({ params, query: { inPlace: true } });
      expect(readFileSync(join(engine.dataDir, 'workspace/plan.md'), 'utf8')).toBe('second plan.md');

      const back = await restored(engine, outcome.safetyBackupId);
      expect(back).toMatchObject({ status: 'completed' });
      expect(await logical(engine)).toEqual(after);
      const { backups } = await engine.client['backups.list']();
      expect(backups.map(({ kind }) => kind)).toEqual(['before_restore', 'before_restore', 'manual']);
      expect(
        await refusal(engine.client['backups.restored']({ params: { operationId: 'none' } })),
      ).toMatchObject({ status: 404, code: 'restore_not_found' });
    },
  );

  verifies(
    ['backups.restore.rotated', 'promise.vault.old-backups'],
    'of a backup from before two rotations leaves the key as it is; what was made with each key stays readable',
    async () => {
      const engine = await started();
      const { client } = engine;
      await fill(engine, 'FIRST');
      const first = await backedUp(engine);
      const before = await logical(engine);
      await client['vault.rotate']();
      await fill(engine, 'SECOND');
      const second = await backedUp(engine);
      const between = await logical(engine);
      await client['vault.rotate']();
      const key = await client['vault.key']();

      expect(await restored(engine, first)).toMatchObject({ status: 'completed' });
      expect(await logical(engine)).toEqual({ ...before, unreadable: [] });
      expect(await client['vault.key']()).toEqual(key);
      expect(engine.running.engine.services.secrets.status()).toMatchObject({ vault: 'ready', secrets: 1 });
      // Its key is in no vault that was ever backed up with it as a retired one.
      expect(await restored(engine, second)).toMatchObject({ status: 'completed' });
      expect(await logical(engine)).toEqual({ ...between, unreadable: [] });
    },
  );

  verifies(
    ['backups.restore.foreign', 'backups.encryption.key-needed', 'triggers.restored', 'promise.restore.same'],
    'into another engine needs the key and the consent, and the backups of both engines stay readable',
    async () => {
      const lost = await started();
      await fill(lost, 'LOST');
      const body = { title: 'Daily', schedule: '@daily', task: 'Look' };
      await lost.client['triggers.create']({ body });
      const id = await backedUp(lost);
      const wanted = await logical(lost);
      const { key, keyId } = await lost.client['vault.key']();
      const engine = await started();
      await engine.client['config.set']({
        body: { backup_dir: join(lost.dataDir, 'backups') },
        query: { replace: true },
      });
      const own = await engine.client['vault.key']();
      const ask = (body: object) => refusal(engine.client['backups.restore']({ params: { id }, body }));

      expect(await ask({})).toMatchObject({ code: 'backup_unusable', reason: 'key_missing', keyId });
      expect(await ask({ key: 'x'.repeat(43) })).toMatchObject({ code: 'backup_key_invalid', status: 400 });
      expect(await ask({ key })).toMatchObject({ reason: 'foreign', allowWith: 'allowForeign', status: 422 });
      const outcome = await restored(engine, id, { key, allowForeign: true });
      expect(outcome).toMatchObject({ status: 'completed' });
      expect(await logical(engine)).toEqual({ ...wanted, unreadable: [] });
      expect(await engine.client['vault.key']()).toMatchObject({ keyId: own.keyId, key: own.key });
      // What the other engine did by itself, this one does only once its owner agrees.
      const { triggers } = await engine.client['triggers.list']({ query: {} });
      expect(triggers).toMatchObject([{ title: 'Daily', confirmedAt: null, nextRunAt: null }]);
      // The folder of backups is that of the restored configuration; the safety backup lies in the other one.
      expect(existsSync(join(lost.dataDir, 'backups', outcome.safetyBackupId))).toBe(true);
    },
  );
});

verifies(
  'backups.drill',
  'a drill starts an engine on the restored files, notes that with the backup, and changes nothing else',
  async () => {
    const engine = await started();
    const { client } = engine;
    await fill(engine, 'BEFORE');
    // A drill must not tidy the folder of backups that the restored configuration names.
    await client['config.set']({
      body: { backup_dir: join(engine.dataDir, 'backups'), backup_retention_days: 1 },
      query: { replace: true },
    });
    const id = await backedUp(engine);
    await client['vault.rotate']();
    const before = await logical(engine);
    const report = await client['backups.drill']({ params: { id } });
    expect(report).toMatchObject({ ok: true, problems: [], durationMs: expect.any(Number) });
    const { lastProvenRestorable } = await client['backups.get']({ params: { id } });
    expect(Date.parse(lastProvenRestorable ?? '')).toBeGreaterThan(0);
    expect(await logical(engine)).toEqual(before);
    expect(existsSync(join(engine.dataDir, 'restore-staging'))).toBe(false);
    writeFileSync(join(engine.dataDir, 'backups', id, 'memory.db'), 'other');
    expect(await client['backups.drill']({ params: { id } })).toMatchObject({ ok: false });
  },
);

verifies(
  'backups.drill',
  'a backup that was made in the middle of a model call, of questions and of a queue is proven',
  async () => {
    const asks = toolCalls({ name: 'ask_user', input: { question: 'Which?' } });
    const calling = gate();
    const engine = await started({ model: new ScriptedModel([[asks], [asks], [calling.step]]) });
    const { client } = engine;
    const waiting = async () => (await client['prompts.list']({ query: {} })).prompts.length;
    const asking = await client['sessions.create']({ body: {} });
    await client['runs.start']({ params: { id: asking.sessionId }, body: { task: 'Ask' } });
    while ((await waiting()) < 1);
    const { workflowId } = await client['workflows.save']({
      body: { name: 'Asks', steps: [step('one')] as never },
    });
    await client['workflows.start']({ params: { id: workflowId }, body: {} });
    while ((await waiting()) < 2);
    const { sessionId: id } = await client['sessions.create']({ body: {} });
    await client['runs.start']({
      params: { id },
      body: { task: 'Go on' },
      headers: { 'idempotency-key': 'k' },
    });
    await calling.reached;
    await client['queue.add']({ params: { id: asking.threadId }, body: { task: 'Then this' } });
    const backupId = await backedUp(engine);
    const report = await client['backups.drill']({ params: { id: backupId } });
    expect(report).toMatchObject({ ok: true, problems: [] });
    calling.open();
  },
);

test('a workspace that is no part of the backup stays', async () => {
  const elsewhere = `${(await started()).dataDir}-workspace`;
  const engine = await started({ env: { SVC_WORKSPACE: elsewhere } });
  const id = await backedUp(engine);
  writeFileSync(join(engine.dataDir, 'workspace'), 'of the owner');
  expect(await restored(engine, id)).toMatchObject({ status: 'completed' });
  expect(existsSync(join(engine.dataDir, 'workspace'))).toBe(true);
});
