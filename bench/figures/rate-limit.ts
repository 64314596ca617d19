import { join } from 'node:path';
import { openHistory } from '../../src/adapters/out/sqlite/history/open.ts';
import { systemClock } from '../../src/adapters/out/system/system-clock.ts';
import type { Limit } from '../../src/core/outside/api-store/matching.ts';
import { RATE_WINDOWS } from '../../src/core/outside/api-store/model.ts';
import { RateWindows, type RateWindowsDeps } from '../../src/core/outside/api-store/rate-windows.ts';
import { RecordingLog } from '../../tests/doubles/recording-log.ts';
import { trusting } from '../../tests/doubles/trusted-clock.ts';
import { openBare } from '../bare/database.ts';
import { OWNER_ID } from '../owner.ts';
import type { Figure } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { ratio, type Sample, type Series } from '../series.ts';
import { timed } from '../timed.ts';

const DECISIONS = 2_000;
const COUNTS = 20;
const HOST = 'api.example.com';
const MOST = 1_000_000_000;
const ALL: readonly Limit[] = RATE_WINDOWS.map((window) => ({ window, max: MOST }));

export const rateLimit: Figure = {
  name: 'rate-limit',
  summary:
    'checking four rate windows of a host (bare: four counters in a map), and the same with the count on disk (bare: one synced row)',
  async *series(lab) {
    yield decision();
    yield* durableCount(lab);
  },
};

/** Nobody stops the requests. */
const going = new AbortController().signal;

const over = (deps: Pick<RateWindowsDeps, 'journal' | 'store'>) =>
  new RateWindows({
    ...deps,
    expiry: trusting(systemClock),
    clock: systemClock,
    log: new RecordingLog(),
    isOwner: () => true,
  });

function decision(): Series {
  const windows = over({ journal: { commit: async () => undefined }, store: { windows: async () => [] } });
  const take = bareWindows();
  return {
    rows: [{ what: 'rate-limit decision', unit: 'µs', bounds: [ratio.atMost(6)] }],
    rounds: { warmUp: 5, counted: 25 },
    engine: each(DECISIONS, 1_000, () => windows.take(HOST, ALL, OWNER_ID, going)),
    bare: each(DECISIONS, 1_000, take),
  };
}

/** As little as a decision about as many windows can be: each is asked, then each is counted in. */
function bareWindows(): () => Promise<void> {
  const windows = new Map(ALL.map(({ window }) => [`${HOST} ${window}`, { used: 0, endsAt: Infinity }]));
  return async () => {
    const now = performance.now();
    const open = ALL.map(({ window }) => windows.get(`${HOST} ${window}`));
    if (open.some((one) => one && one.endsAt > now && one.used >= MOST)) throw new Error('full');
    for (const one of open) if (one) one.used += 1;
  };
}

async function* durableCount(lab: Lab): AsyncGenerator<Series> {
  const history = openHistory(join(lab.folder('rates'), 'history.db'));
  const windows = over({ journal: history.journal, store: history.rates });
  const bare = openBare(lab.folder('bare'), 'bare.db');
  bare.exec('CREATE TABLE counts (host TEXT PRIMARY KEY, used INTEGER NOT NULL) STRICT');
  const write = bare.prepare<unknown[]>('INSERT OR REPLACE INTO counts (host, used) VALUES (?, ?)');
  let used = 0;
  yield {
    rows: [{ what: 'rate-limit count, durable', unit: 'ms', bounds: [ratio.atMost(2)] }],
    rounds: { warmUp: 5, counted: 25 },
    engine: each(COUNTS, 1, () => windows.take(HOST, ALL, OWNER_ID, going)),
    bare: each(COUNTS, 1, async () => write.run(HOST, used++)),
  };
  bare.close();
  await history.close();
}

/** The time of one of so many, in milliseconds times `scale`. */
const each =
  (times: number, scale: number, act: () => Promise<unknown>): Sample =>
  async () => {
    const took = await timed(async () => {
      for (let nth = 0; nth < times; nth++) await act();
    });
    return [(took * scale) / times];
  };
