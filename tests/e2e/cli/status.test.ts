import { describe, expect } from '@jest/globals';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { anEngine, engineHere } from './engines.ts';

describe('svc status', () => {
  verifies('cli.status', 'says that no engine runs, with 1, and creates nothing', async () => {
    const dataDir = join(temporaryDir(), 'none');
    const [plain, json] = await Promise.all([svc(dataDir, ['status']), svc(dataDir, ['status', '--json'])]);
    expect(plain).toMatchObject({
      code: 1,
      stdout: `No engine is running for ${dataDir}. Start one with svc --http-api; svc run and svc chat need none.\n`,
      stderr: '',
    });
    expect(json).toMatchObject({ code: 1, stdout: '{"running":false}\n', stderr: '' });
    expect(existsSync(dataDir)).toBe(false);
  });

  verifies('cli.status', 'reports the running engine', async () => {
    const dataDir = temporaryDir();
    const engine = await engineHere(dataDir);
    const [plain, json] = await Promise.all([svc(dataDir, ['status']), svc(dataDir, ['status', '--json'])]);
    expect(plain).toMatchObject({ code: 0, stderr: '' });
    expect(plain.stdout).toMatch(
      new RegExp(
        `^svc \\S+ \\(pid ${process.pid}\\) is running for ${dataDir} since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d: 0 runs in flight, model demo\\.\\nIts page: ${engine.baseUrl}/\\n$`,
        'u',
      ),
    );
    expect(JSON.parse(json.stdout)).toEqual({
      running: true,
      ...(await engine.client['engine.status']()),
      page: `${engine.baseUrl}/`,
      inProgress: [],
    });
  });

  verifies(['cli.status', 'contract.readyz'], 'says that the data directory was moved away', async () => {
    const dataDir = join(temporaryDir(), 'data');
    const moved = `${dataDir}-moved`;
    const engine = await engineHere(dataDir);
    const ready = async () => await (await fetch(`${engine.baseUrl}/readyz`)).json();
    const inPlace = (await svc(dataDir, ['status'])).stdout;
    renameSync(dataDir, moved);
    expect(await ready()).toMatchObject({
      status: 503,
      code: 'not_ready',
      reason: 'data_directory',
      detail: expect.stringContaining('was moved or replaced'),
    });
    expect((await svc(moved, ['status'])).stdout).toContain('was moved or replaced');
    cpSync(moved, dataDir, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    expect(await ready()).toMatchObject({ status: 503 });
    rmSync(dataDir, { recursive: true });
    renameSync(moved, dataDir);
    expect(await ready()).toEqual({ status: 'ready' });
    expect((await svc(dataDir, ['status'])).stdout).toBe(inPlace);
  });

  verifies(['cli.status', 'cli.exit-codes'], 'does not wait for ever for a hanging engine', async () => {
    const dataDir = temporaryDir();
    const engine = await anEngine(dataDir);
    engine.process.kill('SIGSTOP');
    const { code, stdout, stderr } = await svc(dataDir, ['status']);
    expect([code, stdout]).toEqual([78, '']);
    expect(stderr).toMatch(/^svc: [^\n]+ does not answer: [^\n]+\n$/u);
    expect(stderr).toContain(`(pid ${engine.process.pid})`);
    engine.process.kill('SIGCONT');
    expect((await svc(dataDir, ['status'])).code).toBe(0);
  });

  verifies(['cli.status', 'runs.demo.only-unset'], 'says why nothing would answer', async () => {
    const dataDir = temporaryDir();
    await engineHere(dataDir, { COMPAT_API_KEY: 'sk-planted-secret-0123456789' });
    const { code, stdout } = await svc(dataDir, ['status']);
    expect(code).toBe(0);
    expect(stdout).toContain('but the provider is not');
    expect(stdout).toMatch(
      /: 0 runs in flight, and no model can answer\. [A-Z][^\n]*[^.]\.\nIts page: \S+\n$/u,
    );
    expect(stdout).not.toContain('planted-secret');
  });
});
