import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from '@jest/globals';
import { migrations } from '../../../src/adapters/out/sqlite/history/parts.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { spawnSvc } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';

let engine: TestEngine | undefined;

/** A data directory whose history.db an older version has written. */
async function olderDirectory(): Promise<string> {
  engine = await startTestEngine();
  const { dataDir } = engine;
  await engine.client['secrets.put']({ params: { name: 'A_KEY' }, body: { value: 'a value' } });
  await engine.stop();
  engine = undefined;
  writeFileSync(join(dataDir, 'history.db'), '');
  const older = new Database(join(dataDir, 'history.db'));
  migrate(older, 'history.db', migrations.slice(0, -1));
  older.pragma('journal_mode = WAL');
  older.close();
  return dataDir;
}

const versionOf = (dataDir: string): number => {
  const database = new Database(join(dataDir, 'history.db'), { readonly: true });
  try {
    return database.pragma('user_version', { simple: true }) as number;
  } finally {
    database.close();
  }
};

verifies(
  'backups.before-migration',
  'before an older database is migrated there is a complete, encrypted backup of it, and only then',
  async () => {
    const dataDir = await olderDirectory();
    engine = await startTestEngine({ dataDir });
    const { backups } = await engine.client['backups.list']();
    expect(backups).toMatchObject([
      { kind: 'before_migration', status: 'complete', encrypted: true, own: true },
    ]);
    const manifest = JSON.parse(
      readFileSync(join(dataDir, 'backups', backups[0]!.backupId, 'manifest.json'), 'utf8'),
    ) as { readonly databases: readonly { readonly path: string; readonly schemaVersion: number }[] };
    expect(manifest.databases.find(({ path }) => path === 'history.db')?.schemaVersion).toBe(
      migrations.length - 1,
    );
    expect(await engine.client['backups.verify']({ params: { id: backups[0]!.backupId } })).toMatchObject({
      ok: true,
      problems: [],
      keyMissing: false,
    });
    await engine.stop();
    engine = await startTestEngine({ dataDir });
    expect((await engine.client['backups.list']()).backups).toHaveLength(1);
  },
);

verifies(
  'backups.before-migration',
  'if that backup fails nothing is migrated, and the message names the flag that goes on without',
  async () => {
    const dataDir = await olderDirectory();
    // A file where the folder is due.
    writeFileSync(join(dataDir, 'backups'), '');
    const env = { SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0' };
    const refused = await spawnSvc(['--http-api'], env).finished;
    expect(refused.code).toBe(78);
    expect(refused.stderr).toMatch(/the backup before that failed.*--migrate-without-backup/u);
    expect(versionOf(dataDir)).toBe(migrations.length - 1);
    const going = spawnSvc(['--http-api', '--migrate-without-backup'], env);
    while (!going.output.stderr.includes('listening'))
      await new Promise((resolve) => going.process.stderr?.once('data', resolve));
    going.process.kill('SIGTERM');
    expect((await going.finished).code).toBe(0);
    expect(versionOf(dataDir)).toBe(migrations.length);
  },
);

verifies('backups.before-migration', 'a fresh directory and one of this version get none', async () => {
  const dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'workspace'));
  for (let start = 0; start < 2; start += 1) {
    engine = await startTestEngine({ dataDir });
    await engine.stop();
  }
  engine = undefined;
  expect(readdirSync(dataDir)).not.toContain('backups');
});
