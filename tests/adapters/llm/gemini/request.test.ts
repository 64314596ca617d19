import { describe, expect, it } from '@jest/globals';
import { geminiRequest } from '../../../../src/adapters/out/llm/gemini/request.ts';
import type { JsonObject } from '../../../../src/core/kernel/json.ts';
import type { ModelBlock, ModelMessage, ThinkingBlock } from '../../../../src/core/ports/model.ts';
import { streams } from '../../../servers/fake-provider.ts';
import { callAnswer, callPart, chunk, textAnswer, vertexSse } from '../../../servers/vertex.ts';
import { ask, connection, MODEL, openGeminiOn, requestOf } from './talk.ts';
import { assistant, call, result, user, writeFile } from '../conversation.ts';
import { bench } from '../wires.ts';

const at = bench(streams(...textAnswer('Hello.')));

const open = (more: Parameters<typeof connection>[1] = {}, place: Parameters<typeof connection>[0] = {}) =>
  openGeminiOn(at.cloud, connection({ credentialsFile: at.account, ...place }, more));

const text = (said: string): ModelBlock => ({ type: 'text', text: said });

const contentsOf = (messages: readonly ModelMessage[]) =>
  geminiRequest(requestOf(messages), connection({})).contents;

describe('at the socket', () => {
  it('a request has the body of the wire, and only the intended headers', async () => {
    await ask(await open({ thinks: true }), requestOf([user('Write a.txt')], [writeFile]));
    expect(at.cloud.service.arrived).toEqual([
      {
        method: 'POST',
        path: `/v1/projects/example-project/locations/europe-west4/publishers/google/models/${MODEL}:streamGenerateContent?alt=sse`,
        headers: {
          accept: '*/*',
          'accept-encoding': 'identity',
          'accept-language': '*',
          authorization: 'Bearer ya29.synthetic-token',
          connection: 'keep-alive',
          'content-length': expect.any(String),
          'content-type': 'application/json',
          host: new URL(at.cloud.service.url).host,
          'sec-fetch-mode': 'cors',
          'user-agent': 'svc/0.1.0',
        },
        body: {
          contents: [{ role: 'user', parts: [{ text: 'Write a.txt' }] }],
          systemInstruction: { role: 'system', parts: [{ text: 'You are svc.' }] },
          generationConfig: { maxOutputTokens: 65_536, thinkingConfig: { includeThoughts: true } },
          tools: [
            {
              functionDeclarations: [
                {
                  name: 'write_file',
                  description: 'Writes a file.',
                  parameters: {
                    type: 'OBJECT',
                    properties: { path: { type: 'STRING' }, content: { type: 'STRING' } },
                    required: ['path', 'content'],
                  },
                },
              ],
            },
          ],
        },
      },
    ]);
  });

  it.each([
    ['europe-west4', 'europe-west4-aiplatform.googleapis.com'],
    ['global', 'aiplatform.googleapis.com'],
    ['eu', 'aiplatform.eu.rep.googleapis.com'],
  ])('the region %s is at %s', async (region, host) => {
    await ask(await open({}, { region }));
    expect(at.cloud.asked.map((url) => new URL(url).host)).toEqual(['oauth2.googleapis.com', host]);
    expect(at.cloud.service.arrived[0]?.path).toContain(`/locations/${region}/`);
  });

  it('a custom address replaces the platform’s', async () => {
    for (const endpoint of [at.cloud.service.url, `${at.cloud.service.url}/proxy/v1`])
      await ask(await open({ endpoint }));
    const path = `/v1/projects/example-project/locations/europe-west4/publishers/google/models/${MODEL}:streamGenerateContent?alt=sse`;
    expect(at.cloud.service.arrived.map((arrived) => arrived.path)).toEqual([path, `/proxy${path}`]);
    expect(at.cloud.asked.filter((url) => url.includes('aiplatform'))).toEqual([]);
  });

  it.each([
    ['a model that cannot think', { thinks: false }],
    [
      'a provider that lets none',
      {
        thinks: true,
        capabilities: {
          thinking: false,
          promptCaching: 'none',
          toolCalling: 'native',
          builtInSearch: false,
          images: 'taken',
        } as const,
      },
    ],
  ])('thoughts are not requested from %s', async (_what, more) => {
    await ask(await open(more));
    expect(at.cloud.service.arrived[0]?.body?.['generationConfig']).toEqual({ maxOutputTokens: 65_536 });
  });

  it('empty parts are left out', async () => {
    await ask(await open(), { system: '', messages: [user('Hello')], tools: [] });
    expect(Object.keys(at.cloud.service.arrived[0]?.body ?? {})).toEqual(['contents', 'generationConfig']);
  });

  it.each([
    ['region', {}, { region: 'evil.example/#' }],
    ['project', {}, { projectId: 'a/../b' }],
    ['model', { modelId: 'gemini-x/../../y' }, {}],
    ['model', { modelId: 'gemini-x?key=1' }, {}],
  ])('nothing is sent for a %s that would change the address', async (_what, more, place) => {
    const { end } = await ask(await open(more, place));
    expect(end).toMatchObject({ stop: 'failed', retryable: false });
    expect(at.cloud.asked).toEqual([]);
  });
});

