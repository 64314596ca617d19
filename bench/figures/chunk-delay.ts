import { join } from 'node:path';
import { readLog } from '../../tests/harness/disk/log.ts';
import type { Figure } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { pacedProxy, pacedRun } from '../paced.ts';
import type { Series } from '../series.ts';
import { messages } from '../wires/messages.ts';

const rounds = { warmUp: 1, counted: 5 };

export const chunkDelay: Figure = {
  name: 'chunk-delay',
  summary:
    '1,000 texts, one every 5 ms: the median delay of a text (bare: through a proxy that parses and writes each), and the syncs per second meanwhile',
  async *series(lab) {
    yield* delays(lab);
    if (lab.slowDisk.path !== null) yield* syncs(lab);
  },
};

async function* delays(lab: Lab): AsyncGenerator<Series> {
  const provider = await lab.provider();
  const engine = await lab.builtFor(provider, messages);
  const proxy = await lab.proxy(provider, messages);
  const slow = await lab.onSlow((disk) => lab.builtFor(provider, messages, disk));
  yield {
    rows: [
      {
        what: 'delay of streamed text',
        unit: 'ms',
        // Texts are gathered for up to 15 ms, so half of them wait for longer than half of that.
        bounds: [
          { of: 'engine', atMost: 9 },
          { of: 'slow', atMost: 9 },
          { of: 'slow - engine', atMost: 1 },
        ],
      },
    ],
    rounds,
    engine: async () => [(await pacedRun(engine)).delayMs],
    bare: async () => [(await pacedProxy(proxy)).delayMs],
    ...(slow ? { slow: async () => [(await pacedRun(slow)).delayMs] } : {}),
  };
  await Promise.all([engine.stop(), slow?.stop(), proxy.stop(), provider.stop()]);
}

async function* syncs(lab: Lab): AsyncGenerator<Series> {
  const syncLog = join(lab.folder('syncs'), 'log');
  const provider = await lab.provider();
  const engine = await lab.builtFor(provider, messages, { syncLog });
  const count = () => readLog(syncLog).filter(({ kind }) => kind === 'sync').length;
  yield {
    rows: [
      { what: 'syncs while one answer streams', unit: 'syncs/s', bounds: [{ of: 'engine', atMost: 2 }] },
    ],
    rounds: { warmUp: 0, counted: 2 },
    engine: async () => {
      const counts: number[] = [];
      const { seconds } = await pacedRun(engine, () => void counts.push(count()));
      const [before = NaN, after = NaN] = counts;
      return [(after - before) / seconds];
    },
    bare: async () => [NaN],
  };
  await Promise.all([engine.stop(), provider.stop()]);
}
