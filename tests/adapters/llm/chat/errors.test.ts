import { inEnglish } from '../../../../src/contract/words/english.ts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { answers, startFakeProvider, type FakeProvider } from '../../../servers/fake-provider.ts';
import type { ModelFault } from '../../../../src/core/ports/model.ts';
import { compatAt, endOf, eventsOf, KEY } from './compat-under-test.ts';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startFakeProvider();
});

/** How the model ends when the server answers like this. */
async function endAfter(status: number, body: unknown, headers: Record<string, string> = {}) {
  provider.reply(answers(status, body, headers));
  const { model } = await compatAt(`${provider.url}/v1`);
  const end = endOf(await eventsOf(model));
  if (end.stop !== 'failed') throw new Error(`it ended with ${end.stop}`);
  return end;
}

const error = (message: string, type: string | null = null, code: string | number | null = null) => ({
  error: { message, type, param: null, code },
});

describe('compat: refusals of a server', () => {
  it.each<[number, unknown, ModelFault, boolean, string]>([
    [
      400,
      error('max 8192 tokens', 'invalid_request_error', 'context_length_exceeded'),
      'overflow',
      false,
      '8192',
    ],
    [401, { object: 'error', message: 'Unauthorized', request_id: 'r' }, 'key', false, 'Unauthorized'],
    [402, error('Empty', 'unknown_error', 'invalid_request_error'), 'account', false, 'Empty'],
    [403, { code: 'no', error: 'Team blocked' }, 'key', false, 'Team blocked'],
    [404, 'page not found', 'not_found', false, 'page not found'],
    [413, { message: 'Request too big' }, 'overflow', false, 'too big'],
    [
      422,
      { detail: [{ type: 'missing', loc: ['body'], msg: 'Field required' }] },
      'request',
      false,
      'required',
    ],
    [429, error('Slow down', 'requests', 'rate_limit_exceeded'), 'busy', true, 'Slow down'],
    [429, error('Spent', 'insufficient_quota', 'insufficient_quota'), 'account', false, 'Spent'],
    [429, error('Stop', 'insufficient_quota', 'other'), 'account', false, 'Stop'],
    [429, { code: 'x', error: 'Your team has used all available credits.' }, 'account', false, 'Your team'],
    [429, error('余额不足或无可用资源包,请充值。', null, '1113'), 'account', false, '请充值'],
    [429, error('You exceeded your current quota', null, 429), 'busy', true, 'exceeded'],
    [503, error('No spending limit could be read', 'server_error'), 'busy', true, 'could be read'],
    [400, { error_code: 336_003, error_msg: 'length is wrong' }, 'request', false, 'length is wrong'],
    [429, [{ error: { code: 429, message: 'Exhausted', status: 'X' } }], 'busy', true, 'Exhausted'],
    [500, { object: 'error', message: 'boom', type: 'InternalServerError', code: 500 }, 'busy', true, 'boom'],
    [503, { detail: 'Loading model' }, 'busy', true, 'Loading model'],
    [529, { error: { message: { detail: 'deep' } } }, 'busy', true, 'deep'],
  ])('%d with %j', async (status, body, fault, retryable, said) => {
    const end = await endAfter(status, body);
    expect(end).toMatchObject({ code: 'provider_error', fault, retryable });
    expect(inEnglish(end.says)).toContain(said);
    expect(inEnglish(end.says)).not.toMatch(/undefined|\[object/u);
  });

  it('asks for a pause in milliseconds, which counts before seconds', async () => {
    const headers = { 'retry-after-ms': '1500', 'retry-after': '9' };
    expect((await endAfter(429, error('Slow down'), headers)).retryAfterMs).toBe(1_500);
  });

  it.each([
    ['a refusal', 401, error(`Incorrect API key provided: ${KEY}. Bearer ${KEY}`)],
    ['plain words', 500, `proxy: Authorization: Bearer ${KEY} ${KEY}`],
    ['a stream', 200, JSON.stringify(error(`bad key ${KEY}`))],
    ['an event', 200, `event: error\ndata: key ${KEY}\n\n`],
    [
      'a reason',
      200,
      `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: `odd ${KEY}` }] })}\n\n`,
    ],
  ])('never quotes the key out of %s', async (_what, status, body) => {
    const said = inEnglish((await endAfter(status, body)).says);
    expect(said).toContain('redacted');
    expect(said).not.toContain(KEY);
  });

  it('quotes one short line', async () => {
    const { says } = await endAfter(400, error(`a\nb\u001b[31m${'x'.repeat(100_000)}`));
    const said = inEnglish(says);
    expect(said).toContain('a b [31m');
    expect(said.length).toBeLessThan(500);
  });
});
