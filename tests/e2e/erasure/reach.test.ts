import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { startRestartable as started, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { backedUp, restored } from '../backups/backups.ts';
import { fill, logical } from '../backups/logical.ts';

const confirm = 'DELETE_ALL_DATA';
type Remains = Awaited<ReturnType<RestartableEngine['client']['data.erase']>>['remains'];
const whatOf = (remains: Remains) => remains.map(({ what }) => what);

verifies('data.delete.reach', 'backups that are kept are named, and bring everything back', async () => {
  const engine = await started();
  const { client, dataDir } = engine;
  await fill(engine, 'BEFORE');
  const before = await logical(engine);
  const id = await backedUp(engine);
  const { remains } = await client['data.erase']({ body: { confirm, keepBackups: true } });
  expect(whatOf(remains)).toEqual(expect.arrayContaining(['backups', 'vault.key', 'instance.json']));
  for (const { what, why, how } of remains)
    expect([what, why, how]).toEqual([what, expect.stringMatching(/\.$/u), expect.stringMatching(/\.$/u)]);
  expect(await logical(engine)).toMatchObject({ threads: [], entries: [], secrets: [], files: [] });
  expect(await restored(engine, id)).toMatchObject({ status: 'completed' });
  expect(await logical(engine)).toEqual(before);

  const again = await client['data.erase']({ body: { confirm } });
  expect(again.stores.map(({ name }) => name)).toContain('backups');
  expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  expect(whatOf(again.remains)).not.toContain('vault.key');
  expect(await client['backups.list']()).toMatchObject({ backups: [] });
});

verifies(
  'data.delete.reach',
  'in a folder of the owner the backups of this instance go, and those of others stay and are named',
  async () => {
    const folder = temporaryDir();
    const other = await started();
    await fill(other, 'OTHER');
    const foreign = await backedUp(other);
    const engine = await started();
    const { client } = engine;
    const choose = () => client['config.set']({ body: { backup_dir: folder } });
    await choose();
    await fill(engine, 'MINE');
    const mine = await backedUp(engine);
    cpSync(join(other.dataDir, 'backups', foreign), join(folder, foreign), { recursive: true });
    writeFileSync(join(folder, 'my-notes.txt'), 'mine');
    expect(existsSync(join(folder, mine))).toBe(true);
    const kept = await client['data.erase']({ body: { confirm, keepBackups: true } });
    expect(whatOf(kept.remains)).toContain(`Backups in ${JSON.stringify(folder)}`);
    expect(existsSync(join(folder, mine))).toBe(true);
    // The setting was erased, too.
    await choose();
    const { remains } = await client['data.erase']({ body: { confirm } });
    expect(whatOf(remains)).toContain(`1 backups in ${JSON.stringify(folder)}`);
    expect(
      readdirSync(folder)
        .filter((name) => !name.startsWith('.'))
        .toSorted(),
    ).toEqual([foreign, 'my-notes.txt'].toSorted());
  },
);

verifies('data.delete', 'a damaged database goes like any other', async () => {
  const first = await started();
  await fill(first, 'BEFORE');
  await first.stop();
  const { dataDir } = first;
  writeFileSync(join(dataDir, 'memory.db'), Buffer.from('SQLite format 3\0'.padEnd(8_192, 'x')));
  const engine = await started({ dataDir });
  const { stores } = await engine.client['data.erase']({ body: { confirm } });
  expect(stores).toContainEqual({ name: 'memory.db', rows: null });
  await fill(engine, 'NEW');
  expect((await logical(engine)).entries).toEqual(['The word is NEW.']);
});

verifies(
  'data.delete.scan',
  'names, addresses and ids that were in the data are looked for in what stays',
  async () => {
    const engine = await started();
    const { client, dataDir } = engine;
    for (const which of ['address', 'name', 'thread', 'nothing'] as const) {
      const { threadId } = await client['sessions.create']();
      await client['contacts.add']({ body: { name: 'Quendolin Weber', email: 'q.weber@mail.example' } });
      const words = {
        address: 'q.weber@mail.example',
        name: 'Quendolin Weber',
        thread: threadId,
        nothing: '',
      };
      writeFileSync(join(dataDir, 'pricing.json'), JSON.stringify({ note: `for ${words[which]}` }));
      const { remains } = await client['data.erase']({ body: { confirm } });
      const why = remains.filter(({ what }) => what === 'pricing.json').map((one) => one.why);
      expect([which, why.some((text) => text.includes('contains a name'))]).toEqual([
        which,
        which !== 'nothing',
      ]);
    }
  },
);

verifies(
  'data.delete.reach',
  'a workspace elsewhere stays and is named unless told; secrets of the environment and the project file are named',
  async () => {
    const workspace = temporaryDir();
    mkdirSync(join(workspace, 'deep'));
    for (const name of ['a.txt', 'deep/b.txt']) writeFileSync(join(workspace, name), 'mine');
    const env = {
      SVC_WORKSPACE: workspace,
      SVC_SECRET_SHOP: 'a-value-of-a-shop',
      PRIMARY_API_KEY: 'sk-of-the-owner-123',
    };
    const engine = await started({ env });
    const { client, dataDir } = engine;
    mkdirSync(join(dataDir, 'no-project/.svc'), { recursive: true });
    const first = await client['data.erase']({
      body: { confirm, removeUnknown: ['no-project'] },
    });
    expect(whatOf(first.remains)).toEqual(
      expect.arrayContaining([workspace, 'Secrets in the environment: PRIMARY_API_KEY, SVC_SECRET_SHOP']),
    );
    expect(JSON.stringify(first.remains)).not.toMatch(/a-value-of-a-shop|sk-of-the-owner/u);
    expect(readFileSync(join(workspace, 'deep/b.txt'), 'utf8')).toBe('mine');
    const { remains, stores } = await client['data.erase']({ body: { confirm, workspace: true } });
    expect(whatOf(remains)).not.toContain(workspace);
    expect(stores).toContainEqual({ name: workspace, rows: 2 });
    expect(readdirSync(workspace)).toEqual([]);
  },
);
