import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
  rmSync,
  existsSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from '@jest/globals';
import { inventory } from '../../../src/core/instance/data-directory/inventory.ts';
import { backupPlan } from '../../../src/core/keeping/backups/plan.ts';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem, expectRefusal } from './problems.ts';
import { allOf, newSession, startRun } from './runs.ts';
import { ask, until } from './wire.ts';

let engine: TestEngine;

const NEEDLE = 'the needle of this test';

/** An engine with something in every store, and in every kind of file. */
async function usedEngine(env: Record<string, string> = {}, dataDir = temporaryDir()): Promise<TestEngine> {
  engine = await startTestEngine({ model: new ScriptedModel([[text(NEEDLE)]]), env, dataDir });
  const { client } = engine;
  const session = await newSession(engine);
  await allOf(await startRun(engine, session.id, 'hello'));
  await client['secrets.put']({ params: { name: 'SHOP_KEY' }, body: { value: NEEDLE } });
  await client['memory.replace']({ params: { ns: 'knowledge' }, body: { content: `It is ${NEEDLE}.` } });
  await client['config.set']({ body: { default_tier: 'deep' } });
  const workspace = join(engine.dataDir, 'workspace');
  mkdirSync(join(workspace, 'notes/empty'), { recursive: true });
  writeFileSync(join(workspace, 'notes/a.txt'), NEEDLE, { mode: 0o640 });
  symlinkSync('/etc/passwd', join(workspace, 'link'));
  return engine;
}

type Client = TestEngine['client'];
type Backup = Awaited<ReturnType<Client['backups.get']>>;

/** Makes a backup and follows it to its end. */
async function madeBackup({ client }: TestEngine): Promise<Backup> {
  const { backupId } = await client['backups.create']();
  const { events } = await client['backups.events']({ params: { id: backupId } });
  for await (const event of events) if (event.type === 'done') return event.data.backup as Backup;
  throw new Error('the stream had no end');
}

const folderOf = ({ dataDir }: TestEngine, { backupId }: Backup) => join(dataDir, 'backups', backupId);
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Readonly<Record<string, unknown>> & {
    readonly files: readonly {
      readonly path: string;
      readonly sizeBytes: number;
      readonly mode: number | null;
    }[];
    readonly databases: readonly { readonly path: string; readonly rows: Readonly<Record<string, number>> }[];
  };

verifies(
  [
    'backups.create',
    'backups.list',
    'backups.layout',
    'backups.manifest',
    'backups.memory',
    'backups.threads',
    'backups.vault',
    'backups.datastore',
    'backups.subject-graph',
    'backups.sessions',
    'backups.configuration',
    'backups.encrypt',
    'config.backup_encrypt.default',
    'config.backup_dir.default',
    'backups.encryption.key-needed',
    'promise.backup.coverage',
  ],
  'a backup holds every store and file under its path, encrypted, and is complete once it was opened',
  async () => {
    await usedEngine();
    const backup = await madeBackup(engine);
    expect(backup).toMatchObject({
      kind: 'manual',
      status: 'complete',
      encrypted: true,
      own: true,
      workspace: 'included',
      skipped: 1,
      problems: [],
      warning: null,
      verifiedAt: expect.any(String) as unknown,
    });
    expect((await engine.client['backups.list']()).backups).toEqual([backup]);
    const folder = folderOf(engine, backup);
    const manifest = manifestOf(folder);
    expect(manifest).toMatchObject({
      serviceVersion: '0.1.0',
      dataDirectory: engine.dataDir,
      keyId: backup.keyId,
      skipped: [{ path: 'workspace/link', reason: 'link' }],
    });
    const paths = manifest.files.map(({ path }) => path);
    expect(paths.toSorted()).toEqual([
      'config.json',
      'datastore.db',
      'engine.db',
      'history.db',
      'instance.json',
      'memory.db',
      'vault.db',
      'workspace',
      'workspace/notes',
      'workspace/notes/a.txt',
      'workspace/notes/empty',
    ]);
    for (const { path, sizeBytes } of manifest.files.filter((file) => file.sizeBytes > 0)) {
      expect([path, statSync(join(folder, path)).size]).toEqual([path, sizeBytes]);
      expect(readFileSync(join(folder, path)).includes(NEEDLE)).toBe(false);
    }
    const modes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(join(folder, name)).mode & 0o077,
    );
    expect(new Set(modes)).toEqual(new Set([0]));
    const rows = Object.fromEntries(manifest.databases.map((one) => [one.path, one.rows]));
    expect(rows).toMatchObject({ 'history.db': { threads: 1, sessions: 1 }, 'vault.db': { secrets: 1 } });
    expect(readdirSync(join(engine.dataDir, 'backups'))).toEqual([backup.backupId]);
    expect(existsSync(join(engine.dataDir, 'backup-scratch', backup.backupId))).toBe(false);
    // What no backup holds has its reason in the inventory.
    const held = [...backupPlan.databases, ...backupPlan.files, ...backupPlan.folders, backupPlan.workspace];
    const others = Object.entries(inventory).filter(
      ([name]) => !name.includes('/') && !held.includes(name as never),
    );
    for (const [, { backedUp }] of others) expect(backedUp).toMatch(/^no: .{10,}/u);
  },
);

