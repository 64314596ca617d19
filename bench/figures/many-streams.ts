import type { Figure, Finding } from '../figure.ts';
import { throughput, type Streams } from '../streams.ts';
import { wires } from '../wires/all.ts';

const streams: Streams = {
  what: '32 streams',
  atOnce: 32,
  chunks: 500,
  rounds: { warmUp: 4, counted: 20 },
  atLeast: 0.5,
};

export const manyStreams: Figure = {
  name: 'many-streams',
  does: '32 runs at once, 500 texts each; bare: the same proxy',
  measure: async (lab) => {
    const found: Finding[] = [];
    for (const wire of wires) found.push(...(await throughput(lab, wire, streams)));
    return found;
  },
};
