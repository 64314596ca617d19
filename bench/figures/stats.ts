import { get } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Server } from '../lab.ts';
import { ratio } from '../series.ts';
import { spreadOf } from '../spread.ts';
import { timed } from '../timed.ts';
import { useRuns } from '../used-data.ts';

const REQUESTS = 5;

export const stats: Figure = {
  name: 'stats',
  summary:
    'reading the history of 20,000 runs with 100,000 tool calls in 30 days; bare: one query over the rows for each, through express and better-sqlite3',
  async *series(lab) {
    const seeded = () =>
      lab.seeded('runs', (folder) => useRuns(folder, { runs: 20_000, toolCallsPerRun: 5, days: 29 }));
    const engine = await lab.built(await seeded());
    const bare = await lab.bareRoutes('history', await seeded());
    const zone = 'timeZone=America/St_Johns';
    for (const [what, path, atMost] of [
      ['stats', `/api/history/stats?${zone}`, 0.2],
      ['cost by day', `/api/history/cost/daily?${zone}`, 2],
      ['runs', '/api/history/runs', 2],
      ['runs, text that is nowhere', '/api/history/runs?q=nowhere', 2],
      ['runs, model that is none', '/api/history/runs?model=none', 2],
    ] as const)
      yield {
        rows: [{ what, unit: 'ms', bounds: [ratio.atMost(atMost)] }],
        rounds: { warmUp: 2, counted: 20 },
        engine: () => middle(engine, path),
        bare: () => middle(bare, path),
      };
    await Promise.all([engine.stop(), bare.stop()]);
  },
};

async function middle({ url }: Server, path: string): Promise<readonly number[]> {
  const took: number[] = [];
  while (took.length < REQUESTS) took.push(await timed(() => get(url + path)));
  return [spreadOf(took).median];
}
