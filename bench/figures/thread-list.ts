import { get, theSame } from '../client.ts';
import type { Figure } from '../figure.ts';
import { requestRate } from '../request-rate.ts';
import { ratio } from '../series.ts';
import { useData } from '../used-data.ts';

const REQUESTS = 400;

export const threadList: Figure = {
  name: 'thread-list',
  summary:
    'GET /api/threads over 10,000 threads; bare: over 60, whose answer is as long; and a server of express and better-sqlite3 that gives the equal answer',
  async *series(lab) {
    const fill = (threads: number) => async (folder: string) =>
      await useData(folder, { threads, messagesPerThread: 0, eventsPerThread: 0 });
    const seeded = (threads: number) => lab.seeded(`threads-${threads}`, fill(threads));
    const many = await lab.built(await seeded(10_000));
    const few = await lab.built(await seeded(60));
    const bare = await lab.bareRoutes('threads', await seeded(10_000));
    const rate = (url: string) => async () => [await requestRate(REQUESTS, () => get(url))];
    for (const [what, path] of [
      ['limit=10', '/api/threads?limit=10'],
      ['default limit', '/api/threads'],
    ] as const) {
      await theSame(many.url, bare.url, path);
      yield {
        rows: [{ what: `list threads, ${what}`, unit: 'requests/s', bounds: [ratio.atLeast(0.9)] }],
        rounds: { warmUp: 4, counted: 20 },
        engine: rate(many.url + path),
        bare: rate(bare.url + path),
      };
    }
    yield {
      rows: [{ what: 'list threads, many against few', unit: 'requests/s', bounds: [ratio.atLeast(0.9)] }],
      rounds: { warmUp: 4, counted: 20 },
      engine: rate(`${many.url}/api/threads`),
      bare: rate(`${few.url}/api/threads`),
    };
    await Promise.all([many.stop(), few.stop(), bare.stop()]);
  },
};