describe('a conversation', () => {
  it('has calls and results as parts; a result names the function of its call', () => {
    expect(
      contentsOf([
        user('Do it'),
        assistant(text('I do.'), call('1', 'write_file', { path: 'a' }), call('2', 'list_files')),
        { role: 'user', content: [result('1', 'Written.'), result('2', 'No.', false), text('And now?')] },
      ]),
    ).toEqual([
      { role: 'user', parts: [{ text: 'Do it' }] },
      {
        role: 'model',
        parts: [
          { text: 'I do.' },
          { functionCall: { name: 'write_file', args: { path: 'a' } } },
          { functionCall: { name: 'list_files', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'write_file', response: { output: 'Written.' } } },
          { functionResponse: { name: 'list_files', response: { error: 'No.' } } },
          { text: 'And now?' },
        ],
      },
    ]);
  });

  it('has no empty part, no message without parts, and no two messages of one role in a row', () => {
    const foreign: ThinkingBlock = {
      type: 'thinking',
      text: 'Hm',
      model: 'another',
      sealed: { signature: 's' },
    };
    expect(contentsOf([user('a', ''), assistant(foreign), user('b'), assistant(text('c'))])).toEqual([
      { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] },
      { role: 'model', parts: [{ text: 'c' }] },
    ]);
  });
});

