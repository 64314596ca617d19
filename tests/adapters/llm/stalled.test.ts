import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCompat } from '../../../src/adapters/out/llm/providers/compat.ts';
import { modelLimits } from '../../../src/core/instance/models/limits.ts';
import type { Model } from '../../../src/core/ports/model.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import * as chat from '../../servers/chat-completions.ts';
import { sse, stepwise, type FakeProvider, type Reply } from '../../servers/fake-provider.ts';
import * as messages from '../../servers/messages.ts';
import * as vertex from '../../servers/vertex.ts';
import { verifies } from '../../spec/verifies.ts';
import { connectionTo } from './chat/compat-under-test.ts';
import { connection as geminiConnection, openGeminiOn } from './gemini/talk.ts';
import { ask, openModel } from './messages/models.ts';

const MINUTE = 60_000;
/** After the last byte that says anything. */
const PROMPTLY = 15_000;
const PATIENCE = modelLimits.contentMs / MINUTE;

interface Wire {
  readonly name: string;
  readonly open: () => Promise<Model>;
  /** The beginning of an answer whose text is "half". */
  readonly half: string;
  /** Frames without content, in the forms that servers use. */
  readonly nothing: readonly string[];
  /** A piece of the answer that is not shown as text. */
  readonly unseen: string;
  readonly rest: string;
}

let folder: string;
let account: string;
let cloud: vertex.FakeCloud;
let server: FakeProvider;
let clock: ManualClock;
let arrived: Arrivals;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-stalled-'));
  account = await vertex.writeServiceAccount(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  clock = new ManualClock();
  cloud = await vertex.startFakeCloud();
  server = cloud.service;
  arrived = arrivals(cloud.fetch);
});
afterEach(async () => {
  expect(clock.waiting).toBe(0);
  await cloud.close();
});

const COMMENT = ': still here\n\n';
const WIRES: readonly Wire[] = [
  {
    name: 'messages',
    open: () => openModel('primary', { url: server.url, clock, fetch: arrived.fetch }),
    half: messages.written([
      messages.messageStart(),
      messages.textStart(0),
      messages.textDelta(0, 'half'),
      messages.blockStop(0),
      messages.toolStart(1, 't1', 'write_file'),
    ]),
    nothing: [COMMENT, messages.written([messages.ping]), messages.written([messages.jsonDelta(1, '')])],
    unseen: messages.written([messages.jsonDelta(1, ' ')]),
    rest: messages.written([
      messages.jsonDelta(1, '{}'),
      messages.blockStop(1),
      messages.messageDelta('tool_use'),
      messages.messageStop,
    ]),
  },
  {
    name: 'chat completions',
    open: async () =>
      openCompat(connectionTo(`${server.url}/v1`), { clock, userAgent: 'a', fetch: arrived.fetch }),
    half: sse(
      chat.chunk({ role: 'assistant', content: 'half' }),
      chat.chunk(chat.callDelta(0, { id: 'c1', name: 'write_file', arguments: '' })),
    ),
    nothing: [
      COMMENT,
      sse(chat.chunk({ role: 'assistant', content: '' })),
      sse(chat.chunk(chat.callDelta(0, { arguments: '' }))),
      sse(chat.chunk({})),
    ],
    unseen: sse(chat.chunk(chat.callDelta(0, { arguments: ' ' }))),
    rest: sse(chat.chunk(chat.callDelta(0, { arguments: '{}' })), chat.chunk({}, 'tool_calls'), '[DONE]'),
  },
  {
    name: 'gemini',
    open: () =>
      openGeminiOn({ ...cloud, fetch: arrived.fetch }, geminiConnection({ credentialsFile: account }), clock),
    half: vertex.vertexSse(vertex.chunk({ parts: [{ text: 'half' }] })),
    nothing: [COMMENT, vertex.vertexSse(vertex.chunk({ parts: [{ text: '' }] }))],
    unseen: vertex.vertexSse(vertex.chunk({ parts: [{ thought: true, text: ' ' }] })),
    rest: vertex.vertexSse(
      vertex.chunk({ parts: [vertex.callPart('write_file')], finish: 'STOP', usage: vertex.USED }),
    ),
  },
];

describe.each(WIRES)('a provider of $name that keeps the connection alive', (wire) => {
  /** One piece each minute; returns how long the call lasted when it ended, or after the last piece. */
  async function eachMinute(...pieces: readonly string[]) {
    const steps = stepwise(wire.half, ...pieces);
    server.reply(steps.reply);
    const asked = ask(await wire.open());
    let isOver = false;
    const over = asked.finally(() => {
      isOver = true;
    });
    await steps.next();
    await arrived.answered(1);
    for (const [index] of pieces.entries()) {
      await clock.advance(MINUTE);
      if (isOver) break;
      await steps.next();
      await arrived.answered(index + 2);
    }
    return { over, minutes: clock.monotonic() / MINUTE };
  }

  verifies(['models.stream.faults', 'models.call-bounds'], 'and says nothing is abandoned', async () => {
    for (const nothing of wire.nothing) {
      clock = new ManualClock();
      arrived = arrivals(cloud.fetch);
      const { over, minutes } = await eachMinute(...Array.from({ length: 30 }, () => nothing));
      expect([nothing, minutes]).toEqual([nothing, PATIENCE]);
      const { text, end } = await over;
      expect(text).toBe('half');
      expect(end).toMatchObject({ stop: 'failed', code: 'provider_timeout', retryable: true });
      expect(end).toMatchObject({ error: expect.stringContaining('10 minutes') });
      await server.idle();
    }
  });

  verifies('models.call-bounds', 'is waited for while pieces of the answer come', async () => {
    const [ping = ''] = wire.nothing;
    const slow = [...Array.from({ length: PATIENCE - 2 }, () => ping), wire.unseen];
    const { over, minutes } = await eachMinute(...slow, ...slow, ...slow, wire.rest);
    expect(minutes).toBeGreaterThan(2 * PATIENCE);
    await server.idle();
    expect((await over).end).toMatchObject({ stop: 'tool_use', toolCalls: [{ name: 'write_file' }] });
  });
});

