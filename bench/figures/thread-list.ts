import { get } from '../client.ts';
import type { Figure, Finding } from '../figure.ts';
import type { Lab, Server } from '../lab.ts';
import { compared, interleaved, sides } from '../measure.ts';
import { requestRate } from '../request-rate.ts';
import { useData } from '../used-data.ts';

const REQUESTS = 400;
const bound = { atLeast: 0.8 };

export const threadList: Figure = {
  name: 'thread-list',
  does: 'GET /api/threads over 10,000 threads; bare: over 10, whose answer is a fifth of a default page, and over 60, whose answer is as long',
  measure: async (lab) => {
    const many = await withThreads(lab, 10_000);
    const few = await withThreads(lab, 10);
    const page = await withThreads(lab, 60);
    const findings = [
      { ...(await rates('list threads, limit=10', many, few, '/api/threads?limit=10')), bound },
      { ...(await rates('list threads, default limit', many, few, '/api/threads')), bound },
      await rates('list threads, answers alike', many, page, '/api/threads'),
    ];
    await Promise.all([many.stop(), few.stop(), page.stop()]);
    return findings;
  },
};

async function withThreads(lab: Lab, threads: number): Promise<Server> {
  const dataDir = lab.folder('threads');
  await useData(dataDir, { threads, messagesPerThread: 0, eventsPerThread: 0 });
  return await lab.built(dataDir);
}

async function rates(what: string, many: Server, few: Server, path: string): Promise<Finding> {
  const pairs = await interleaved(
    { warmUp: 6, counted: 30 },
    async () => await requestRate(REQUESTS, () => get(`${many.url}${path}`)),
    async () => await requestRate(REQUESTS, () => get(`${few.url}${path}`)),
  );
  const spread = compared(pairs, (pair) => pair.engine / pair.bare);
  return {
    what,
    unit: 'requests/s',
    ...sides(pairs),
    result: { spread, shown: 'ratio' },
  };
}
