import { OWNER_ID } from '../../../doubles/people.ts';
import { inText } from '../../../../src/core/kernel/says.ts';
import { expect, test } from '@jest/globals';
import type { ToolUseCounter } from '../../../../src/core/outside/web/port.ts';
import { personId, runId, threadId } from '../../../../src/core/kernel/ids.ts';
import { isRefusal, Refusal } from '../../../../src/core/kernel/refusal.ts';
import type { Web, WebReply, WebRequest } from '../../../../src/core/ports/web.ts';
import { webLimits } from '../../../../src/core/outside/web/limits.ts';
import type { ApiGate, ApiRequest } from '../../../../src/core/outside/web/port.ts';
import { jsonDigest } from '../../../../src/core/outside/web/json-digest.ts';
import { WebService } from '../../../../src/core/outside/web/service.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { verifies } from '../../../spec/verifies.ts';

const never = new AbortController().signal;
const asking = {
  personId: OWNER_ID,
  runId: runId('r1'),
  threadId: threadId('t1'),
  signal: never,
  staysAtHost: false,
};
const call = {
  method: 'GET',
  url: 'https://Shop.Example./a',
  headers: {},
  body: null,
  timeoutMs: null,
} as const;

/** Allows everything and attaches nothing. */
const openGate: ApiGate = { precheck: () => undefined, admit: async () => ({ headers: {}, query: {} }) };

interface Setting {
  readonly gate?: ApiGate;
  readonly used?: (from: number) => number;
  readonly answer?: (request: WebRequest) => Promise<Partial<WebReply>>;
}

function serviceOver({ gate = openGate, used = () => 0, answer = async () => ({}) }: Setting = {}) {
  const sent: WebRequest[] = [];
  const clock = new ManualClock();
  const web: Web = {
    send: async (request) => {
      sent.push(request);
      const reply = { status: 200, url: request.url, headers: {}, body: new Uint8Array(), isCut: false };
      return { ...reply, ...(await answer(request)) };
    },
  };
  const reader = {
    page: async () => ({ title: '', description: '', text: '', isCut: false }),
    hits: async () => [],
  };
  const history: ToolUseCounter = {
    toolUseSince: async (person, from) => [
      { name: 'read_file', calls: 5_000, failures: 0 },
      {
        name: 'http_request',
        calls: (person === OWNER_ID ? used(clock.now() - from) : 0) + 7,
        failures: 7,
      },
    ],
  };
  const service = new WebService({
    web,
    reader,
    gate,
    history,
    clock,
    knownSecrets: { unmistakableFor: () => [] },
    pageLimits: () => ({ pages: 60, hosts: 20 }),
  });
  return { service, sent };
}

/** An answer that leads there first. */
const leadingTo =
  (...addresses: readonly string[]) =>
  async ({ beforeRedirect }: WebRequest): Promise<Partial<WebReply>> => {
    for (const address of addresses) await beforeRedirect?.({ url: new URL(address), method: 'GET' });
    return {};
  };

const codeOf = (going: Promise<unknown>): Promise<string> =>
  going.then(
    () => 'went',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  );

test('attachments of the gate are sent, and masked when they come back', async () => {
  const asked: ApiRequest[] = [];
  const gate: ApiGate = {
    ...openGate,
    admit: async (request) => {
      asked.push(request);
      return { headers: { authorization: 'Bearer s3cret-of-shop' }, query: { key: 'q-v4lue/&' } };
    },
  };
  const body = new TextEncoder().encode('you sent s3cret-of-shop and q-v4lue/&');
  const { service, sent } = serviceOver({ gate, answer: async () => ({ body }) });
  const answer = await service.request(call, asking);
  expect(asked.map(({ url, isRedirect }) => [url.href, isRedirect])).toEqual([
    ['https://shop.example/a', false],
  ]);
  expect(sent[0]).toMatchObject({
    url: 'https://shop.example/a?key=q-v4lue%2F%26',
    credentials: { authorization: 'Bearer s3cret-of-shop' },
  });
  expect(answer.text).toBe('you sent [redacted] and [redacted]');
  expect(answer.url).toBe('https://shop.example/a?key=[redacted]');
});