verifies(
  ['backups.create', 'promise.restore.busy'],
  'while one is made, a second request gets it with 200; a check, a restore and a deletion meanwhile are refused',
  async () => {
    await usedEngine();
    const earlier = await madeBackup(engine);
    const [first, second] = await Promise.all(
      [1, 2].map(() => ask(engine.port, { method: 'POST', target: '/api/backups' })),
    );
    const ids = [first, second].map(
      (answer) => (JSON.parse(answer?.body.toString() ?? '') as { readonly backupId: string }).backupId,
    );
    expect([first?.status, second?.status].toSorted()).toEqual([200, 201]);
    expect(ids[0]).toBe(ids[1]);
    for (const [method, path] of [
      ['POST', `${ids[0]}/verify`],
      ['POST', `${earlier.backupId}/restore`],
      ['DELETE', `${ids[0]}`],
    ] as const) {
      const reply = await ask(engine.port, { method, target: `/api/backups/${path}` });
      expectProblem(reply, 409, 'operation_in_progress');
    }
    await until('it is complete', async () => {
      const { backups } = await engine.client['backups.list']();
      return backups[0]?.status === 'complete';
    });
  },
);

verifies(
  'backups.delete.listed',
  'a folder that no list shows is not deleted, though it has the name of a backup',
  async () => {
    await usedEngine();
    const { backupId } = await madeBackup(engine);
    const other = join(engine.dataDir, 'backups', backupId.replace(/^\d{4}/u, '2020'));
    mkdirSync(other);
    writeFileSync(join(other, 'kept.txt'), 'mine');
    const reply = await ask(engine.port, { method: 'DELETE', target: `/api/backups/${basename(other)}` });
    expectProblem(reply, 404, 'backup_not_found');
    expect(readFileSync(join(other, 'kept.txt'), 'utf8')).toBe('mine');
    expect((await engine.client['backups.list']()).backups.map((one) => one.backupId)).toEqual([backupId]);
  },
);

verifies(
  'promise.backup.one-point',
  'counters that are written into three stores in step are equal in the backup, while writers go on',
  async () => {
    await usedEngine();
    const { client } = engine;
    let isOver = false;
    let count = 0;
    const writing = (async () => {
      while (!isOver) {
        count += 1;
        const name = `COUNT_${count}`;
        await Promise.all([
          client['secrets.put']({ params: { name }, body: { value: 'a value' } }),
          client['sessions.create']({ body: {} }),
          client['memory.append']({ params: { ns: 'knowledge' }, body: { text: `Fact number ${count}.` } }),
        ]);
      }
    })();
    const backups: Backup[] = [];
    for (let round = 0; round < 2; round += 1) backups.push(await madeBackup(engine));
    isOver = true;
    await writing;
    for (const backup of backups) {
      expect(backup.status).toBe('complete');
      const rows = Object.fromEntries(
        manifestOf(folderOf(engine, backup)).databases.map((one) => [one.path, one.rows]),
      );
      const [secrets, sessions, entries] = [
        rows['vault.db']?.['secrets'],
        rows['history.db']?.['sessions'],
        rows['memory.db']?.['entries'],
      ];
      // A round may be half done at the moment of the backup, but no store is ahead by more than that.
      for (const other of [sessions, entries])
        expect(Math.abs((other ?? 0) - (secrets ?? 0))).toBeLessThanOrEqual(1);
    }
    expect(count).toBeGreaterThan(3);
  },
);

verifies(
  ['security.archive.tampered', 'promise.backup.kill'],
  'a check names what was altered, removed or added, and the backup counts as failed',
  async () => {
    await usedEngine();
    const good = await madeBackup(engine);
    const folder = folderOf(engine, good);
    const verify = () => engine.client['backups.verify']({ params: { id: good.backupId } });
    expect(await verify()).toEqual({ ok: true, problems: [], keyMissing: false, says: { problems: [] } });
    const alter = (name: string, change: (text: string) => string) =>
      writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
    const harm: Readonly<Record<string, () => void>> = {
      'history.db': () => {
        const bytes = readFileSync(join(folder, 'history.db'));
        bytes[bytes.length >> 1]! ^= 1;
        writeFileSync(join(folder, 'history.db'), bytes);
      },
      'config.json': () => rmSync(join(folder, 'config.json')),
      'instance.json': () => {
        renameSync(join(folder, 'instance.json'), join(folder, 'x'));
        renameSync(join(folder, 'workspace/notes/a.txt'), join(folder, 'instance.json'));
        renameSync(join(folder, 'x'), join(folder, 'workspace/notes/a.txt'));
      },
      'added.txt': () => writeFileSync(join(folder, 'added.txt'), 'x'),
      'another key': () =>
        alter('manifest.json', (text) =>
          JSON.stringify({ ...(JSON.parse(text) as object), keyId: 'f'.repeat(16) }),
        ),
      manifest: () => alter('manifest.json', (text) => text.replace('"threads": 1', '"threads": 2')),
    };
    for (const [name, damage] of Object.entries(harm)) {
      damage();
      const { ok, problems } = await verify();
      expect([name, ok, problems.join()]).toEqual([name, false, expect.stringContaining(name) as unknown]);
    }
    expect(await engine.client['backups.get']({ params: { id: good.backupId } })).toMatchObject({
      status: 'failed',
    });
  },
);

