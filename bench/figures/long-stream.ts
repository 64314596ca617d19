import type { Figure } from '../figure.ts';
import { throughput } from '../streams.ts';

export const longStream: Figure = {
  name: 'long-stream',
  does: '2,000 texts as fast as the provider can; bare: a proxy that parses and writes each',
  measure: async (lab) => [
    await throughput(lab, {
      what: '2,000 chunks',
      atOnce: 1,
      chunks: 2_000,
      rounds: { warmUp: 20, counted: 60 },
      atLeast: 0.5,
    }),
  ],
};
