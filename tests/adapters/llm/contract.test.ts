import { modelContract } from '../../ports/model.contract.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { stepwise } from '../../servers/fake-provider.ts';
import { startFakeCloud, writeServiceAccount } from '../../servers/vertex.ts';
import { user } from './conversation.ts';
import { openModel, requestOf } from './messages/models.ts';
import { messagesWire, WIRES, type Wire } from './wires.ts';

const TEXTS = {
  text: ['One ', 'two ', 'three ', 'four.'],
  'other text': ['Quite ', 'another ', 'answer ', 'to ', 'that.'],
};

/** The Messages wire as other providers serve it. */
const served = (['custom', 'cloud_hosted'] as const).map((name): Wire => ({
  ...messagesWire,
  name,
  open: ({ cloud, clock, account }) =>
    openModel(name, { url: cloud.service.url, clock, fetch: cloud.fetch, credentialsFile: account }),
}));

for (const wire of [...WIRES, ...served])
  modelContract(wire.name, async (exchanges) => {
    const scripts = exchanges.map((exchange) =>
      stepwise(...(exchange === 'tool call' ? [wire.called] : wire.pieces(...TEXTS[exchange]))),
    );
    const cloud = await startFakeCloud(...scripts.map(({ reply }) => reply));
    const clock = new ManualClock();
    const account = await writeServiceAccount(temporaryDir());
    return {
      model: await wire.open({ cloud, clock, account }),
      request: (exchange) => requestOf(user(exchange)),
      answer: (exchange) => TEXTS[exchange].join(''),
      proceed: async () => {
        await clock.advance(0);
        for (const { next } of scripts.slice(0, cloud.service.arrived.length)) await next();
      },
      held: () => cloud.held + clock.waiting,
      close: () => cloud.close(),
    };
  });