verifies(
  ['backups.without-key'],
  'without a usable key the backup runs, is not encrypted, and says so on stderr and in its record',
  async () => {
    await usedEngine();
    await engine.stop();
    engine = await startTestEngine({ dataDir: engine.dataDir, env: { SVC_VAULT_KEY: '' } });
    const backup = await madeBackup(engine);
    expect(backup).toMatchObject({ status: 'complete', encrypted: false, keyId: null });
    expect(backup.warning).toEqual(expect.any(String));
    expect(engine.log.events('warn').filter((event) => event.startsWith('[svc:backup]'))).toHaveLength(1);
    expect(readFileSync(join(folderOf(engine, backup), 'workspace/notes/a.txt'), 'utf8')).toBe(NEEDLE);
  },
);

verifies(
  ['backups.dir', 'backups.encrypt'],
  'backup_dir says where backups are kept, and backup_encrypt whether they are encrypted; both count from the next one',
  async () => {
    await usedEngine();
    const elsewhere = join(temporaryDir(), 'backups of mine');
    await engine.client['config.set']({ body: { backup_dir: elsewhere, backup_encrypt: false } });
    const backup = await madeBackup(engine);
    expect(backup).toMatchObject({
      status: 'complete',
      encrypted: false,
      keyId: expect.any(String) as unknown,
    });
    expect(backup.warning).toContain('backup_encrypt');
    expect(readdirSync(elsewhere)).toEqual(['.svc-backups', backup.backupId]);
    expect(existsSync(join(engine.dataDir, 'backups'))).toBe(false);
    await engine.client['backups.delete']({ params: { id: backup.backupId } });
    expect(readdirSync(elsewhere)).toEqual(['.svc-backups']);
    await expectRefusal(engine.port, { target: `/api/backups/${backup.backupId}` }, 404, 'backup_not_found');
    const asked = async (folder: string) => {
      await engine.client['config.set']({ body: { backup_dir: folder } });
      return await ask(engine.port, { method: 'POST', target: '/api/backups' });
    };
    for (const folder of ['config.json', '.', 'workspace', 'workspace/notes', 'workspace/new/deeper', 'apis'])
      expectProblem(await asked(join(engine.dataDir, folder)), 503, 'backup_folder');
    const link = join(temporaryDir(), 'link');
    symlinkSync(join(engine.dataDir, 'workspace'), link);
    expectProblem(await asked(join(link, 'notes')), 503, 'backup_folder');
  },
);

verifies(
  ['backups.retention', 'backups.retention.local'],
  'old backups go at the start, and folders that are not ours stay',
  async () => {
    await usedEngine();
    const backup = await madeBackup(engine);
    await engine.stop();
    const all = join(engine.dataDir, 'backups');
    const { instanceId } = JSON.parse(readFileSync(join(engine.dataDir, 'instance.json'), 'utf8')) as {
      instanceId: string;
    };
    const remains = (instance: string) => [
      `.svc-tmp-20200101T000000000Z-${instance.slice(-12)}`,
      `.svc-tmp-archive-${instance.slice(-12)}.zip`,
    ];
    const others = ['my notes', '20200101T000000000Z.old', ...remains('of-another-instance')];
    for (const name of [...others, ...remains(instanceId)]) mkdirSync(join(all, name));
    engine = await startTestEngine({ dataDir: engine.dataDir });
    expect(readdirSync(all).toSorted()).toEqual([...others, backup.backupId].toSorted());
    expect((await engine.client['backups.list']()).backups).toMatchObject([
      { backupId: backup.backupId, status: 'complete' },
    ]);
  },
);

verifies(
  'promise.backup.kill',
  'an engine that stops while it makes a backup leaves none, and no remains',
  async () => {
    await usedEngine();
    await engine.client['backups.create']();
    await engine.stop();
    engine = await startTestEngine({ dataDir: engine.dataDir });
    const names = readdirSync(engine.dataDir, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => name.includes('.svc-tmp-') || name.startsWith('backup-scratch'))).toEqual(
      [],
    );
    const { backups } = await engine.client['backups.list']();
    expect(backups.filter(({ status }) => status !== 'complete')).toEqual([]);
  },
);
