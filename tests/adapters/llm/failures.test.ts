import { told } from './told.ts';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { modelLimits } from '../../../src/core/instance/models/limits.ts';
import type { Model, ModelEvent } from '../../../src/core/ports/model.ts';
import {
  answers,
  cutsAfter,
  hangsAfter,
  saysNothing,
  startFakeProvider,
  streams,
  write,
  type Reply,
} from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { passing } from './conversation.ts';
import { ask, requestOf } from './messages/models.ts';
import { bench, WIRES } from './wires.ts';

const at = bench();
// However a call ends, it holds no socket and no timer.
afterEach(async () => {
  await at.server.idle();
  expect(at.clock.waiting).toBe(0);
});

/** Body without an end, for as long as somebody reads it. */
const endless =
  (status: number, type: string, piece: string): Reply =>
  async (_request, response) => {
    response.writeHead(status, { 'content-type': type });
    while (!response.destroyed) await write(response, piece);
  };

/** A call that is running, its text so far, and the moment at which all of this text has come. */
function running(model: Model, signal: AbortSignal, until: string) {
  const said = Promise.withResolvers<void>();
  const events: ModelEvent[] = [];
  const over = (async () => {
    for await (const event of model.stream(requestOf(), signal)) {
      events.push(event);
      if (event.type === 'text' && event.text === until) said.resolve();
    }
    return events;
  })();
  return { over, said: said.promise };
}

const STATUSES = [
  [400, 'request', false],
  [401, 'key', false],
  [402, 'account', false],
  [403, 'key', false],
  [404, 'not_found', false],
  [408, 'request', false],
  [429, 'busy', true],
  [499, 'request', false],
  [500, 'busy', true],
  [502, 'busy', true],
  [503, 'busy', true],
  [504, 'busy', true],
  [529, 'busy', true],
] as const;

describe.each(WIRES)('over $name, a refusal', (wire) => {
  const refused = async (reply: Reply) => {
    at.server.reply(reply);
    const { text, end } = await ask(await wire.open(at));
    expect(text).toBe('');
    return end;
  };

  verifies('models.retry.never', 'is of a kind that says whether to retry, and asked once', async () => {
    for (const [status, fault, retryable] of STATUSES) {
      const before = at.server.arrived.length;
      const said = { error: { message: 'What went wrong.', type: 'x', code: status, status: 'X' } };
      const bodies = [said, '<html>Bad gateway</html>', '', '7', '{"error": {'];
      for (const body of bodies) {
        const end = await refused(answers(status, body, { 'x-should-retry': 'true' }));
        expect(end).toMatchObject({ stop: 'failed', code: 'provider_error', fault, retryable });
        expect(told(end)).toHaveProperty('error', expect.stringContaining(`HTTP ${status}`));
        expect(JSON.stringify(end).includes('What went wrong.')).toBe(body === said);
        expect(JSON.stringify(end)).not.toContain('<html>');
      }
      expect(at.server.arrived.length - before).toBe(bodies.length);
    }
  });

  it.each<[string, Record<string, string>, number | undefined]>([
    ['in seconds', { 'retry-after': '7' }, 7_000],
    ['as a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    ['as a date that is over', { 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' }, 0],
    ['in words', { 'retry-after': 'soon' }, undefined],
    ['not at all', {}, undefined],
  ])('asks for a pause %s', async (_how, headers, retryAfterMs) => {
    const body = { error: { message: 'later' } };
    expect(await refused(answers(429, body, headers))).toEqual(
      expect.objectContaining({ ...(retryAfterMs === undefined ? {} : { retryAfterMs }), stop: 'failed' }),
    );
    expect(await refused(answers(400, body, headers))).not.toHaveProperty('retryAfterMs');
  });

  it('is read only as far as it can be quoted', async () => {
    expect(await refused(endless(500, 'text/plain', 'no end '.repeat(10_000)))).toMatchObject({
      fault: 'busy',
    });
  });

  verifies('models.keys.redirect', 'that names another address is not followed there', async () => {
    const other = await startFakeProvider(streams(wire.answer('stolen')));
    for (const status of [301, 302, 307, 308])
      expect(await refused(answers(status, '', { location: `${other.url}/v1` }))).toMatchObject({
        retryable: false,
        fault: 'no_api',
      });
    expect([at.server.arrived.length, other.arrived.length]).toEqual([4, 0]);
  });
});

