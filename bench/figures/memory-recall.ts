import { bm25, dialogues, HELD_OUT, recallAtTen, rememberedIn } from '../../tests/harness/dialogues.ts';
import { memoryOver } from '../../tests/harness/memory.ts';
import type { Figure } from '../figure.ts';

export const memoryRecall: Figure = {
  name: 'memory-recall',
  summary:
    'share of the answering utterances among the first ten results, for each dialogue; bare: BM25 over each utterance together with the one before it',
  async *series() {
    for (const dialogue of dialogues()) {
      const plain = await recallAtTen(dialogue, bm25(dialogue, { previous: false }));
      const heldOut = dialogue.name === HELD_OUT ? ' (held out)' : '';
      yield {
        rows: [
          {
            what: `recall at 10, ${dialogue.name}${heldOut}; plain BM25 ${(100 * plain).toFixed(1)}`,
            unit: '%',
            // A share, and the same on every machine.
            bounds: [{ of: 'engine', atLeast: 75 }],
          },
        ],
        rounds: { warmUp: 0, counted: 1 },
        engine: async () => {
          const { memory, close } = memoryOver();
          const found = await recallAtTen(dialogue, await rememberedIn(memory, dialogue));
          await close();
          return [100 * found];
        },
        bare: async () => [100 * (await recallAtTen(dialogue, bm25(dialogue, { previous: true })))],
      };
    }
  },
};
