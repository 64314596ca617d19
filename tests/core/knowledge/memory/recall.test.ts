import { expect, test } from '@jest/globals';
import { bm25, dialogues, HELD_OUT, recallAtTen, rememberedIn } from '../../../harness/dialogues.ts';
import { memoryOver } from '../../../harness/memory.ts';
import { verifies } from '../../../spec/verifies.ts';

const all = dialogues();

test('there are dialogues of at least 150 turns with their questions', () => {
  expect(all.map(({ name }) => name)).toContain(HELD_OUT);
  expect(all.length).toBeGreaterThanOrEqual(3);
  for (const { turns, questions } of all) {
    expect(turns.length).toBeGreaterThanOrEqual(150);
    expect(questions.length).toBeGreaterThanOrEqual(60);
    // Turns are identified by their text.
    expect(new Set(turns).size).toBe(turns.length);
  }
});

for (const dialogue of all)
  verifies(
    'memory.recall-score',
    `${dialogue.name}: finds at least a tenth more of the answers than BM25 over each turn and the one before it`,
    async () => {
      const { memory, close } = memoryOver();
      const ours = await recallAtTen(dialogue, await rememberedIn(memory, dialogue));
      await close();
      const plain = await recallAtTen(dialogue, bm25(dialogue, { previous: false }));
      const withPrevious = await recallAtTen(dialogue, bm25(dialogue, { previous: true }));
      expect(withPrevious).toBeGreaterThan(plain);
      expect(ours).toBeGreaterThan(withPrevious + 0.1);
      expect(ours).toBeGreaterThan(dialogue.name === HELD_OUT ? 0.7 : 0.75);
    },
  );
