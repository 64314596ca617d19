import { expect, it } from '@jest/globals';
import { agentTools } from '../../src/contract/agent/tools.ts';
import { conversationWords as german } from '../../src/page/words/de/conversation.ts';
import { conversationWords as english } from '../../src/page/words/en/conversation.ts';

it('no call of a tool is shown to a person by the name that the model knows it by', () => {
  const names = agentTools.map(({ name }) => name).toSorted();
  for (const said of [english, german])
    for (const words of [said.tools, said.attempts])
      expect(names.filter((name) => !Object.hasOwn(words, name))).toEqual([]);
});
