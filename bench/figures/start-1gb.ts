import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { ratio } from '../series.ts';
import { useData } from '../used-data.ts';

const GB = 1e9;

export const start1gb: Figure = {
  name: 'start-1gb',
  onlyByName: true,
  summary:
    'from spawn to the first 200 of /health over a history of 1 GB, and what is read of it by then; bare: over an empty data directory',
  async *series(lab) {
    const dataDir = await lab.seeded('gigabyte', async (folder) => {
      await useData(folder, {
        threads: 3_000,
        messagesPerThread: 40,
        eventsPerThread: 150,
        messageChars: 8_000,
      });
      const { size } = statSync(join(folder, 'history.db'));
      if (size < GB) throw new Error(`the history is only ${Math.round(size / 1e6)} MB`);
    });
    const empty = lab.folder('empty');
    yield {
      rows: [
        // It may take as long as it takes to open a database, and not as long as to read it.
        { what: 'start with 1 GB', unit: 'ms', bounds: [ratio.atMost(1.5), { of: 'engine', atMost: 5_000 }] },
        { what: 'start with 1 GB, read by then', unit: 'MB', bounds: [{ of: 'engine', atMost: 50 }] },
      ],
      rounds: { warmUp: 1, counted: 10 },
      engine: () => started(lab, dataDir),
      bare: () => started(lab, empty),
    };
  },
};

/** The time, and how many MB were read, be it from the disk or from the cache of the kernel. */
async function started(lab: Lab, dataDir: string): Promise<readonly number[]> {
  const server = await lab.built(dataDir);
  const read = /^rchar: (\d+)$/mu.exec(ioOf(server.pid))?.[1];
  await server.stop();
  return [server.startMs, Number(read ?? NaN) / 1e6];
}

const ioOf = (pid: number): string =>
  process.platform === 'linux' ? readFileSync(`/proc/${pid}/io`, 'utf8') : '';
