import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { connect, uploaded } from '../../harness/google.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from '../http/runs.ts';
import { vendor, engine, startOn, switchOn, made, paths } from './uploads.ts';

verifies(
  ['drive.upload', 'drive.folder.name', 'drive.upload.manifest', 'service.backups'],
  'a backup is uploaded into a folder with its id; the drive sees names and a manifest, and no content',
  async () => {
    await startOn({ model: new ScriptedModel([[text('the needle')]]) });
    const session = await newSession(engine);
    await allOf(await startRun(engine, session.id, 'the needle'));
    const { backup, progress } = await made();
    expect(backup).toMatchObject({
      status: 'complete',
      encrypted: true,
      upload: { status: 'complete', reasons: [], problem: null, uploadedAt: expect.any(String) as unknown },
    });
    const phases = [...new Set(progress.map(({ phase }) => phase))];
    expect(phases.slice(0, 2)).toEqual(['copying', 'verifying']);
    const folder = `svc-backups/${backup.backupId}`;
    expect(paths()).toEqual(
      expect.arrayContaining([
        folder,
        `${folder}/history.db`,
        `${folder}/vault.db`,
        `${folder}/manifest.json`,
      ]),
    );
    // The manifest came last.
    const named = [...vendor.google.drive.files.values()].toSorted((a, b) => a.createdAt - b.createdAt);
    expect(named.at(-1)?.name).toBe('manifest.json');
    const files = vendor.google.tree(vendor.owner).filter(({ size }) => size !== null);
    for (const { id, path } of files) {
      const bytes = vendor.google.bytes(id);
      expect([path, bytes.includes('the needle')]).toEqual([path, false]);
      if (!path.endsWith('manifest.json'))
        expect(bytes).toEqual(
          readFileSync(join(engine.dataDir, 'backups', path.replace('svc-backups/', ''))),
        );
    }
    const manifest = files.find(({ path }) => path.endsWith('/manifest.json'));
    const told = JSON.parse(vendor.google.bytes(manifest?.id ?? '').toString()) as {
      files: { path: string }[];
      serviceVersion: string;
      dataDirectory: string;
    };
    expect(told.files.map(({ path }) => path)).toContain('history.db');
    expect(told.dataDirectory).toBe(engine.dataDir);
    expect(told.serviceVersion).toBe(backup.serviceVersion);
  },
);

verifies('drive.failure.local-backup', 'a failed upload leaves it whole, and can be repeated', async () => {
  await startOn();
  const fault = vendor.google.fault({ kind: 'storageQuotaExceeded', method: 'POST', nth: 'every' });
  const { backup } = await made();
  expect(backup).toMatchObject({
    status: 'complete',
    problems: [],
    upload: {
      status: 'failed',
      reasons: ['failed'],
      problem: expect.stringContaining('no space left') as unknown,
    },
  });
  expect(engine.log.events('error')).toEqual([expect.stringMatching(/^\[svc:backup\] the upload failed/u)]);
  const params = { id: backup.backupId };
  expect(await engine.client['backups.verify']({ params })).toMatchObject({ ok: true });
  fault.lift();
  await engine.client['backups.upload']({ params });
  await uploaded(engine);
  expect((await engine.client['backups.get']({ params })).upload).toMatchObject({
    status: 'complete',
    problem: null,
  });
});

verifies(
  ['drive.disconnect', 'drive.disconnect.off', 'drive.disconnect.asked', 'drive.revoke.status'],
  'a disconnect deletes what was uploaded only when it is asked to, as JSON; also while uploads are off',
  async () => {
    await startOn();
    const { backup } = await made();
    await switchOn(false);
    const ask = (body: string | undefined, type?: string) =>
      fetch(`${engine.baseUrl}/api/google/revoke`, {
        method: 'POST',
        ...(body === undefined ? {} : { body }),
        headers: type === undefined ? {} : { 'content-type': type },
      });
    const asked = '{"delete_drive_backups":true}';
    for (const [body, type] of [
      [undefined, undefined],
      [asked, 'text/plain'],
      [asked, 'application/x-www-form-urlencoded'],
      ['{"delete_drive_backups":false}', 'application/json'],
      ['{}', 'application/json'],
    ] as const) {
      const reply = await ask(body, type);
      expect([type, reply.status, await reply.json()]).toMatchObject([
        type,
        200,
        { revoked: true, drive_backups: { status: 'skipped', deleted: 0, reasons: [] } },
      ]);
      await connect(engine, vendor);
    }
    // What is no boolean is refused, and nothing happens.
    expect((await ask('{"delete_drive_backups":"yes"}', 'application/json')).status).toBe(400);
    expect(vendor.google.deletions).toEqual([]);
    const reply = await ask(asked, 'application/json; charset=utf-8');
    expect(await reply.json()).toMatchObject({
      revoked: true,
      drive_backups: { status: 'deleted', reasons: [] },
    });
    expect(paths()).toEqual(['svc-backups', `svc-backups/${backup.backupId}`]);
    expect((await engine.client['google.status']()).connected).toBe(false);
    // The local backup stays, and no longer says that it is in the drive.
    const params = { id: backup.backupId };
    expect(await engine.client['backups.get']({ params })).toMatchObject({
      status: 'complete',
      upload: { status: 'none' },
    });
  },
);
