import { setImmediate } from 'node:timers/promises';
import { modelContract, type Exchange } from '../../../ports/model.contract.ts';
import { callAnswer, textAnswer } from '../../../servers/chat-completions.ts';
import { startFakeProvider, stepwise } from '../../../servers/fake-provider.ts';
import { compatAt, requestOf } from './compat-under-test.ts';
import { user } from '../conversation.ts';

const PIECES = {
  text: ['Good ', 'morning', ', ', 'world', '.'],
  'other text': ['Some', 'thing', ' quite', ' different'],
};
const eventsFor = (exchange: Exchange): readonly string[] =>
  exchange === 'tool call'
    ? callAnswer('write_file', '{"path":', '"a.txt","content"', ':"hello"}')
    : textAnswer(...PIECES[exchange]);

modelContract('compat', async (exchanges) => {
  const scripts = exchanges.map((exchange) => stepwise(...eventsFor(exchange)));
  const provider = await startFakeProvider(...scripts.map(({ reply }) => reply));
  const { model, clock, held } = await compatAt(`${provider.url}/v1`);
  return {
    model,
    request: (exchange) => requestOf([user(exchange)]),
    answer: (exchange) => PIECES[exchange].join(''),
    proceed: async () => {
      for (const { next } of scripts.slice(0, provider.arrived.length)) await next();
      await setImmediate();
    },
    held: () => clock.waiting + held(),
    close: () => provider.close(),
  };
});
