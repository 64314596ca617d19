import { setTimeout as sleep } from 'node:timers/promises';
import { converse, get, newSession } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Server } from '../lab.ts';
import { residentMb } from '../resident-memory.ts';
import { ratio } from '../series.ts';

const IDLE_MS = 5_000;

export const idleMemory: Figure = {
  name: 'idle-memory',
  summary:
    'resident memory after the start, one run of the demo model and 5 s idle; bare: a server of express, helmet and better-sqlite3 after one request',
  async *series(lab) {
    yield {
      rows: [{ what: 'idle memory', unit: 'MB', bounds: [ratio.atMost(1.6)] }],
      rounds: { warmUp: 0, counted: 3 },
      engine: async () => {
        const engine = await lab.built(lab.folder('data'));
        await converse(await newSession(engine.url), { task: 'Say hello' });
        return [await idleMb(engine)];
      },
      bare: async () => {
        const bare = await lab.bareServer();
        await get(`${bare.url}/health`);
        return [await idleMb(bare)];
      },
    };
  },
};

async function idleMb(server: Server): Promise<number> {
  await sleep(IDLE_MS);
  const mb = residentMb(server.pid);
  await server.stop();
  return mb;
}