test('the gate checks each redirect, and a refusal ends the request', async () => {
  const gate: ApiGate = {
    ...openGate,
    admit: async ({ isRedirect }) => {
      if (isRedirect) throw new Refusal('too_often', 'limited', inText('Wait.'));
      return { headers: {}, query: {} };
    },
  };
  const { service, sent } = serviceOver({ gate, answer: leadingTo('https://api.example/') });
  expect(await codeOf(service.request(call, asking))).toBe('too_often');
  expect(await codeOf(service.readPage(call.url, 0, asking))).toBe('too_often');
  expect(sent).toHaveLength(2);
});

test('each hop that was never sent is given back; one that may have arrived is not', async () => {
  const outcomes: Readonly<Record<string, readonly number[]>> = {
    address_not_allowed: [0],
    host_not_found: [0],
    invalid_header: [0],
    request_too_large: [0],
    host_not_reached: [],
    reply_too_late: [],
    redirect_refused: [],
    'address_not_allowed after a redirect': [1],
    'host_not_reached after a redirect': [],
  };
  for (const [name, expected] of Object.entries(outcomes)) {
    let admitted = 0;
    const back: number[] = [];
    const gate: ApiGate = {
      ...openGate,
      admit: async () => {
        const index = admitted++;
        return { headers: {}, query: {}, unsent: async () => void back.push(index) };
      },
    };
    const [code = ''] = name.split(' ');
    const { service } = serviceOver({
      gate,
      answer: async ({ beforeRedirect }) => {
        const next = { url: new URL('https://next.example/'), method: 'GET' } as const;
        if (name !== code) await beforeRedirect?.(next);
        throw new Refusal(code, 'invalid', inText('No.'));
      },
    });
    expect(await codeOf(service.request(call, asking))).toBe(code);
    expect([name, back]).toEqual([name, expected]);
  }
});

test('an attached value does not follow into an address of another origin, in any spelling', async () => {
  const key = 'k3y/of+the shop';
  const gate: ApiGate = { ...openGate, admit: async () => ({ headers: {}, query: { key } }) };
  const going = (to: string) =>
    codeOf(serviceOver({ gate, answer: leadingTo(to) }).service.request(call, asking));
  expect(await going(`https://shop.example/b?key=${encodeURIComponent(key)}`)).toBe('went');
  expect(await going('https://sink.example/b')).toBe('went');
  for (const spelled of [encodeURIComponent(key), Buffer.from(key).toString('base64url')])
    for (const origin of ['https://sink.example', 'http://shop.example', 'https://shop.example:8443'])
      expect(await going(`${origin}/${spelled}`)).toBe('redirect_refused');
});

test('a document is read completely or not at all', async () => {
  const body = new TextEncoder().encode('{"openapi":"3.0.0"}');
  const answering = (reply: Partial<WebReply>) =>
    serviceOver({ answer: async () => ({ body, ...reply }) }).service.readDocument(call.url, asking);
  expect(await answering({})).toEqual({ url: 'https://shop.example/a', text: '{"openapi":"3.0.0"}' });
  expect(await codeOf(answering({ isCut: true }))).toBe('page_not_read');
  expect(await codeOf(answering({ status: 404 }))).toBe('page_not_read');
  expect(await codeOf(answering({ body: new Uint8Array(500) }))).toBe('page_not_read');
});

