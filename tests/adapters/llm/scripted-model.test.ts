import type { ModelRequest } from '../../../src/core/ports/model.ts';
import { ScriptedModel, text, thinking, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { modelContract, type Exchange } from '../../ports/model.contract.ts';
import { user, writeFile } from './conversation.ts';

const request: ModelRequest = { system: 's', messages: [user('x')], tools: [writeFile] };

const turns: Record<Exchange, readonly Step[]> = {
  text: [thinking('hm'), text('a '), text('b '), text('c')],
  'other text': [text('x '), text('y '), text('z')],
  'tool call': [
    text('now'),
    toolCalls({ name: 'write_file', input: { path: 'a' } }, { name: 'write_file', input: {} }),
  ],
};

modelContract('scripted', async (exchanges) => {
  const model = new ScriptedModel(exchanges.map((exchange) => turns[exchange]));
  return {
    model,
    request: () => request,
    answer: (exchange) => (exchange === 'text' ? 'a b c' : 'x y z'),
    proceed: () => new Promise((resolve) => setImmediate(resolve)),
    held: () => model.openStreams,
    close: () => Promise.resolve(),
  };
});
