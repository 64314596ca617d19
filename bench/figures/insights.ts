import { join } from 'node:path';
import { openHistory } from '../../src/adapters/out/sqlite/history/open.ts';
import { insightLimits } from '../../src/core/execution/insights/limits.ts';
import { get } from '../client.ts';
import { countedRuns } from '../counted-runs.ts';
import type { Figure } from '../figure.ts';
import type { Server } from '../lab.ts';
import { requestRate } from '../request-rate.ts';
import { ratio } from '../series.ts';
import { spreadOf } from '../spread.ts';
import { timed } from '../timed.ts';
import { addRun, useInsights } from '../used-insights.ts';

const REQUESTS = 400;
const MANY = 10_000;
const ROUNDS = 50;
const TOGETHER = insightLimits.runsWaiting;

/** What the engine learns from its own runs. */
export const insights: Figure = {
  name: 'insights',
  summary:
    'counting a run of five tool calls, of as many as are counted together, beside 10,000 threads (bare: writing the run itself), and the lists of insights and patterns, 10,000 threads against 50',
  async *series(lab) {
    const seeded = (threads: number) =>
      lab.seeded(`insights-${threads}`, (folder) => useInsights(folder, threads));
    const folder = await seeded(MANY);
    const history = openHistory(join(folder, 'history.db'));
    const { count, close } = countedRuns(folder, history);
    let nth = MANY;
    /** For each run, of as many as the engine counts together. */
    const each = async (what: 'write' | 'count'): Promise<readonly number[]> => {
      const took = { write: [] as number[], count: [] as number[] };
      for (let made = 0; made < ROUNDS; made++) {
        const write = async () => {
          for (let more = 0; more < TOGETHER; more++) await addRun(history, nth++);
        };
        took.write.push((await timed(write)) / TOGETHER);
        took.count.push((await timed(count)) / TOGETHER);
      }
      return [spreadOf(took[what]).median];
    };
    yield {
      rows: [{ what: 'count a run', unit: 'ms', bounds: [{ of: 'engine', atMost: 1 }] }],
      rounds: { warmUp: 2, counted: 10 },
      engine: () => each('count'),
      bare: () => each('write'),
    };
    await close();
    await history.close();

    const [many, few] = [await lab.built(await seeded(MANY)), await lab.built(await seeded(50))];
    for (const path of [
      '/api/thread-insights',
      '/api/thread-insights?sort=-costUsd',
      '/api/thread-insights?sort=tokens&days=30',
      '/api/patterns',
    ]) {
      const rate = (server: Server) => async () => [
        await requestRate(REQUESTS, () => get(server.url + path)),
      ];
      yield {
        rows: [{ what: `GET ${path}, many against few`, unit: 'requests/s', bounds: [ratio.atLeast(0.8)] }],
        rounds: { warmUp: 4, counted: 20 },
        engine: rate(many),
        bare: rate(few),
      };
    }
    await Promise.all([many.stop(), few.stop()]);
  },
};
