import type { Figure } from '../figure.ts';
import { throughput, type Streams } from '../streams.ts';
import { wires } from '../wires/all.ts';

const streams: Streams = {
  what: '32 streams',
  atOnce: 32,
  chunks: 500,
  rounds: { warmUp: 4, counted: 20 },
  atLeast: 0.5,
  cpuAtMost: 2.4,
};

export const manyStreams: Figure = {
  name: 'many-streams',
  summary: '32 runs at once, 500 texts each; bare: the same proxy',
  async *series(lab) {
    for (const wire of wires) yield* throughput(lab, wire, streams);
  },
};
