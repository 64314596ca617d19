import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answers, startFakeProvider, type FakeProvider } from '../../../servers/fake-provider.ts';
import { compatAt, endOf, eventsOf, KEY } from './compat-under-test.ts';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startFakeProvider();
});
afterAll(() => provider.close());

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
  it.each<[number, unknown, boolean, RegExp]>([
    [400, error('Unknown field', 'invalid_request_error'), false, /refused the request.*Unknown field/],
    [400, error('max 8192 tokens', 'invalid_request_error', 'context_length_exceeded'), false, /8192/],
    [401, error('Incorrect API key', 'invalid_request_error', 'invalid_api_key'), false, /Check the key/],
    [401, { object: 'error', message: 'Unauthorized', request_id: 'r' }, false, /said: Unauthorized/],
    [402, error('Insufficient Balance', 'unknown_error', 'invalid_request_error'), false, /empty account/],
    [403, { code: 'no', error: 'Team blocked' }, false, /may not use.*Team blocked/],
    [404, { error: 'model "x" not found, try pulling it first' }, false, /model id.*pulling/],
    [404, '<!DOCTYPE html><html><body>Nope</body></html>', false, /end in \/v1\.$/],
    [404, 'page not found', false, /said: page not found$/],
    [404, '', false, /end in \/v1\.$/],
    [408, error('Timed out'), false, /HTTP 408/],
    [413, { message: 'Request too large' }, false, /larger than.*too large/],
    [
      422,
      { detail: [{ type: 'missing', loc: ['body', 'model'], msg: 'Field required' }] },
      false,
      /required/,
    ],
    [429, error('Slow down', 'requests', 'rate_limit_exceeded'), true, /no more requests.*Slow down/],
    [
      429,
      error('You exceeded your quota', 'insufficient_quota', 'insufficient_quota'),
      false,
      /spending limit/,
    ],
    [429, error('Stop', 'insufficient_quota', 'other'), false, /spending limit/],
    [
      429,
      { code: 'Some resource has been exhausted', error: 'Your team has used all available credits.' },
      false,
      /spending limit/,
    ],
    [429, error('余额不足或无可用资源包,请充值。', null, '1113'), false, /spending limit/],
    [429, error('You exceeded your current quota', null, 429), true, /no more requests/],
    [503, error('No spending limit could be read', 'server_error'), true, /problem of its own/],
    [400, { error_code: 336_003, error_msg: 'the length of messages is wrong' }, false, /length of messages/],
    [429, [{ error: { code: 429, message: 'Exhausted', status: 'RESOURCE_EXHAUSTED' } }], true, /Exhausted/],
    [500, error('Oops', 'server_error'), true, /problem of its own.*Oops/],
    [500, { object: 'error', message: 'boom', type: 'InternalServerError', code: 500 }, true, /boom/],
    [502, '<html><h1>502 Bad Gateway</h1></html>', true, /HTTP 502\)\.$/],
    [503, { detail: 'Loading model' }, true, /Loading model/],
    [503, error('Loading model', 'unavailable_error', 503), true, /Loading model/],
    [529, { error: { message: { detail: 'deep' } } }, true, /overloaded.*deep/],
  ])('%d with %j', async (status, body, retryable, words) => {
    const end = await endAfter(status, body);
    expect(end).toMatchObject({ code: 'provider_error', retryable });
    expect(end.error).toMatch(words);
    expect(end.error).not.toMatch(/undefined|\[object|no body/);
    expect(provider.arrived.length).toBeGreaterThan(0);
  });

  it.each<[string, Record<string, string>, number | undefined]>([
    ['in seconds', { 'retry-after': '7' }, 7_000],
    ['as a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    ['as a date that is over', { 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' }, 0],
    ['in milliseconds', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
    ['in words', { 'retry-after': 'soon' }, undefined],
    ['not at all', {}, undefined],
  ])('asks for a pause %s', async (_how, headers, expected) => {
    expect((await endAfter(429, error('Slow down'), headers)).retryAfterMs).toBe(expected);
    expect((await endAfter(400, error('No'), headers)).retryAfterMs).toBeUndefined();
  });

  it('asks once: the SDK does not retry', async () => {
    const before = provider.arrived.length;
    await endAfter(500, error('Oops'), { 'x-should-retry': 'true' });
    expect(provider.arrived.length).toBe(before + 1);
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
    const { error: said } = await endAfter(status, body);
    expect(said).toContain('redacted');
    expect(said).not.toContain(KEY);
  });

  it('quotes one short line', async () => {
    const { error: said } = await endAfter(400, error(`a\nb\u001b[31m${'x'.repeat(100_000)}`));
    expect(said).toContain('a b [31m');
    expect(said.length).toBeLessThan(500);
  });

  it('reads no more of an error than it can quote', async () => {
    provider.reply(async (_request, response) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      const isOpen = () => !response.destroyed;
      while (isOpen())
        await new Promise<void>((resolve) => {
          response.once('close', resolve);
          response.write('no end '.repeat(10_000), () => {
            response.off('close', resolve);
            resolve();
          });
        });
    });
    const { model } = await compatAt(`${provider.url}/v1`);
    expect(endOf(await eventsOf(model))).toMatchObject({ stop: 'failed', retryable: true });
    await provider.idle();
  });
});
