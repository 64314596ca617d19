import { expect, test } from '@jest/globals';
import { ReasoningDetails } from '../../../src/adapters/out/llm/wire/chat/reasoning-details.ts';
import { AnswerBlocks } from '../../../src/adapters/out/llm/wire/messages/answer-blocks.ts';

const KINDS: Readonly<Record<string, (count: number) => number>> = {
  citations: (count) => {
    const blocks = new AnswerBlocks();
    blocks.start(0, { type: 'text', text: '' });
    for (let no = 0; no < count; no += 1) blocks.cite(0, { no });
    return blocks.all[0]?.citations.length ?? 0;
  },
  'details of thoughts': (count) => {
    const details = new ReasoningDetails();
    for (let no = 0; no < count; no += 1)
      details.add([{ type: 'reasoning.text', index: no % 2 === 0 ? 0 : no, text: 'a', id: `${no}` }]);
    return details.whole().length;
  },
};

test.each(Object.keys(KINDS))('each of very many %s costs about the same', (kind) => {
  expect(KINDS[kind]!(1_000_000)).toBe(1_000_000);
});
