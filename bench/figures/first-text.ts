import { bareRequest } from '../bare-request.ts';
import { converse, newSession } from '../client.ts';
import type { Figure } from '../figure.ts';
import { compared, interleaved, sides } from '../measure.ts';
import { taskFor, type Script } from '../wire.ts';

const script: Script = { does: 'say', chunks: 1, pauseMs: 5 };

export const firstText: Figure = {
  name: 'first-text',
  does: 'from sending the request to the first text; bare: the same client asks the provider itself',
  measure: async (lab) => {
    const provider = await lab.provider();
    const engine = await lab.engine(provider);
    const pairs = await interleaved(
      { warmUp: 100, counted: 300 },
      async () => {
        const run = await newSession(engine.url);
        return (await converse(run, { task: taskFor(script) })).firstTextMs;
      },
      async () => (await converse(provider.url, bareRequest(script))).firstTextMs,
    );
    await Promise.all([engine.stop(), provider.stop()]);
    const spread = compared(pairs, (pair) => pair.engine - pair.bare);
    return [
      {
        what: 'first text',
        unit: 'ms',
        ...sides(pairs),
        result: { spread, shown: 'added' },
        bound: { atMost: 4 },
      },
    ];
  },
};
