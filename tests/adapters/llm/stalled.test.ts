import { told } from './told.ts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { modelLimits } from '../../../src/core/instance/models/limits.ts';
import * as chat from '../../servers/chat-completions.ts';
import { sse, stepwise } from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { counting } from './conversation.ts';
import { ask } from './messages/models.ts';
import { bench, chatWire, COMMENT, WIRES, type Wire } from './wires.ts';

const MINUTE = 60_000;
const PATIENCE = modelLimits.contentMs / MINUTE;

const at = bench();
let clock: ManualClock;
let arrived: Arrivals;
beforeEach(() => begin());
afterEach(() => expect(clock.waiting).toBe(0));

function begin(): void {
  clock = new ManualClock();
  arrived = arrivals(at.cloud.fetch);
}

/**
 * An answer that is written piece by piece, so long after each other, until the call is over. `write`s the next one, and
 * resolves when it was read.
 */
async function written(wire: Wire, first: string, ...pieces: readonly string[]) {
  const steps = stepwise(first, ...pieces);
  at.server.reply(steps.reply);
  const state = { isOver: false };
  const over = ask(await wire.open({ ...at, clock, fetch: arrived.fetch })).finally(() => {
    state.isOver = true;
  });
  let count = 0;
  const next = async () => {
    await steps.next();
    await arrived.answered((count += 1));
  };
  await next();
  /** Until it is over, or all of them are written. */
  const each = async (ms: number) => {
    for (const _piece of pieces) {
      await clock.advance(ms);
      if (state.isOver) return;
      await next();
    }
  };
  return { over, each, state };
}

describe.each(WIRES)('a provider of $name that keeps the connection alive', (wire) => {
  const { half, nothing, unseen, rest } = wire.kept;

  verifies(['models.stream.faults', 'models.call-bounds'], 'and says nothing is abandoned', async () => {
    for (const empty of nothing) {
      begin();
      const { over, each } = await written(wire, half, ...Array.from({ length: 30 }, () => empty));
      await each(MINUTE);
      expect([empty, clock.monotonic() / MINUTE]).toEqual([empty, PATIENCE]);
      const { text, end } = await over;
      expect(text).toBe('half');
      expect(end).toMatchObject({ stop: 'failed', code: 'provider_timeout', retryable: true });
      await at.server.idle();
    }
  });

  verifies('models.call-bounds', 'is waited for while pieces of the answer come', async () => {
    const slow = [...Array.from({ length: PATIENCE - 2 }, () => COMMENT), unseen];
    const { over, each } = await written(wire, half, ...slow, ...slow, ...slow, rest);
    await each(MINUTE);
    expect(clock.monotonic() / MINUTE).toBeGreaterThan(2 * PATIENCE);
    await at.server.idle();
    expect((await over).end).toMatchObject({ stop: 'tool_use', toolCalls: [{ name: 'write_file' }] });
  });

  verifies('models.wire-corpus', 'is not waited for when its answer has finished', async () => {
    const finished = rest.replace(/data: \[DONE\]\n\n|event: message_stop\n.*\n\n/u, '');
    const { over, each } = await written(wire, half + finished, ...Array.from({ length: 30 }, () => COMMENT));
    await each(1_000);
    expect(clock.monotonic()).toBeLessThanOrEqual(modelLimits.afterFinishMs.uncounted);
    expect((await over).end).toMatchObject({ stop: 'tool_use', toolCalls: [{ name: 'write_file' }] });
  });

  it.each([
    ['does not come', '', 0],
    ['does not end', '{"error": {"message": "no such key"', 1],
  ])('and refuses with a text that %s is reported by its status', async (_what, begun, pieces) => {
    at.server.reply((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.flushHeaders();
      if (begun !== '') response.write(begun);
    });
    const asked = ask(await wire.open({ ...at, clock, fetch: arrived.fetch }));
    // The silence and the text of the refusal, each with its own timer.
    while (clock.waiting < 2) await new Promise((resolve) => setImmediate(resolve));
    await arrived.answered(pieces);
    await clock.advance(modelLimits.refusalMs - 1);
    expect(at.server.open).toBe(1);
    await clock.advance(1);
    expect(told((await asked).end)).toMatchObject({
      stop: 'failed',
      code: 'provider_error',
      error: expect.stringContaining('HTTP 401'),
      retryable: false,
    });
    await at.server.idle();
  });
});

verifies('models.wire-corpus', 'counts that come last end a text, and no calls', async () => {
  const counts = chat.usageChunk(12, 2) as { readonly usage: object };
  const said = chat.chunk({ role: 'assistant', content: 'all of it' });
  const called = chat.chunk(chat.callDelta(0, { id: 'c1', name: 'write_file', arguments: '{}' }));
  for (const [chunks, isPrompt, text, stop] of [
    [[said, counts], true, 'all of it', 'end_turn'],
    [[said, called, counts], true, 'all of it', 'failed'],
    // More came, so they were none of the end; and what comes with a piece is none either.
    [[said, counts, said], false, 'all of itall of it', 'failed'],
    [[{ ...said, usage: counts.usage }], false, 'all of it', 'failed'],
  ] as const) {
    begin();
    const { over, state } = await written(chatWire, sse(...chunks), COMMENT);
    while (!state.isOver) {
      await clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const outcome = await over;
    await at.server.idle();
    // Promptly is within fifteen seconds.
    expect([clock.monotonic() <= 15_000, outcome.text, outcome.end.stop]).toEqual([isPrompt, text, stop]);
  }
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
    fetch: counting(() => {
      count += 1;
      look();
    }, send),
  };
}
