import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from '@jest/globals';
import { storeFile, unstoreFile } from '../../../src/adapters/out/files/backup/stored-file.ts';
import { nodeCrypto } from '../../../src/adapters/out/system/node-crypto.ts';
import { VaultBackupKeys } from '../../../src/core/keeping/backups/key.ts';
import { manifestText } from '../../../src/core/keeping/backups/manifest.ts';
import type { Manifest } from '../../../src/core/keeping/backups/model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { backedUp } from './backups.ts';

let engine: RestartableEngine;

/** Changes a database inside a backup as someone could who has its key: everything is sealed and signed anew. */
async function changed(folder: string, sql: string): Promise<void> {
  const key = new VaultBackupKeys(engine.running.engine.services.vault).current();
  if (!key) throw new Error('the vault has no key');
  const cipher = { keyId: key.keyId, key: key.files };
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const path = 'history.db';
  const place = { backupId: manifest.backupId, path };
  const before = manifest.files.find((file) => file.path === path)!;
  const [stored, plain] = [join(folder, path), join(temporaryDir(), path)];
  expect(await unstoreFile(stored, plain, place, before, cipher)).toBe(true);
  const database = new Database(plain);
  database.exec(sql);
  database.close();
  rmSync(stored);
  const source = await open(plain);
  const facts = await storeFile(source, `${stored}.new`, place, cipher);
  await source.close();
  renameSync(`${stored}.new`, stored);
  const files = manifest.files.map((file) => (file.path === path ? { ...file, ...facts } : file));
  writeFileSync(join(folder, 'manifest.json'), await manifestText({ ...manifest, files }, key, nodeCrypto));
}

verifies(
  'security.archive.database',
  'a hostile database in a validly signed backup is refused before it runs, while the engine goes on',
  async () => {
    engine = await startRestartable();
    const { client } = engine;
    const backupId = await backedUp(engine);
    await changed(
      join(engine.dataDir, 'backups', backupId),
      'CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n;' +
        'CREATE TRIGGER bites AFTER INSERT ON threads BEGIN SELECT count(*) FROM endless; END',
    );
    const answers: number[] = [];
    const checking = client['backups.verify']({ params: { id: backupId } });
    let isOver = false;
    void checking.finally(() => (isOver = true));
    while (!isOver) answers.push((await fetch(`${engine.baseUrl}/health`)).status);
    const { ok, problems } = await checking;
    expect([ok, problems]).toEqual([
      false,
      ['history.db has tables, triggers or views that svc did not make.'],
    ]);
    expect(answers.length).toBeGreaterThan(3);
    const problem = await refusal(client['backups.restore']({ params: { id: backupId }, body: {} }));
    expect(problem.code).toBe('backup_unusable');
  },
);
