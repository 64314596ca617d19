import { join } from 'node:path';
import type { Figure } from '../figure.ts';
import { ratio } from '../series.ts';
import { startMs } from '../start-time.ts';
import { useData } from '../used-data.ts';

export const start: Figure = {
  name: 'start',
  summary:
    'from spawn to the first 200 of /health, over 200 threads with 2,000 messages and 20,000 events; bare: express, helmet and better-sqlite3 with the same database',
  async *series(lab) {
    const fill = async (folder: string) =>
      await useData(folder, { threads: 200, messagesPerThread: 10, eventsPerThread: 100 });
    const dataDir = await lab.seeded('used', fill);
    const database = join(await lab.seeded('used', fill), 'history.db');
    yield {
      rows: [
        // A person waits for it.
        { what: 'spawn to healthy', unit: 'ms', bounds: [ratio.atMost(2.3), { of: 'engine', atMost: 300 }] },
      ],
      rounds: { warmUp: 2, counted: 20 },
      engine: async () => [await startMs(await lab.built(dataDir))],
      bare: async () => [await startMs(await lab.bareServer(database))],
    };
  },
};