describe('thought signatures', () => {
  /** One reply, kept as the engine keeps it (with its own ids), and sent back to a model with this id. */
  async function sentBack(parts: readonly object[], to = MODEL): Promise<readonly unknown[]> {
    at.cloud.service.reply(
      streams(
        ...parts.slice(0, -1).map((each) => vertexSse(chunk({ parts: [each] }))),
        ...callAnswer(...parts.slice(-1)),
      ),
    );
    const { text: said, end } = await ask(await open());
    if (end.stop !== 'tool_use') throw new Error(`the reply ended with ${end.stop}`);
    const calls = end.toolCalls.map((each, index) => call(`ours-${index}`, each.name, each.input));
    const kept = assistant(...(end.thinking ?? []), ...(said === '' ? [] : [text(said)]), ...calls);
    const stored = JSON.parse(JSON.stringify(kept)) as ModelMessage;
    const results = calls.map((_, index) => result(`ours-${index}`, 'ok'));
    const request = requestOf([user('Go'), stored, { role: 'user', content: results }]);
    return geminiRequest(request, connection({}, { modelId: to })).contents[1]?.parts ?? [];
  }

  it.each<[string, readonly object[]]>([
    [
      'the first of several calls',
      [{ ...callPart('f', { a: 1 }), thoughtSignature: 'A' }, callPart('g'), callPart('f', { a: 2 })],
    ],
    [
      'every call',
      [
        { ...callPart('f'), thoughtSignature: 'A' },
        { ...callPart('f'), thoughtSignature: 'B' },
      ],
    ],
    ['the text', [{ text: 'Grüße 👋', thoughtSignature: 'T' }, callPart('f')]],
    ['an empty part after the text', [{ text: 'Hello' }, { text: '', thoughtSignature: 'T' }, callPart('f')]],
    ['an empty part without a text', [{ text: '', thoughtSignature: 'T' }, callPart('f')]],
    [
      'pieces of the text and a call',
      [
        { text: 'a', thoughtSignature: 'T1' },
        { text: 'b' },
        { text: 'c', thoughtSignature: 'T2' },
        { text: 'd', thoughtSignature: 'T3' },
        { text: 'e' },
        { ...callPart('f'), thoughtSignature: 'C' },
      ],
    ],
    ['a thought', [{ text: 'Hm.', thought: true, thoughtSignature: 'H' }, { text: 'Yes' }, callPart('f')]],
  ])('are sent back on the part that they came on: %s', async (_what, parts) => {
    expect(await sentBack(parts)).toEqual(parts);
  });

  it('thoughts without one are not sent', async () => {
    const sealedCall = { ...callPart('f'), thoughtSignature: 'A' };
    expect(await sentBack([{ text: 'Hm.', thought: true }, { text: 'Yes' }, sealedCall])).toEqual([
      { text: 'Yes' },
      sealedCall,
    ]);
  });

  it('are sent back on their own part where they came alone', async () => {
    expect(await sentBack([{ text: 'Yes' }, { thoughtSignature: 'T' }, callPart('f')])).toEqual([
      { text: 'Yes' },
      { text: '', thoughtSignature: 'T' },
      callPart('f'),
    ]);
  });

  it('never go to another model', async () => {
    const parts = [
      { text: 'Hm.', thought: true, thoughtSignature: 'H' },
      { text: 'Yes', thoughtSignature: 'T' },
      { ...callPart('f'), thoughtSignature: 'A' },
    ];
    expect(await sentBack(parts, 'gemini-3-pro-preview')).toEqual([{ text: 'Yes' }, callPart('f')]);
  });

  it('are left out where the text differs from the sealed one, or the seal is invalid', () => {
    const sealedAs = (signatures: readonly JsonObject[]): ThinkingBlock => ({
      type: 'thinking',
      text: '',
      model: MODEL,
      sealed: { signatures },
    });
    const told = (...signatures: readonly JsonObject[]) =>
      contentsOf([user('Go'), assistant(sealedAs(signatures), text('abc'))])[1]?.parts;
    const plain = [{ text: 'abc' }];
    expect(told({ of: 'text', from: 2, to: 9, signature: 's' })).toEqual(plain);
    expect(told({ of: 'text', from: 2, to: 1, signature: 's' })).toEqual(plain);
    expect(told({ of: 'text', from: 0, to: 2, signature: 7 })).toEqual(plain);
    expect(
      told({ of: 'text', from: 1, to: 2, signature: 's' }, { of: 'text', from: 0, to: 1, signature: 't' }),
    ).toEqual(plain);
    expect(told({ of: 'call', index: 4, signature: 's' }, { of: 'elsewhere', signature: 's' })).toEqual(
      plain,
    );
    const empty: ThinkingBlock = { type: 'thinking', text: '', model: MODEL, sealed: {} };
    expect(contentsOf([user('Go'), assistant(empty, text('abc'))])[1]?.parts).toEqual(plain);
  });
});

it('joins a message of more blocks than a call takes arguments to the one before it', () => {
  const many = Array.from({ length: 200_000 }, (_, index) => text(String(index)));
  const [sent] = contentsOf([user('Hello'), { role: 'user', content: many }]);
  expect(sent?.parts).toHaveLength(many.length + 1);
});
