import { bareRequest } from '../bare-request.ts';
import { askBare, converse, newSession } from '../client.ts';
import type { Figure, Finding } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { compared, interleaved, sides } from '../measure.ts';
import { taskFor, type Script } from '../script.ts';
import { wires } from '../wires/all.ts';
import type { Wire } from '../wires/wire.ts';

const script: Script = { does: 'say', chunks: 1, pauseMs: 5 };

export const firstText: Figure = {
  name: 'first-text',
  does: 'from sending the request to the first text; bare: the same client calls the provider directly',
  measure: async (lab) => {
    const found: Finding[] = [];
    for (const wire of wires) found.push(await onWire(lab, wire));
    return found;
  },
};

async function onWire(lab: Lab, wire: Wire): Promise<Finding> {
  const provider = await lab.provider();
  const engine = await lab.engine(provider, wire);
  const body = bareRequest(wire, script);
  const pairs = await interleaved(
    { warmUp: 100, counted: 300 },
    async () => {
      const run = await newSession(engine.url);
      return (await converse(run, { task: taskFor(script) })).firstTextMs;
    },
    async () => (await askBare(provider.url, wire, body)).firstTextMs,
  );
  await Promise.all([engine.stop(), provider.stop()]);
  const spread = compared(pairs, (pair) => pair.engine - pair.bare);
  return {
    what: `first text, ${wire.name}`,
    unit: 'ms',
    ...sides(pairs),
    result: { spread, shown: 'added' },
    bound: { atMost: 4 },
  };
}
