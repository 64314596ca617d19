import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ToolDefinition } from '../../../../src/core/ports/model.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { answers, startFakeProvider, streams, type FakeProvider } from '../../../servers/fake-provider.ts';
import { answerOf, blockStart, blockStop, jsonDelta, textBlock, written } from '../../../servers/messages.ts';
import { verifies } from '../../../spec/verifies.ts';
import { ask, openModel, requestOf, user } from './models.ts';

const SEARCHED = written(
  answerOf(
    'end_turn',
    [
      blockStart(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
      jsonDelta(0, '{"query":"otters"}'),
      blockStop(0),
    ],
    [
      blockStart(1, {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [
          { type: 'web_search_result', url: 'https://o.example/', title: 'Otters', encrypted_content: 'x' },
        ],
      }),
      blockStop(1),
    ],
    textBlock(2, 'Otters swim.'),
  ),
);
const TOOLS: readonly ToolDefinition[] = ['read_file', 'web_search', 'read_page'].map((name) => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: { type: 'object' },
}));

let server: FakeProvider;
beforeEach(async () => {
  server = await startFakeProvider(streams(SEARCHED));
});
afterEach(() => server.close());

const open = (provider: 'primary' | 'custom') =>
  openModel(provider, { url: server.url, clock: new ManualClock() });
const toolsOf = (index: number) =>
  ((server.arrived[index]?.body?.['tools'] ?? []) as readonly { type?: string; name: string }[]).map(
    ({ type, name }) => type ?? name,
  );
const BUILT_IN = ['read_file', 'web_search_20250305', 'read_page'];
const OURS = ['read_file', 'web_search', 'read_page'];

verifies(
  'models.web-search',
  'primary searches by itself, in the place of our tool; custom does not',
  async () => {
    const request = { ...requestOf(user('otters?')), tools: TOOLS };
    const { text, end } = await ask(await open('primary'), request);
    expect([text, end.stop]).toEqual(['Otters swim.', 'end_turn']);
    // Whoever decides about what leaves has to know that strangers were heard.
    expect(end).toMatchObject({ found: ['https://o.example/'] });
    expect([(await open('primary')).searches, (await open('custom')).searches]).toEqual([true, false]);
    await ask(await open('custom'), request);
    expect([toolsOf(0), toolsOf(1)]).toEqual([BUILT_IN, OURS]);
  },
);

verifies('context.occupied', 'the prompt is told apart from what a search adds to the bill', async () => {
  const cumulative = SEARCHED.replace('"output_tokens":9', '"input_tokens":600000,"output_tokens":9');
  expect(cumulative).not.toBe(SEARCHED);
  server.reply(streams(cumulative));
  const { end } = await ask(await open('primary'), { ...requestOf(user('otters?')), tools: TOOLS });
  expect(end).toMatchObject({ usage: { inputTokens: 600_000 }, promptTokens: 12 });
  server.reply(streams(cumulative.replace('"input_tokens":12', '"input_tokens":0')));
  const { end: unknown } = await ask(await open('primary'), { ...requestOf(user('x')), tools: TOOLS });
  expect(unknown).toMatchObject({ promptTokens: null });
  server.reply(streams(written(answerOf('end_turn', textBlock(0, 'no search')))));
  const { end: plain } = await ask(await open('primary'), { ...requestOf(user('x')), tools: TOOLS });
  expect(plain).not.toHaveProperty('promptTokens');
});

test('without our tool there is no search, either', async () => {
  await ask(await open('primary'), { ...requestOf(user('x')), tools: TOOLS.slice(0, 1) });
  expect(toolsOf(0)).toEqual(['read_file']);
});

test('where the vendor refuses its search, our tool takes its place, for all that follows', async () => {
  const error = {
    type: 'invalid_request_error',
    message: 'Web search is not enabled for this organization.',
  };
  const body = JSON.stringify({ type: 'error', error });
  server.reply(answers(400, body), streams(written(answerOf('end_turn', textBlock(0, 'ok')))));
  const model = await open('primary');
  const request = { ...requestOf(user('x')), tools: TOOLS };
  expect((await ask(model, request)).text).toBe('ok');
  await ask(model, request);
  expect([toolsOf(0), toolsOf(1), toolsOf(2)]).toEqual([BUILT_IN, OURS, OURS]);
});

test('any other refusal is told as it is, and not tried again', async () => {
  server.reply(
    answers(400, JSON.stringify({ type: 'error', error: { type: 'x', message: 'prompt is too long' } })),
  );
  const { end } = await ask(await open('primary'), { ...requestOf(user('x')), tools: TOOLS });
  expect(end).toMatchObject({ stop: 'failed' });
  expect(server.arrived).toHaveLength(1);
});
