import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine, spawnSvc } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';

verifies(
  ['data.delete.whatever-dies'],
  'an engine that cannot go on with an erasure ends and says why; once that is mended, it starts',
  async () => {
    const dataDir = temporaryDir();
    const engine = await spawnEngine(dataDir);
    // In the place of the journal of the erasure: what was begun is unknown, so no engine starts on it.
    const planted = join(dataDir, 'erasure.json');
    mkdirSync(planted);
    await engine.client['data.erase']({ body: { confirm: 'DELETE_ALL_DATA' } }).catch(() => undefined);
    const { code, stderr } = await engine.finished;
    expect(stderr).toContain('cannot go on');
    expect(code).not.toBe(0);
    const again = spawnSvc(['--http-api'], { SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0' });
    expect(await again.finished).toMatchObject({ code, stderr: expect.stringContaining('erasure.json') });
    rmSync(planted, { recursive: true });
    const next = await spawnEngine(dataDir);
    expect(await next.client['data.erasure']()).toEqual({ erasure: null });
  },
);

verifies(
  ['data.delete.whatever-dies'],
  'what stands in the place of the journal of a restore is erased as well, and the engine starts',
  async () => {
    const dataDir = temporaryDir();
    const engine = await spawnEngine(dataDir);
    mkdirSync(join(dataDir, 'restore.json'));
    expect(await engine.client['data.erase']({ body: { confirm: 'DELETE_ALL_DATA' } })).toMatchObject({
      deleted: true,
    });
    expect((await engine.client['data.erasure']()).erasure?.status).toBe('completed');
    expect(existsSync(join(dataDir, 'restore.json'))).toBe(false);
  },
);
