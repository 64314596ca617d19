import type { Figure } from '../figure.ts';
import { throughput, type Streams } from '../streams.ts';
import { wires } from '../wires/all.ts';

const streams: Streams = {
  what: '2,000 chunks',
  atOnce: 1,
  chunks: 2_000,
  rounds: { warmUp: 20, counted: 60 },
  atLeast: 0.75,
  cpuAtMost: 2.2,
};

export const longStream: Figure = {
  name: 'long-stream',
  summary: '2,000 texts as fast as the provider can; bare: a proxy that parses and writes each',
  async *series(lab) {
    for (const wire of wires) yield* throughput(lab, wire, streams);
  },
};
