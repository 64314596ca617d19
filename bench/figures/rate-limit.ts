import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openHistory } from '../../src/adapters/out/sqlite/history/open.ts';
import { systemClock } from '../../src/adapters/out/system/system-clock.ts';
import type { Limit } from '../../src/core/api-store/matching.ts';
import { RATE_WINDOWS } from '../../src/core/api-store/model.ts';
import { RateWindows, type RateWindowsDeps } from '../../src/core/api-store/rate-windows.ts';
import { RecordingLog } from '../../tests/doubles/recording-log.ts';
import type { Figure, Finding } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { interleaved, sides } from '../measure.ts';

const DECISIONS = 2_000;
const COUNTS = 20;
const ALL: readonly Limit[] = RATE_WINDOWS.map((window) => ({ window, max: 1_000_000_000 }));

export const rateLimit: Figure = {
  name: 'rate-limit',
  does: 'checking four rate windows of a host (bare: counting in a map), and the same with the count on disk (bare: one synced row)',
  measure: async (lab) => [await decision(), await durableCount(lab)],
};

const over = (deps: Pick<RateWindowsDeps, 'journal' | 'store'>) =>
  new RateWindows({ ...deps, clock: systemClock, log: new RecordingLog() });

async function decision(): Promise<Finding> {
  const windows = over({ journal: { commit: async () => undefined }, store: { windows: async () => [] } });
  const counted = new Map<string, number>();
  const pairs = await interleaved(
    { warmUp: 5, counted: 25 },
    async () => {
      const startedAt = performance.now();
      for (let index = 0; index < DECISIONS; index++) await windows.take('api.example.com', ALL);
      return ((performance.now() - startedAt) * 1_000) / DECISIONS;
    },
    async () => {
      const startedAt = performance.now();
      for (let index = 0; index < DECISIONS; index++)
        counted.set('api.example.com', (counted.get('api.example.com') ?? 0) + 1);
      return ((performance.now() - startedAt) * 1_000) / DECISIONS;
    },
  );
  const both = sides(pairs);
  const result = { spread: both.engine, shown: 'engine' } as const;
  return { what: 'rate-limit decision', unit: 'µs', ...both, result, bound: { atMost: 20 } };
}

async function durableCount(lab: Lab): Promise<Finding> {
  const history = openHistory(join(lab.folder('rates'), 'history.db'));
  const windows = over({ journal: history.journal, store: history.rates });
  const bare = new Database(join(lab.folder('bare'), 'bare.db'));
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) bare.pragma(pragma);
  bare.exec('CREATE TABLE counts (host TEXT PRIMARY KEY, used INTEGER NOT NULL) STRICT');
  const write = bare.prepare<unknown[]>('INSERT OR REPLACE INTO counts (host, used) VALUES (?, ?)');
  const pairs = await interleaved(
    { warmUp: 5, counted: 25 },
    async () => {
      const startedAt = performance.now();
      for (let index = 0; index < COUNTS; index++) await windows.take('api.example.com', ALL);
      return (performance.now() - startedAt) / COUNTS;
    },
    async () => {
      const startedAt = performance.now();
      for (let index = 0; index < COUNTS; index++) write.run('api.example.com', index);
      return (performance.now() - startedAt) / COUNTS;
    },
  );
  bare.close();
  await history.close();
  const both = sides(pairs);
  const result = { spread: both.engine, shown: 'engine' } as const;
  return { what: 'rate-limit count, durable', unit: 'ms', ...both, result, bound: { atMost: 0.5 } };
}
