import { execFile } from 'node:child_process';
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Figure } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { residentMb } from '../resident-memory.ts';
import { ratio } from '../series.ts';
import { useData } from '../used-data.ts';
import { watched } from '../watched.ts';

/** SVC_BENCH_ERASURE_THREADS makes it smaller. */
const THREADS = Number(process.env['SVC_BENCH_ERASURE_THREADS'] ?? 3_000);
const BYTES = (1e9 * THREADS) / 3_000;
/** More than the databases of an empty engine. */
const EMPTY_BYTES = 20e6;
const bareProgram = fileURLToPath(new URL('../bare/erasure.ts', import.meta.url));

export const erasure: Figure = {
  name: 'erasure',
  onlyByName: true,
  summary:
    'DELETE /api/data over 1 GB until it is answered, which includes counting every row, the restart and overwriting every file, the longest wait of /health and what memory the engine gains meanwhile; bare: zeros over a file of that size, synced, in one process',
  async *series(lab) {
    const dataDir = await lab.seeded(
      THREADS === 3_000 ? 'gigabyte' : `gigabyte-${THREADS}`,
      async (folder) => {
        await useData(folder, {
          threads: THREADS,
          messagesPerThread: 40,
          eventsPerThread: 150,
          messageChars: 8_000,
        });
        const { size } = statSync(join(folder, 'history.db'));
        if (size < BYTES) throw new Error(`the history is only ${Math.round(size / 1e6)} MB`);
      },
    );
    yield {
      rows: [
        { what: 'erasure of 1 GB', unit: 'ms', bounds: [ratio.atMost(1.67)] },
        { what: 'erasure, longest wait of /health', unit: 'ms', bounds: [{ of: 'engine', atMost: 50 }] },
        { what: 'erasure, memory gained', unit: 'MB', bounds: [{ of: 'engine', atMost: 60 }] },
      ],
      rounds: { warmUp: 1, counted: 5 },
      engine: () => erased(lab, dataDir),
      bare: async () => {
        const folder = lab.folder('bare-erasure');
        const file = join(folder, 'history.db');
        cpSync(join(dataDir, 'history.db'), file);
        const { stdout } = await promisify(execFile)(process.execPath, [bareProgram, file]);
        rmSync(folder, { recursive: true });
        return [Number(stdout), NaN, NaN];
      },
    };
  },
};

/** Each time over a copy of its own. */
async function erased(lab: Lab, dataDir: string): Promise<readonly number[]> {
  const copy = lab.folder('erasure');
  cpSync(dataDir, copy, { recursive: true });
  const engine = await lab.built(copy);
  try {
    // A start goes on loading for a moment.
    await sleep(1_500);
    const before = residentMb(engine.pid);
    const watch = await watched(engine);
    const startedAt = performance.now();
    const answer = await fetch(`${engine.url}/api/data`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: '{"confirm":"DELETE_ALL_DATA"}',
    });
    const tookMs = performance.now() - startedAt;
    const { longestMs, mostMb } = await watch();
    if (!answer.ok) throw new Error(`the erasure ended with ${answer.status}: ${await answer.text()}`);
    const left = readdirSync(copy).reduce((sum, name) => sum + statSync(join(copy, name)).size, 0);
    if (left > EMPTY_BYTES) throw new Error(`${left} bytes are left`);
    return [tookMs, longestMs, mostMb - before];
  } finally {
    await engine.stop();
    rmSync(copy, { recursive: true });
  }
}
