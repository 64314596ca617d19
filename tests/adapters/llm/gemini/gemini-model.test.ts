import { afterAll, beforeAll } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { modelContract } from '../../../ports/model.contract.ts';
import { stepwise } from '../../../servers/fake-provider.ts';
import {
  callAnswer,
  callPart,
  startFakeCloud,
  textAnswer,
  writeServiceAccount,
} from '../../../servers/vertex.ts';
import { connection, openGeminiOn, requestOf } from './talk.ts';
import { user, writeFile } from '../conversation.ts';

let folder: string;
let account: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-gemini-'));
  account = await writeServiceAccount(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const WORDS = {
  text: ['Once ', 'upon ', 'a ', 'time.'],
  'other text': ['And ', 'they ', 'lived.'],
} as const;

modelContract('cloud_hosted, gemini', async (exchanges) => {
  const clock = new ManualClock();
  const replies = exchanges.map((exchange) =>
    stepwise(
      ...(exchange === 'tool call'
        ? callAnswer(callPart('write_file', { path: 'a.txt', content: 'hello' }))
        : textAnswer(...WORDS[exchange])),
    ),
  );
  const cloud = await startFakeCloud(...replies.map(({ reply }) => reply));
  return {
    model: await openGeminiOn(cloud, connection({ credentialsFile: account }), clock),
    request: (exchange) => requestOf([user(exchange)], [writeFile]),
    answer: (exchange) => WORDS[exchange].join(''),
    proceed: async () => {
      await clock.advance(0);
      const open = replies.slice(0, cloud.service.arrived.length);
      for (const { next } of open) await next();
    },
    held: () => cloud.held + clock.waiting,
    close: () => cloud.close(),
  };
});
