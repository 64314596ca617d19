import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { modelContract } from '../../../ports/model.contract.ts';
import { startFakeProvider, stepwise } from '../../../servers/fake-provider.ts';
import { answerOf, textBlock, textInSteps, toolBlock, written } from '../../../servers/messages.ts';
import { paced } from '../paced-fetch.ts';
import { openModel, PROVIDERS, requestOf, serviceAccount } from './models.ts';

const TEXTS = {
  text: ['One ', 'two ', 'three ', 'four.'],
  'other text': ['Quite ', 'another ', 'answer ', 'to ', 'that.'],
};
const CALL = written(
  answerOf(
    'tool_use',
    textBlock(0, 'I write it.'),
    toolBlock(1, 'toolu_1', 'write_file', '{"path": "a.txt", ', '"content": "hello"}'),
    toolBlock(2, 'toolu_2', 'write_file', '{"path": "b.txt", "content": ""}'),
  ),
);

for (const provider of PROVIDERS)
  modelContract(provider, async (exchanges) => {
    const answers = exchanges.map((exchange) =>
      stepwise(...(exchange === 'tool call' ? [CALL] : textInSteps(...TEXTS[exchange]))),
    );
    const server = await startFakeProvider(...answers.map(({ reply }) => reply));
    const folder = mkdtempSync(join(tmpdir(), 'svc-cloud-'));
    const credentialsFile = join(folder, 'account.json');
    writeFileSync(credentialsFile, serviceAccount);
    const pace = paced(answers);
    const clock = new ManualClock();
    return {
      model: await openModel(provider, { url: server.url, clock, fetch: pace.fetch, credentialsFile }),
      request: () => requestOf(),
      answer: (exchange) => TEXTS[exchange].join(''),
      proceed: pace.proceed,
      held: () => pace.open + clock.waiting,
      close: async () => {
        await server.close();
        rmSync(folder, { recursive: true });
      },
    };
  });
