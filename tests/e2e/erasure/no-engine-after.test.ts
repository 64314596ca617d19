import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect } from '@jest/globals';
import { removeTemporaryDirs, temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine, spawnSvc, type SpawnedEngine } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';

const spawned: SpawnedEngine[] = [];
afterEach(async () => {
  for (const { process, finished } of spawned.splice(0)) {
    process.kill('SIGKILL');
    await finished;
  }
});
afterAll(removeTemporaryDirs);

verifies(
  ['data.delete.whatever-dies'],
  'an engine that cannot start after an erasure ends and says why; the journal stays, and the next start goes on',
  async () => {
    const dataDir = temporaryDir();
    const engine = await spawnEngine(dataDir);
    spawned.push(engine);
    // In the place of the journal of a restore, which stays: no engine starts on that.
    const planted = join(dataDir, 'restore.json');
    mkdirSync(planted);
    await engine.client['data.erase']({ body: { confirm: 'DELETE_ALL_DATA' } }).catch(() => undefined);
    const { code, stderr } = await engine.finished;
    expect(stderr).toContain('cannot go on');
    expect(code).not.toBe(0);
    expect(JSON.parse(readFileSync(join(dataDir, 'erasure.json'), 'utf8'))).toHaveProperty('erasureId');
    const again = spawnSvc(['--http-api'], { SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0' });
    expect(await again.finished).toMatchObject({ code, stderr: expect.stringContaining('restore.json') });
    rmSync(planted, { recursive: true });
    const next = await spawnEngine(dataDir);
    spawned.push(next);
    expect((await next.client['data.erasure']()).erasure?.status).toBe('completed');
  },
);
