import { bm25, dialogues, HELD_OUT, recallAtTen, rememberedIn } from '../../tests/harness/dialogues.ts';
import { memoryOver } from '../../tests/harness/memory.ts';
import type { Figure, Finding } from '../figure.ts';
import { spreadOf } from '../measure.ts';

export const memoryRecall: Figure = {
  name: 'memory-recall',
  does: 'share of the answering utterances among the first ten results, for each dialogue; bare: BM25 over each utterance together with the one before it',
  measure: async () => {
    const findings: Finding[] = [];
    for (const dialogue of dialogues()) {
      const { memory, close } = memoryOver();
      const ours = await recallAtTen(dialogue, await rememberedIn(memory, dialogue));
      await close();
      const withPrevious = await recallAtTen(dialogue, bm25(dialogue, { previous: true }));
      const plain = await recallAtTen(dialogue, bm25(dialogue, { previous: false }));
      const heldOut = dialogue.name === HELD_OUT ? ' (held out)' : '';
      const engine = spreadOf([100 * ours]);
      findings.push({
        what: `recall at 10, ${dialogue.name}${heldOut}; plain BM25 ${(100 * plain).toFixed(1)}`,
        unit: '%',
        engine,
        bare: spreadOf([100 * withPrevious]),
        result: { spread: engine, shown: 'engine' },
        bound: { atLeast: 75 },
      });
    }
    return findings;
  },
};
