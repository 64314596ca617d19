import { inText } from '../../../../src/core/kernel/says.ts';
import { describe, expect } from '@jest/globals';
import { modelLimits } from '../../../../src/core/instance/models/limits.ts';
import { RetryingModel } from '../../../../src/core/instance/models/retrying.ts';
import { costOfEnd, type ModelEnd, type ModelEvent } from '../../../../src/core/ports/model.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import {
  fail,
  SCRIPTED_USAGE,
  ScriptedModel,
  text,
  thinking,
  type Step,
} from '../../../doubles/scripted-model.ts';
import { modelContract } from '../../../ports/model.contract.ts';
import { verifies } from '../../../spec/verifies.ts';

const REQUEST = { system: '', messages: [], tools: [] };

const busy = (more: Partial<Extract<ModelEnd, { stop: 'failed' }>> = {}): Step => ({
  step: 'end',
  end: {
    type: 'end',
    stop: 'failed',
    usage: SCRIPTED_USAGE,
    code: 'provider_error',
    says: [inText('busy')],
    retryable: true,
    ...more,
  },
});

/** Every event of a call, with its time. */
async function ask(model: ScriptedModel, clock: ManualClock, controller = new AbortController()) {
  const events: (readonly [number, ModelEvent])[] = [];
  const retrying = new RetryingModel(model, clock);
  const whole = (async () => {
    for await (const event of retrying.stream(REQUEST, controller.signal))
      events.push([clock.monotonic(), event]);
  })();
  return { events, whole };
}

const typesOf = (events: readonly (readonly [number, ModelEvent])[]) =>
  events.map(([at, event]) => `${at} ${event.type === 'end' ? event.stop : event.type}`);

describe('a model that is retried', () => {
  verifies(
    ['models.retry', 'models.retry.event'],
    'is asked three more times, after 2, 4 and 8 s',
    async () => {
      const clock = new ManualClock();
      const model = new ScriptedModel([[busy()], [busy()], [busy()], [busy()], [text('never')]]);
      const { events, whole } = await ask(model, clock);
      await clock.advance(60_000);
      await whole;
      expect(typesOf(events)).toEqual(['0 retry', '2000 retry', '6000 retry', '14000 failed']);
      expect(events[0]?.[1]).toEqual({
        type: 'retry',
        attempt: 1,
        maxAttempts: 4,
        delayMs: 2_000,
        code: 'provider_error',
        says: [inText('busy')],
      });
      expect(model.requests).toHaveLength(4);
    },
  );

  verifies(
    ['models.retry', 'context.occupied'],
    'continues as if nothing happened when an attempt succeeds, with the usage of all attempts',
    async () => {
      const clock = new ManualClock();
      const { events, whole } = await ask(new ScriptedModel([[busy()], [text('here')]]), clock);
      await clock.advance(2_000);
      await whole;
      expect(typesOf(events)).toEqual(['0 retry', '2000 text', '2000 end_turn']);
      expect(events.at(-1)?.[1]).toMatchObject({
        usage: { inputTokens: 2 * SCRIPTED_USAGE.inputTokens },
        promptTokens: SCRIPTED_USAGE.inputTokens,
      });
    },
  );

  verifies(
    'models.retry',
    'is left alone for as long as it asks, if that is longer, up to 60 s',
    async () => {
      const clock = new ManualClock();
      const script = [
        [busy({ retryAfterMs: 1 })],
        [busy({ retryAfterMs: 30_000 })],
        [busy({ retryAfterMs: 9e9 })],
      ];
      const { events, whole } = await ask(new ScriptedModel(script), clock);
      await clock.advance(200_000);
      await whole;
      expect(typesOf(events)).toEqual([
        '0 retry',
        '2000 retry',
        '32000 retry',
        '92000 text',
        '92000 end_turn',
      ]);
    },
  );

  verifies(
    ['models.retry.never', 'models.call-bounds'],
    'is not retried after ten minutes, and the caller is told',
    async () => {
      const { retryWithinMs } = modelLimits;
      const clock = new ManualClock();
      const slow = (ms: number): Step => ({ step: 'wait', until: () => clock.sleep(ms) });
      const script = [[slow(retryWithinMs - 2_001), busy()], [slow(1), busy()], [text('never')]];
      const { events, whole } = await ask(new ScriptedModel(script), clock);
      await clock.advance(2 * retryWithinMs);
      await whole;
      expect(typesOf(events)).toEqual([`${retryWithinMs - 2_001} retry`, `${retryWithinMs} failed`]);
    },
  );

  verifies('models.retry.never', 'is not retried when that would not help', async () => {
    const clock = new ManualClock();
    const { events, whole } = await ask(new ScriptedModel([[fail('x', { retryable: false })]]), clock);
    await whole;
    expect(typesOf(events)).toEqual(['0 failed']);
    expect(clock.waiting).toBe(0);
  });

  verifies('models.retry.never', 'is not retried once part of the answer was shown', async () => {
    for (const shown of [text('a'), thinking('hm')]) {
      const clock = new ManualClock();
      const model = new ScriptedModel([[shown, busy()]]);
      const { events, whole } = await ask(model, clock);
      await whole;
      expect(typesOf(events).at(-1)).toBe('0 failed');
      expect(model.requests).toHaveLength(1);
    }
  });

  verifies('models.retry.abort', 'ends as aborted at once when the pause is aborted', async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const model = new ScriptedModel([[busy()]]);
    const { events, whole } = await ask(model, clock, controller);
    await clock.advance(1_999);
    controller.abort();
    await whole;
    expect(typesOf(events)).toEqual(['0 retry', '1999 aborted']);
    expect(model.requests).toHaveLength(1);
    expect(clock.waiting).toBe(0);
  });
});

