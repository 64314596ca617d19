import type { Figure, Finding } from '../figure.ts';
import { throughput, type Streams } from '../streams.ts';
import { wires } from '../wires/all.ts';

const streams: Streams = {
  what: '2,000 chunks',
  atOnce: 1,
  chunks: 2_000,
  rounds: { warmUp: 20, counted: 60 },
  atLeast: 0.5,
};

export const longStream: Figure = {
  name: 'long-stream',
  does: '2,000 texts as fast as the provider can; bare: a proxy that parses and writes each',
  measure: async (lab) => {
    const found: Finding[] = [];
    for (const wire of wires) found.push(...(await throughput(lab, wire, streams)));
    return found;
  },
};
