import { expect } from '@jest/globals';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import { startFakeProvider, sse, streams, type FakeProvider } from '../../servers/fake-provider.ts';
import * as messages from '../../servers/messages.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from '../http/runs.ts';

const SEALED = [{ type: 'reasoning.encrypted', data: 'c2VhbGVkIGJ5IG9uZQ', index: 0 }];
/** A call with thoughts in every form that servers want returned. */
const THOUGHTFUL = streams(
  sse(
    chat.chunk({ role: 'assistant', reasoning_content: 'Hm, a list.', reasoning_details: SEALED }),
    chat.chunk({
      tool_calls: [
        {
          index: 0,
          id: 'c1',
          type: 'function',
          function: { name: 'list_files', arguments: '{}' },
          extra_content: { google: { thought_signature: 'c2VhbCBvZiBvbmU' } },
        },
      ],
    }),
    chat.chunk({}, 'tool_calls'),
    '[DONE]',
  ),
);
const DONE = streams(...chat.textAnswer('done'));

const lastBodyOf = (server: FakeProvider): string => JSON.stringify(server.arrived.at(-1)?.body);

verifies('models.thoughts-own-origin', 'sealed thoughts go back to their own server only', async () => {
  const one = await startFakeProvider(THOUGHTFUL, DONE);
  const other = await startFakeProvider(DONE);
  const engine = await startTestEngine();
  const { client } = engine;
  const reachAt = (server: FakeProvider, path: string) =>
    client['config.set']({
      body: { provider: 'compat', api_base_url: `${server.url}${path}`, compat_model_id: 'same-model' },
    });
  await reachAt(one, '/v1');
  const session = await newSession(engine);
  await allOf(startRun(engine, session.id, 'first'));
  for (const own of ['c2VhbGVkIGJ5IG9uZQ', 'c2VhbCBvZiBvbmU', 'Hm, a list.'])
    expect(lastBodyOf(one)).toContain(own);

  await reachAt(other, '/v1');
  await allOf(startRun(engine, session.id, 'second'));
  expect(lastBodyOf(other)).toContain('list_files');
  expect(lastBodyOf(other)).not.toMatch(/c2Vhb|reasoning|Hm, a list|extra_content/u);

  // Another path on the same server is the same origin.
  await reachAt(one, '/api/v1');
  await allOf(startRun(engine, session.id, 'third'));
  expect(lastBodyOf(one)).toContain('c2VhbGVkIGJ5IG9uZQ');
  const { messages: kept } = await client['threads.messages']({ params: { id: session.threadId } });
  expect(kept[1]?.content[0]).toMatchObject({ type: 'thinking', origin: one.url });
});

verifies('models.thoughts-own-origin', 'and so do signatures: a proxy is not the vendor', async () => {
  const answer = (...blocks: Parameters<typeof messages.answerOf>) => streams(messages.answered(...blocks));
  const thoughtful = answer(
    'tool_use',
    messages.thinkingBlock(0, 'c2lnbmF0dXJl', 'One.'),
    messages.textBlock(1, 'I look.'),
    messages.thinkingBlock(2, 'aW50ZXJsZWF2ZWQ', 'Two.'),
    messages.toolBlock(3, 't1', 'list_files', '{}'),
  );
  const done = answer('end_turn', messages.textBlock(0, 'done'));
  const vendor = await startFakeProvider(thoughtful, done);
  const proxy = await startFakeProvider(done);
  const env = { PRIMARY_API_KEY: 'primary-key-of-the-test' };
  let engine = await startTestEngine({ env, reach: { primary: vendor.url } });
  const session = await newSession(engine);
  await allOf(startRun(engine, session.id, 'first'));
  expect(lastBodyOf(vendor)).toMatch(/c2lnbmF0dXJl.*aW50ZXJsZWF2ZWQ/u);
  const { dataDir } = engine;
  await engine.stop();
  engine = await startTestEngine({ dataDir, env: { ...env, PRIMARY_BASE_URL: proxy.url } });
  const { sessionId } = await engine.client['sessions.create']({ body: { threadId: session.threadId } });
  await allOf(startRun(engine, sessionId, 'second'));
  expect(lastBodyOf(proxy)).toContain('list_files');
  expect(lastBodyOf(proxy)).not.toMatch(/c2lnbmF0dXJl|aW50ZXJsZWF2ZWQ/u);
});
