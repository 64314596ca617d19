import { beforeEach, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../src/core/kernel/json.ts';
import { aTool, coreOver } from '../../../harness/core.ts';
import { startFakeProvider, streams, type FakeProvider } from '../../../servers/fake-provider.ts';
import {
  answerOf,
  textBlock,
  thinkingBlock,
  toolBlock,
  written,
  type MessagesEvent,
} from '../../../servers/messages.ts';
import { verifies } from '../../../spec/verifies.ts';
import { openModel } from './models.ts';

let server: FakeProvider;
beforeEach(async () => {
  server = await startFakeProvider();
});

/** A run on the vendor's model that looks things up; its replies begin like this. */
async function runWith(...replies: readonly (readonly MessagesEvent[])[]) {
  server.reply(...replies.map((reply) => streams(written(reply))));
  const core = coreOver({
    tools: [aTool('look', async () => ({ output: 'seen', success: true }))],
    open: () => openModel('primary', { url: server.url, clock: core.clock }),
  });
  const session = await core.newSession();
  for (const task of ['Look.', 'And?']) {
    await core.eventsOf(await core.start(session, task));
  }
  const messages = await core.history.threads.messages(session.threadId, { after: 0, limit: 100 });
  return { messages };
}

type Sent = readonly { readonly role: string; readonly content: readonly JsonObject[] }[];
const sentIn = (request: number): Sent =>
  (server.arrived[request]?.body?.['messages'] ?? []) as unknown as Sent;

const unmarked = ({ cache_control: _mark, ...block }: JsonObject): JsonObject => block;
const DONE = answerOf('end_turn', thinkingBlock(0, 'sd', 'Enough.'), textBlock(1, 'Done.'));
const thinking = (said: string, signature: string) => ({ type: 'thinking', thinking: said, signature });

verifies('models.thoughts-in-place', 'thoughts go back in their places, in a run and after it', async () => {
  const { messages } = await runWith(
    answerOf(
      'tool_use',
      thinkingBlock(0, 's1', 'One.'),
      textBlock(1, 'I look.'),
      thinkingBlock(2, 's2', 'Two.'),
      toolBlock(3, 'a', 'look', '{"at":1}'),
      thinkingBlock(4, 's3', 'Three.'),
      toolBlock(5, 'b', 'look', '{"at":2}'),
    ),
    DONE,
    DONE,
  );
  expect(messages[1]?.content.map(({ type }) => type)).toEqual([
    'thinking',
    'text',
    'thinking',
    'tool_call',
    'thinking',
    'tool_call',
  ]);
  for (const request of [1, 2]) {
    const [, reply, results] = sentIn(request);
    const [first, second] = (results?.content ?? []).map(({ tool_use_id: id }) => id);
    expect(reply?.content.map(unmarked)).toEqual([
      thinking('One.', 's1'),
      { type: 'text', text: 'I look.' },
      thinking('Two.', 's2'),
      { type: 'tool_use', id: first, name: 'look', input: { at: 1 } },
      thinking('Three.', 's3'),
      { type: 'tool_use', id: second, name: 'look', input: { at: 2 } },
    ]);
    expect(first).not.toBe(second);
  }
});

test('thoughts at the end of a reply are kept but not sent, because the vendor refuses them there', async () => {
  const { messages } = await runWith(
    answerOf('end_turn', textBlock(0, 'Done.'), thinkingBlock(1, 's1', 'Was that all?')),
    DONE,
  );
  expect(messages[1]?.content.map(({ type }) => type)).toEqual(['text', 'thinking']);
  expect(sentIn(1)[1]?.content).toEqual([{ type: 'text', text: 'Done.' }]);
});
