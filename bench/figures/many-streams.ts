import type { Figure } from '../figure.ts';
import { throughput } from '../streams.ts';

export const manyStreams: Figure = {
  name: 'many-streams',
  does: '32 runs at once, 500 texts each; bare: the same proxy',
  measure: async (lab) => [
    await throughput(lab, {
      what: '32 streams',
      atOnce: 32,
      chunks: 500,
      rounds: { warmUp: 4, counted: 20 },
      atLeast: 0.5,
    }),
  ],
};
