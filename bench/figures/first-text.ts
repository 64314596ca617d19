import { bareRequest } from '../bare-request.ts';
import { askBare, converse, newSession } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Lab, Server } from '../lab.ts';
import { ratio, type Sample, type Series } from '../series.ts';
import { taskFor, type Script } from '../script.ts';
import { wires } from '../wires/all.ts';
import type { Wire } from '../wires/wire.ts';

const script: Script = { does: 'say', chunks: 1, pauseMs: 5 };

export const firstText: Figure = {
  name: 'first-text',
  summary: 'from sending the request to the first text; bare: the same client calls the provider directly',
  async *series(lab) {
    for (const wire of wires) yield* onWire(lab, wire);
  },
};

async function* onWire(lab: Lab, wire: Wire): AsyncGenerator<Series> {
  const provider = await lab.provider();
  const engine = await lab.builtFor(provider, wire);
  const slow = await lab.onSlow((disk) => lab.builtFor(provider, wire, disk));
  const body = bareRequest(wire, script);
  const ask =
    ({ url }: Server): Sample =>
    async () => {
      const run = await newSession(url);
      return [(await converse(run, { task: taskFor(script) })).firstTextMs];
    };
  yield {
    rows: [
      {
        what: `first text, ${wire.name}`,
        unit: 'ms',
        bounds: [
          ratio.atMost(3.5),
          // A person waits for it: a tenth of a second is what feels immediate, and the model needs its share.
          { of: 'engine', atMost: 25 },
          // One sync of 8 ms, and what the timers of the machine add to it.
          { of: 'slow - engine', atMost: 11 },
        ],
      },
    ],
    rounds: { warmUp: 100, counted: 300 },
    engine: ask(engine),
    bare: async () => [(await askBare(provider.url, wire, body)).firstTextMs],
    ...(slow ? { slow: ask(slow) } : {}),
  };
  await Promise.all([engine.stop(), slow?.stop(), provider.stop()]);
}