modelContract('retrying', async (exchanges) => {
  const turns: Record<string, readonly Step[]> = {
    text: [text('a '), text('b '), text('c')],
    'other text': [text('x '), text('y '), text('z')],
    'tool call': [{ step: 'calls', calls: [{ name: 'look', input: {} }] }],
  };
  const model = new ScriptedModel(exchanges.map((exchange) => turns[exchange] ?? []));
  const clock = new ManualClock();
  const request = { ...REQUEST, tools: [{ name: 'look', description: '', inputSchema: { type: 'object' } }] };
  return {
    model: new RetryingModel(model, clock),
    request: () => request,
    answer: (exchange) => (exchange === 'text' ? 'a b c' : 'x y z'),
    proceed: () => clock.advance(1),
    held: () => model.openStreams + clock.waiting,
    close: () => Promise.resolve(),
  };
});

describe('the cost of failed attempts', () => {
  const price = {
    input: 3,
    output: 15,
    cacheRead: 0,
    cacheWrite: 0,
    long: { above: 200_000, input: 6, output: 30, cacheRead: 0, cacheWrite: 0 },
  };
  const worked = { usage: { ...SCRIPTED_USAGE, inputTokens: 150_000, outputTokens: 0 } };

  verifies(
    'models.cost.long',
    'is that of each attempt, not of a prompt as long as all of them',
    async () => {
      const clock = new ManualClock();
      const model = new ScriptedModel([[busy(worked)], [busy({ ...worked, retryable: false })]], 'm', price);
      const { events, whole } = await ask(model, clock);
      await clock.advance(60_000);
      await whole;
      const end = events.at(-1)?.[1];
      if (end?.type !== 'end') throw new Error('there was no end');
      expect(end.usage.inputTokens).toBe(300_000);
      expect(costOfEnd(end, price)).toBeCloseTo((300_000 * 3) / 1e6, 9);
    },
  );

  verifies('runs.ceilings', 'is reserved before the next attempt, which may exceed the budget', async () => {
    const clock = new ManualClock();
    const model = new ScriptedModel([[busy(worked)], [busy(worked)], [text('never')]], 'm', price);
    const spent: number[] = [];
    const affords = async (usd: number) => spent.push(usd) < 2;
    const events: ModelEvent[] = [];
    const whole = (async () => {
      const retrying = new RetryingModel(model, clock);
      for await (const event of retrying.stream({ ...REQUEST, affords }, new AbortController().signal))
        events.push(event);
    })();
    await clock.advance(60_000);
    await whole;
    expect(spent.map((usd) => usd.toFixed(2))).toEqual(['0.45', '0.90']);
    expect(model.requests).toHaveLength(2);
    expect(events.map((event) => (event.type === 'end' ? event.stop : event.type))).toEqual([
      'retry',
      'failed',
    ]);
  });
});