describe.each(WIRES)('an answer of $name that has finished', (wire) => {
  verifies('models.wire-corpus', 'is not waited for, despite pings', async () => {
    const [ping = ''] = wire.nothing;
    const finished = wire.rest.replace(/data: \[DONE\]\n\n|event: message_stop\n.*\n\n/u, '');
    const steps = stepwise(wire.half + finished, ping, ping, ping, ping, ping, ping);
    server.reply(steps.reply);
    const asked = ask(await wire.open());
    let isOver = false;
    const over = asked.finally(() => {
      isOver = true;
    });
    await steps.next();
    await arrived.answered(1);
    for (let pings = 0; !isOver; pings += 1) {
      await clock.advance(1_000);
      if (isOver) break;
      await steps.next();
      await arrived.answered(pings + 2);
    }
    expect(clock.monotonic()).toBeLessThanOrEqual(modelLimits.afterFinishMs.uncounted);
    expect((await over).end).toMatchObject({ stop: 'tool_use', toolCalls: [{ name: 'write_file' }] });
  });
});

describe.each(WIRES)('a refusal of $name whose text', ({ open }) => {
  const refuses =
    (begun: string): Reply =>
    (_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.flushHeaders();
      if (begun !== '') response.write(begun);
    };
  it.each([
    ['does not come', '', 0],
    ['does not end', '{"error": {"message": "no such key"', 1],
  ])('%s is reported by its status', async (_what, begun, pieces) => {
    server.reply(refuses(begun));
    const asked = ask(await open());
    // The silence and the text of the refusal, each with its own timer.
    while (clock.waiting < 2) await new Promise((resolve) => setImmediate(resolve));
    await arrived.answered(pieces);
    await clock.advance(modelLimits.refusalMs - 1);
    expect(server.open).toBe(1);
    await clock.advance(1);
    expect((await asked).end).toMatchObject({
      stop: 'failed',
      code: 'provider_error',
      error: expect.stringContaining('HTTP 401'),
      retryable: false,
    });
    await server.idle();
  });
});

describe('a chat server that gives no finish reason and sends its counts last', () => {
  const counts = chat.usageChunk(12, 2);
  const said = chat.chunk({ role: 'assistant', content: 'all of it' });
  const called = chat.chunk(chat.callDelta(0, { id: 'c1', name: 'write_file', arguments: '{}' }));
  async function endOf(...chunks: readonly object[]) {
    clock = new ManualClock();
    arrived = arrivals(cloud.fetch);
    const steps = stepwise(sse(...chunks), COMMENT);
    server.reply(steps.reply);
    const model = openCompat(connectionTo(`${server.url}/v1`), {
      clock,
      userAgent: 'a',
      fetch: arrived.fetch,
    });
    const asked = ask(model);
    await steps.next();
    await arrived.answered(1);
    let isOver = false;
    const over = asked.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { text, end } = await over;
    await server.idle();
    return [clock.monotonic() <= PROMPTLY, text, end.stop];
  }

  verifies('models.wire-corpus', 'has ended its text by them, and no calls', async () => {
    expect(await endOf(said, counts)).toEqual([true, 'all of it', 'end_turn']);
    expect(await endOf(said, called, counts)).toEqual([true, 'all of it', 'failed']);
    // More came, so they were none of the end; and what comes with a piece is none either.
    expect(await endOf(said, counts, said)).toEqual([false, 'all of itall of it', 'failed']);
    expect(await endOf({ ...said, usage: (counts as { usage: object }).usage })).toEqual([
      false,
      'all of it',
      'failed',
    ]);
  });
});

interface Arrivals {
  readonly fetch: typeof fetch;
  /** Resolves when this many pieces of the service's bodies were read and processed. */
  answered(pieces: number): Promise<void>;
}

/** Real sockets that report what the client has read from them. */
function arrivals(send: typeof fetch): Arrivals {
  let count = 0;
  let look = () => undefined as void;
  return {
    answered: async (pieces) => {
      await new Promise<void>((resolve) => {
        look = () => (count >= pieces ? resolve() : undefined);
        look();
      });
      await new Promise((resolve) => setImmediate(resolve));
    },
    fetch: async (url, init) => {
      const response = await send(url, init);
      const isToken = new URL(String(url)).pathname.endsWith('/token');
      if (isToken || !response.body) return response;
      const { body, status, headers } = response;
      const counted = body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform: (chunk, controller) => {
            controller.enqueue(chunk);
            count += 1;
            look();
          },
        }),
      );
      return new Response(counted, { status, headers });
    },
  };
}
