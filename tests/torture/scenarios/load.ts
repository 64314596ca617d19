import type { Started } from '../lab.ts';
import { tasks } from '../provider.ts';
import { ask, percentile, run } from '../requests.ts';
import type { Scenario } from '../scenario.ts';

const STREAMS = 64;
const ROUNDS = 40;
const SLOWEST_LIST_MS = 100;
const READY_MS = 3_000;

const LISTS = [
  '/api/threads?limit=200',
  '/api/threads',
  '/api/history/runs?limit=200',
  '/api/history/stats',
  '/api/history/cost/daily',
];

export const load: Scenario = {
  name: 'load',
  promise: ['R49', 'R50'],
  needs: [],
  run: async (lab) => {
    const dataDir = lab.copyOf(await lab.seeded());
    const broken: string[] = [];
    const engine = await lab.start(dataDir);
    if (engine.startMs > READY_MS) broken.push(`ready after ${Math.round(engine.startMs)} ms`);

    const lists: string[] = [];
    const messages = await aThread(engine);
    for (const path of [...LISTS, `/api/threads/${messages}/messages`]) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { status, ms } = await ask(engine, `GET ${path}`);
        if (status !== 200) broken.push(`GET ${path}: ${status}`);
        times.push(ms);
      }
      const p95 = percentile(times, 0.95);
      if (p95 > SLOWEST_LIST_MS) broken.push(`GET ${path} takes ${Math.round(p95)} ms (p95)`);
      lists.push(`${path.replace('/api/', '').replace(messages, ':id')} ${Math.round(p95)} ms`);
    }
    const pages = await allPages(engine);
    if (pages !== 10_000) broken.push(`the pages have ${pages} threads`);

    const startedAt = performance.now();
    const ends = await Promise.all(Array.from({ length: STREAMS }, () => run(engine, tasks.say(200, 20, 5))));
    const seconds = (performance.now() - startedAt) / 1000;
    const failed = ends.filter(({ last, stream }) => last !== 'done' || !stream.includes('199 '));
    if (failed.length > 0) broken.push(`${failed.length} of ${STREAMS} streams failed: ${failed[0]?.code}`);
    await engine.stop();
    lab.remove(dataDir);
    return {
      did: `10,000 threads, 100,000 messages: ${ROUNDS} reads of each list, all pages; ${STREAMS} streams at once`,
      broken,
      figures: `ready after ${Math.round(engine.startMs)} ms; p95 ${lists.join(', ')}; streams ${seconds.toFixed(1)} s, a provider alone needs 1.0 s or more`,
    };
  },
};

async function aThread(engine: Started): Promise<string> {
  const { threads } = await engine.client['threads.list']();
  return threads[0]?.threadId ?? '';
}

async function allPages(engine: Started): Promise<number> {
  let found = 0;
  let cursor: string | null | undefined;
  do {
    const page = await engine.client['threads.list']({
      query: { limit: 200, ...(cursor ? { cursor } : {}) },
    });
    found += page.threads.length;
    cursor = page.nextCursor;
  } while (cursor);
  return found;
}