describe.each(WIRES)('over $name, a connection', (wire) => {
  it('is refused where nothing listens, and where no web server is', async () => {
    const odd = createServer((socket) => void socket.end('220 mail ready\r\n', () => socket.destroy()));
    odd.listen(0, '127.0.0.1');
    await once(odd, 'listening');
    const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
    const gone = await startFakeProvider();
    await gone.close();
    for (const nobody of [url, gone.url])
      expect((await ask(await wire.open({ ...at, url: nobody }))).end).toMatchObject({
        stop: 'failed',
        retryable: true,
        fault: 'unreached',
      });
    odd.close();
  });

  it('is not retried at a port that fetch blocks', async () => {
    for (const port of [6000, 6667])
      expect((await ask(await wire.open({ ...at, url: `http://127.0.0.1:${port}` }))).end).toMatchObject({
        stop: 'failed',
        retryable: false,
        fault: 'unreached',
      });
  });

  it('that breaks before an answer may be retried', async () => {
    at.server.reply((_request, response) => void response.destroy());
    const { end } = await ask(await wire.open(at));
    expect(end).toMatchObject({ stop: 'failed', code: 'provider_error', retryable: true });
    // There is a server at this address.
    expect(end).not.toHaveProperty('fault');
  });

  verifies('models.stream.faults', 'that breaks in the middle keeps the text and the usage', async () => {
    at.server.reply(cutsAfter(wire.counted));
    const { text, end } = await ask(await wire.open(at));
    expect(text).toBe('half');
    expect(end).toMatchObject({
      stop: 'failed',
      code: 'provider_error',
      retryable: true,
      usage: { inputTokens: 9 },
    });
  });

  verifies(
    ['models.stream.faults', 'models.stream.quirks'],
    'that breaks inside a call runs nothing',
    async () => {
      at.server.reply(cutsAfter(wire.calling('hello')));
      const { end } = await ask(await wire.open(at));
      expect(end).toMatchObject({ stop: 'failed', retryable: true });
      expect(end).not.toHaveProperty('toolCalls');
    },
  );

  it.each([
    ['breaks', cutsAfter],
    ['stays open', hangsAfter],
  ])('that %s after the end loses nothing', async (_how, reply) => {
    at.server.reply(reply(wire.called));
    const asked = ask(await wire.open(at));
    await at.server.reached(1);
    expect((await passing(at.clock, 1_000, asked)).end).toMatchObject({
      stop: 'tool_use',
      toolCalls: [{ name: 'write_file', input: { path: 'a' } }],
    });
  });

  it('that sends every byte alone brings all of it', async () => {
    const bytes = new TextEncoder().encode(wire.answer('Hé😀llo'));
    at.server.reply(streams(...[...bytes].map((byte) => Uint8Array.of(byte))));
    expect(await ask(await wire.open(at))).toMatchObject({
      text: 'Hé😀llo',
      end: { stop: 'end_turn' },
    });
  });

  it('that brings nothing may be retried', async () => {
    for (const reply of [streams(), answers(204, '')]) {
      at.server.reply(reply);
      expect((await ask(await wire.open(at))).end).toMatchObject({ stop: 'failed', retryable: true });
    }
  });

  it('that never ends a line is not held for ever', async () => {
    at.server.reply(endless(200, 'text/event-stream', `data: ${'x'.repeat(1024 * 1024)}`));
    expect((await ask(await wire.open(at))).end).toMatchObject({ stop: 'failed', retryable: false });
  });
});

const MOMENTS = [
  ['before its headers', () => saysNothing(), ''],
  ['before its first word', () => hangsAfter(), ''],
  ['in the middle of its answer', (begun: string) => hangsAfter(begun), 'half'],
] as const;

describe.each(WIRES)('over $name, a provider', (wire) => {
  /** A call that got as far as this. */
  async function silent(
    reply: Reply,
    text: string,
    signal = new AbortController().signal,
  ): Promise<() => Promise<readonly ModelEvent[]>> {
    at.server.reply(reply);
    const { over, said } = running(await wire.open(at), signal, text);
    await at.server.reached(1);
    if (text !== '') await said;
    // Until it is read, what the server sent does not count as silence.
    await at.clock.advance(0);
    return () => over;
  }

  for (const [when, reply, text] of MOMENTS)
    verifies('models.stream.faults', `that is silent ${when} is abandoned after three minutes`, async () => {
      const over = await silent(reply(wire.begun('half')), text);
      await at.clock.advance(modelLimits.idleMs - 1);
      expect(at.server.open).toBe(1);
      expect((await passing(at.clock, 1_000, over())).at(-1)).toMatchObject({
        stop: 'failed',
        code: 'provider_timeout',
        retryable: true,
      });
    });

  for (const [when, reply, text] of MOMENTS)
    verifies('models.abort-frees-socket', `that is silent ${when} is left at once by an abort`, async () => {
      const stop = new AbortController();
      const over = await silent(reply(wire.begun('half')), text, stop.signal);
      stop.abort();
      expect((await over()).at(-1)).toMatchObject({ type: 'end', stop: 'aborted' });
    });

  it('is left at once by a reader that stops', async () => {
    at.server.reply(hangsAfter(wire.begun('half')));
    const model = await wire.open(at);
    for await (const _event of model.stream(requestOf(), new AbortController().signal)) break;
    await at.server.idle();
  });

  it('leaves no listener on the signal of the run', async () => {
    at.server.reply(streams(wire.answer('Hi')));
    const model = await wire.open(at);
    const { signal } = new AbortController();
    let listening = 0;
    const [on, off] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...given: Parameters<typeof on>) => {
      listening += 1;
      on(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof off>) => {
      listening -= 1;
      off(...given);
    };
    for (let turn = 0; turn < 3; turn++) await ask(model, requestOf(), signal);
    expect(listening).toBe(0);
  });
});
