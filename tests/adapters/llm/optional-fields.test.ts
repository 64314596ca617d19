import { told } from './told.ts';
import { beforeAll, describe, expect } from '@jest/globals';
import { openCompat } from '../../../src/adapters/out/llm/providers/compat.ts';
import { Learnt } from '../../../src/adapters/out/llm/wire/learnt.ts';
import { openPrimary } from '../../../src/adapters/out/llm/providers/primary.ts';
import type { Model, ModelRequest } from '../../../src/core/ports/model.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { answers, startFakeProvider, streams, type FakeProvider } from '../../servers/fake-provider.ts';
import * as chat from '../../servers/chat-completions.ts';
import * as messages from '../../servers/messages.ts';
import { verifies } from '../../spec/verifies.ts';
import { connectionTo } from './chat/compat-under-test.ts';
import { ask, connectionOf, requestOf } from './messages/models.ts';

let server: FakeProvider;
beforeAll(async () => {
  server = await startFakeProvider();
});

const deps = () => ({ clock: new ManualClock(), userAgent: 'a', learnt: new Learnt() });
const compat = (over = {}, shared = deps()): Model =>
  openCompat(connectionTo(`${server.url}/v1`, over), shared);
const primary = (): Model => openPrimary(connectionOf('primary'), { ...deps(), address: server.url });
const fewThoughts: ModelRequest = { ...requestOf(), thoughts: 'few' };
const ok = streams(...chat.textAnswer('Yes'));

/** Whether a body has this field anywhere but in its tools. */
const has = (body: object | null | undefined, field: string): boolean => {
  const { tools: _tools, ...rest } = (body ?? {}) as Record<string, unknown>;
  return JSON.stringify(rest).includes(`"${field}"`);
};

/** Refuses each of these fields, one after the other. */
const refusing = (
  fields: readonly string[],
  status: number,
  refusal: (field: string) => unknown,
  then = ok,
) =>
  server.reply((request, response) => {
    const field = fields.find((each) => has(request.body, each));
    return field === undefined ? then(request, response) : answers(status, refusal(field))(request, response);
  });

/** How servers say it of a FIELD. */
const EXTRA = 'Extra inputs are not permitted';
const SAYINGS: readonly (readonly [status: number, body: unknown])[] = [
  [400, { error: { message: 'Unrecognized request argument supplied: FIELD', param: null } }],
  [
    400,
    { error: { message: "Unsupported parameter: 'FIELD'", param: 'FIELD', code: 'unsupported_parameter' } },
  ],
  [400, { error: { message: 'Bad request', param: 'FIELD.include_usage' } }],
  [400, { error: { message: "Unsupported value: 'FIELD' does not support 'none' with this model." } }],
  [422, { detail: [{ type: 'extra_forbidden', loc: ['body', 'FIELD'], msg: EXTRA, input: true }] }],
  [
    400,
    {
      object: 'error',
      message: `[{'type': 'extra_forbidden', 'loc': ('body', 'FIELD'), 'msg': '${EXTRA}'}]`,
    },
  ],
  [400, 'json: unknown field "FIELD"'],
  [400, { error: 'unknown field `FIELD`, expected one of `model`, `messages`, `stream`' }],
  [404, { error: { message: "No endpoints found that support the provided 'FIELD' value.", code: 404 } }],
  [500, "create() got an unexpected keyword argument 'FIELD'"],
  [422, { message: "Additional properties are not allowed ('FIELD' was unexpected)" }],
  [400, { error: { message: '参数 FIELD 错误' } }],
];

describe('an optional field that a server refuses', () => {
  verifies('models.optional-fields', 'is left out, whatever the words, and stays out', async () => {
    const fields = ['stream_options', 'tool_choice', 'reasoning_effort'];
    for (const [status, body] of SAYINGS) {
      const isText = typeof body === 'string';
      refusing(fields, status, (field) => {
        const said = (isText ? body : JSON.stringify(body)).replaceAll('FIELD', field);
        return isText ? said : JSON.parse(said);
      });
      const before = server.arrived.length;
      const shared = deps();
      const { text } = await ask(compat({}, shared), fewThoughts);
      expect([body, text, server.arrived.length - before]).toEqual([body, 'Yes', 4]);
      expect((await ask(compat({}, shared), fewThoughts)).text).toBe('Yes');
      expect(server.arrived.length - before).toBe(5);
      // Another model of the same server may take it.
      await ask(compat({ modelId: 'model-2' }, shared), fewThoughts);
      expect(server.arrived.length - before).toBe(9);
    }
    expect(server.arrived.at(-1)?.body).toMatchObject({ stream: true, tools: [{ type: 'function' }] });
  });

  verifies('models.optional-fields', 'is left out of the Messages API, with all of its marks', async () => {
    const answer = streams(messages.answered('end_turn', messages.textBlock(0, 'Yes')));
    const refusal = (field: string) => ({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: `${field === 'thinking' ? field : `system.0.${field}`}: Extra inputs are not permitted`,
      },
    });
    refusing(['cache_control', 'thinking'], 400, refusal, answer);
    const model = primary();
    expect((await ask(model)).text).toBe('Yes');
    const { body } = server.arrived.at(-1) ?? {};
    for (const field of ['cache_control', 'thinking']) expect(has(body, field)).toBe(false);
    expect(body).toMatchObject({ max_tokens: 16_000, system: [{ type: 'text' }], tools: [{}] });
    const before = server.arrived.length;
    await ask(model);
    expect(server.arrived.length - before).toBe(1);
  });

  verifies('models.optional-fields', 'is sent again where leaving it out did not help', async () => {
    const refusals: readonly [number, unknown, number][] = [
      [400, { error: { message: 'Unrecognized request argument supplied: stream_options' } }, 2],
      [400, { error: { message: 'max_tokens is too large', param: 'max_tokens' } }, 1],
      [400, { error: { message: 'Unknown field: messages' } }, 1],
      [400, { error: 'unknown field `model`, expected one of `stream_options`, `tool_choice`' }, 1],
      [401, { error: { message: 'Unrecognized request argument supplied: stream_options' } }, 1],
      [429, { error: { message: 'stream_options is not supported' } }, 1],
      [500, { error: { message: 'stream_options crashed' } }, 1],
    ];
    for (const [status, body, requests] of refusals) {
      server.reply(answers(status, body));
      const model = compat();
      const before = server.arrived.length;
      expect(told((await ask(model)).end)).toMatchObject({
        stop: 'failed',
        error: expect.stringContaining(`HTTP ${status}`),
      });
      expect([body, server.arrived.length - before]).toEqual([body, requests]);
      server.reply(ok);
      await ask(model);
      expect(server.arrived.at(-1)?.body).toMatchObject({ stream_options: { include_usage: true } });
    }
  });
});
