import { describe, expect } from '@jest/globals';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { library, onDisk } from '../../harness/disk/library.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { exited, spawnEngine, type SpawnedEngine } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';

const { path: preloaded, reason } = library();
const onLinux = preloaded === null ? describe.skip : describe;

let engine: SpawnedEngine | undefined;

onLinux(`an engine whose disk fails to sync (${reason ?? 'preloaded'})`, () => {
  verifies('crash.io-errors.told', 'says so once, and accepts changes when the disk is well', async () => {
    const failSync = join(temporaryDir(), 'fails');
    engine = await spawnEngine(temporaryDir(), onDisk(preloaded ?? '', { failSync }));
    const create = () => fetch(`${engine?.baseUrl}/api/sessions`, { method: 'POST' });
    writeFileSync(failSync, '');
    for (const problem of ['storage_error', 'storage_error'])
      expect(await (await create()).json()).toMatchObject({ code: problem });
    rmSync(failSync);
    expect((await create()).status).toBe(201);
    const { stderr } = await exited(engine);
    expect(stderr.match(/the disk fails to sync a store: [^"]*changes are refused/gu)).toHaveLength(1);
    expect(stderr).toContain('the store is on disk once more');
    expect(stderr).toContain('history.db');
  });
});
