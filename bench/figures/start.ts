import type { Figure } from '../figure.ts';
import type { Lab, Server } from '../lab.ts';
import { interleaved, sides } from '../measure.ts';
import { useData } from '../used-data.ts';

export const start: Figure = {
  name: 'start',
  does: 'from spawn to the first 200 of /health, over 200 threads with 2,000 messages and 20,000 events; bare: a Node server',
  measure: async (lab) => {
    const dataDir = lab.folder('used');
    await useData(dataDir, { threads: 200, messagesPerThread: 10, eventsPerThread: 100 });
    const pairs = await interleaved(
      { warmUp: 2, counted: 20 },
      async () => await startMs(await lab.built(dataDir)),
      async () => await startMs(await lab.bareServer()),
    );
    const { engine, bare } = sides(pairs);
    return [
      {
        what: 'spawn to healthy',
        unit: 'ms',
        engine,
        bare,
        result: { spread: engine, shown: 'engine' },
        bound: { atMost: 300 },
      },
    ];
  },
};

async function startMs(server: Awaited<ReturnType<Lab['built']>> & Server): Promise<number> {
  await server.stop();
  return server.startMs;
}
