import { execFile, spawnSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Figure } from '../figure.ts';
import type { Server } from '../lab.ts';
import { residentMb } from '../resident-memory.ts';
import { ratio } from '../series.ts';
import { useData } from '../used-data.ts';
import { watched } from '../watched.ts';

const BYTES = 500e6;
const bareProgram = fileURLToPath(new URL('../bare/backup.ts', import.meta.url));

export const backup: Figure = {
  name: 'backup',
  onlyByName: true,
  summary:
    'POST /api/backups over 500 MB until it is complete, which includes opening and checking it, the longest wait of /health and what memory the engine gains meanwhile; bare: pinned copy, AES-256-GCM, sync, decryption and quick_check in one process; and restic backup, where it is installed',
  async *series(lab) {
    const dataDir = await lab.seeded('half-gigabyte', async (folder) => {
      await useData(folder, {
        threads: 1_500,
        messagesPerThread: 40,
        eventsPerThread: 150,
        messageChars: 8_000,
      });
      const { size } = statSync(join(folder, 'history.db'));
      if (size < BYTES) throw new Error(`the history is only ${Math.round(size / 1e6)} MB`);
    });
    const engine = await lab.built(dataDir);
    const scratch = lab.folder('bare-backup');
    yield {
      rows: [
        { what: 'backup of 500 MB, made and checked', unit: 'ms', bounds: [ratio.atMost(1.25)] },
        { what: 'backup, longest wait of /health', unit: 'ms', bounds: [{ of: 'engine', atMost: 50 }] },
        { what: 'backup, memory gained', unit: 'MB', bounds: [{ of: 'engine', atMost: 60 }] },
      ],
      rounds: { warmUp: 1, counted: 5 },
      engine: () => backedUp(engine, dataDir),
      bare: async () => {
        const { stdout } = await promisify(execFile)(process.execPath, [
          bareProgram,
          join(dataDir, 'history.db'),
          scratch,
        ]);
        return [Number(stdout), NaN, NaN];
      },
    };
    if (hasRestic())
      yield {
        rows: [{ what: 'backup of 500 MB, beside restic backup', unit: 'ms', bounds: [] }],
        rounds: { warmUp: 0, counted: 5 },
        engine: async () => (await backedUp(engine, dataDir)).slice(0, 1),
        bare: async () => [await resticMs(join(dataDir, 'history.db'), lab.folder('restic'))],
      };
    else process.stderr.write('restic is not installed, so backups are not compared with its own.\n');
    await engine.stop();
  },
};

interface Backup {
  readonly backupId: string;
  readonly status: string;
}

async function backedUp({ url, pid }: Server, dataDir: string): Promise<readonly number[]> {
  const before = residentMb(pid);
  const watch = await watched({ url, pid });
  const startedAt = performance.now();
  const { backupId } = await asked<Backup>(`${url}/api/backups`, 'POST');
  // Its events end when it is complete.
  await (await fetch(`${url}/api/backups/${backupId}/events`)).text();
  const tookMs = performance.now() - startedAt;
  const { longestMs, mostMb } = await watch();
  const { status } = await asked<Backup>(`${url}/api/backups/${backupId}`, 'GET');
  if (status !== 'complete') throw new Error(`the backup is ${status}`);
  rmSync(join(dataDir, 'backups', backupId), { recursive: true });
  return [tookMs, longestMs, mostMb - before];
}

const hasRestic = (): boolean => spawnSync('restic', ['version'], { stdio: 'ignore' }).status === 0;

/** The first backup of a file into an empty repository, which restic does not read again. The key is made before. */
async function resticMs(file: string, repository: string): Promise<number> {
  const env = { ...process.env, RESTIC_PASSWORD: 'bench', RESTIC_REPOSITORY: repository };
  const run = async (args: readonly string[]) =>
    await promisify(execFile)('restic', ['--quiet', '--no-cache', ...args], { env });
  await run(['init']);
  const startedAt = performance.now();
  await run(['backup', file]);
  const tookMs = performance.now() - startedAt;
  rmSync(repository, { recursive: true });
  return tookMs;
}

async function asked<Answer>(url: string, method: string): Promise<Answer> {
  const answer = await fetch(url, { method });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
