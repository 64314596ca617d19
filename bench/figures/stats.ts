import { get } from '../client.ts';
import type { Bound, Figure, Finding } from '../figure.ts';
import type { Lab, Server } from '../lab.ts';
import { interleaved, sides } from '../measure.ts';
import { useRuns } from '../used-data.ts';

const REQUESTS = 60;

export const stats: Figure = {
  name: 'stats',
  does: 'p95 of reading the history of 20,000 runs with 100,000 tool calls in 30 days; bare: of 20 runs',
  measure: async (lab) => {
    const [many, few] = [await withRuns(lab, 20_000), await withRuns(lab, 20)];
    const zone = 'timeZone=America/St_Johns';
    const findings = [
      await slowest('stats', many, few, `/api/history/stats?${zone}`, { atMost: 20 }),
      await slowest('cost by day', many, few, `/api/history/cost/daily?${zone}`, { atMost: 100 }),
      await slowest('runs', many, few, '/api/history/runs', { atMost: 100 }),
      await slowest('runs, text that is nowhere', many, few, '/api/history/runs?q=nowhere', { atMost: 100 }),
      await slowest('runs, model that is none', many, few, '/api/history/runs?model=none', { atMost: 100 }),
    ];
    await Promise.all([many.stop(), few.stop()]);
    return findings;
  },
};

async function withRuns(lab: Lab, runs: number): Promise<Server> {
  const dataDir = lab.folder('runs');
  await useRuns(dataDir, { runs, toolCallsPerRun: 5, days: 29 });
  return await lab.built(dataDir);
}

async function slowest(
  what: string,
  many: Server,
  few: Server,
  path: string,
  bound: Bound,
): Promise<Finding> {
  const pairs = await interleaved(
    { warmUp: 1, counted: 7 },
    async () => await p95(`${many.url}${path}`),
    async () => await p95(`${few.url}${path}`),
  );
  const spreads = sides(pairs);
  return { what, unit: 'ms', ...spreads, result: { spread: spreads.engine, shown: 'engine' }, bound };
}

async function p95(url: string): Promise<number> {
  const took: number[] = [];
  for (let request = 0; request < REQUESTS; request++) {
    const startedAt = performance.now();
    await get(url);
    took.push(performance.now() - startedAt);
  }
  return took.toSorted((a, b) => a - b)[Math.floor(REQUESTS * 0.95)] ?? NaN;
}