test('a conversation, an hour and a day each have a request limit, which includes requests in flight', async () => {
  const { service, sent } = serviceOver();
  for (let index = 0; index < 100; index++) expect(await codeOf(service.request(call, asking))).toBe('went');
  expect(await codeOf(service.request(call, asking))).toBe('too_many_calls');
  expect(await codeOf(service.request(call, { ...asking, threadId: threadId('t2') }))).toBe('went');
  expect(sent).toHaveLength(101);

  const hour = serviceOver({ used: (ms) => (ms <= 3_600_000 ? 190 : 0) });
  const burst = Array.from({ length: 30 }, () => codeOf(hour.service.request(call, asking)));
  const outcomes = await Promise.all(burst);
  expect(outcomes.filter((code) => code === 'went').length).toBeLessThanOrEqual(10);
  expect(hour.sent.length).toBeLessThanOrEqual(10);
  const day = serviceOver({ used: (ms) => (ms > 3_600_000 ? 2_000 : 0) });
  expect(await codeOf(day.service.request(call, asking))).toBe('too_many_calls');
  const room = serviceOver({ used: (ms) => (ms > 3_600_000 ? 1_999 : 199) });
  expect(await codeOf(room.service.request(call, asking))).toBe('went');
});

verifies('people.web', 'what one person asks for uses up nothing of another', async () => {
  const spent = serviceOver({ used: () => 2_000 });
  const other = { ...asking, personId: personId('p2'), threadId: threadId('t2') };
  expect(await codeOf(spent.service.request(call, asking))).toBe('too_many_calls');
  expect(await codeOf(spent.service.request(call, other))).toBe('went');
});

test('JSON is shortened item by item, and says what is missing', () => {
  const long = {
    list: Array.from({ length: 100 }, (_, index) => index),
    text: 'x'.repeat(5_000),
    deep: { a: [[1]] },
  };
  const digest = JSON.parse(jsonDigest(JSON.stringify(long)) ?? '') as typeof long;
  expect(digest.list).toHaveLength(26);
  expect(digest.list.at(-1)).toBe('… (100 items)');
  expect(digest.text).toBe(`${'x'.repeat(1_000)}… (5000 characters)`);
  expect(digest.deep).toEqual({ a: [[1]] });
  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${index}`, index]));
  expect(jsonDigest(JSON.stringify(wide))?.length).toBeLessThan(24_050);
  expect(jsonDigest('{"a":')).toBeNull();
  expect(jsonDigest(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toBeNull();
});

verifies(
  'security.consent.redirects',
  'permission for a host does not extend to its redirects; other reads follow them',
  async () => {
    const answer = leadingTo('http://shop.example/other', 'https://sink.example/?all=known');
    const { service } = serviceOver({ answer });
    const bound = { ...asking, staysAtHost: true };
    expect(await codeOf(service.request(call, asking))).toBe('went');
    expect(await codeOf(service.request(call, bound))).toBe('redirect_refused');
    expect(await codeOf(service.readPage(call.url, 0, bound))).toBe('redirect_refused');
    const [safe, open] = ['https://shop.example/other', 'http://shop.example/other'] as const;
    const inTheOpen = { ...call, url: call.url.replace('https:', 'http:') };
    for (const [to, asked, by, code] of [
      [safe, call, bound, 'went'],
      [safe, inTheOpen, bound, 'went'],
      [open, inTheOpen, bound, 'went'],
      [open, call, bound, 'redirect_refused'],
      [open, call, asking, 'went'],
    ] as const) {
      const leading = serviceOver({ answer: leadingTo(to) }).service;
      expect([to, asked.url, await codeOf(leading.request(asked, by))]).toEqual([to, asked.url, code]);
    }
  },
);

test('attached values are masked before the text is cut, so that no half of one is shown', async () => {
  const key = 'k3y-of-the-shop-0123456789';
  const gate: ApiGate = { ...openGate, admit: async () => ({ headers: { authorization: key }, query: {} }) };
  const text = `${'x '.repeat(webLimits.textChars / 2 - 6)}${key}${' y'.repeat(200)}`;
  const { service } = serviceOver({ gate, answer: async () => ({ body: new TextEncoder().encode(text) }) });
  const answer = await service.request(call, asking);
  expect(answer.text).toContain('x [redacted]'.slice(0, 12));
  expect(answer.text).not.toContain('k3y-');
});
