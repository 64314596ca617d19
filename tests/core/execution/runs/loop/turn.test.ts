import { expect, test } from '@jest/globals';
import { runLimits } from '../../../../../src/core/execution/runs/limits.ts';
import { modelLimits } from '../../../../../src/core/instance/models/limits.ts';
import { noPrice, noUsage, type Model, type ModelEvent } from '../../../../../src/core/ports/model.ts';
import { TurnCaller } from '../../../../../src/core/execution/runs/loop/turn.ts';
import { ManualClock } from '../../../../doubles/manual-clock.ts';
import { RecordingLog } from '../../../../doubles/recording-log.ts';
import { verifies } from '../../../../spec/verifies.ts';

const request = { system: 'what is asked', messages: [], tools: [] };

function turnOf(stream: (signal: AbortSignal) => AsyncIterable<ModelEvent>) {
  const clock = new ManualClock();
  const stop = new AbortController();
  const heard: string[] = [];
  const facts = { id: 'm', provider: 'p', contextWindow: 1, outputLimit: 1, price: noPrice };
  const model: Model = { ...facts, stream: (_request, signal) => stream(signal) };
  const listener = {
    text: (said: string) => void heard.push(said),
    thinking: () => undefined,
    wasThinking: () => undefined,
    retry: () => undefined,
  };
  const turn = new TurnCaller({ clock, log: new RecordingLog() }).take(model, request, stop.signal, listener);
  return { clock, stop, heard, turn };
}

test('a model that ignores the abort is abandoned after a moment, and its later output is dropped', async () => {
  const goOn = Promise.withResolvers<void>();
  const { clock, stop, heard, turn } = turnOf(async function* () {
    yield { type: 'text', text: 'before' };
    await goOn.promise;
    yield { type: 'text', text: 'after' };
  });
  await clock.advance(0);
  stop.abort();
  await clock.advance(runLimits.abortGraceMs);
  expect(await turn).toMatchObject({ text: 'before', end: { stop: 'aborted' } });
  goOn.resolve();
  await clock.advance(0);
  expect([heard, (await turn).text]).toEqual([['before'], 'before']);
});

verifies('runs.model-failure', 'a stream that ends as aborted without an abort was cut off', async () => {
  const { turn } = turnOf(async function* () {
    yield { type: 'text', text: 'half' };
    yield { type: 'end', stop: 'aborted', usage: noUsage };
  });
  expect(await turn).toMatchObject({ text: 'half', end: { stop: 'failed', code: 'provider_error' } });
});

const HOUR = modelLimits.callMs;

verifies('models.call-bounds', 'a call that never ends is abandoned after an hour', async () => {
  const usage = { ...noUsage, inputTokens: 7 };
  const { clock, turn } = turnOf(async function* (signal) {
    // A word each minute, for ever: deltas of an answer without an end.
    for (let minute = 0; !signal.aborted; minute++) {
      yield { type: 'text', text: `${minute} ` };
      await clock.sleep(60_000, signal);
    }
    yield { type: 'end', stop: 'aborted', usage };
  });
  await clock.advance(HOUR - 1);
  expect(clock.waiting).toBeGreaterThan(0);
  await clock.advance(1);
  const { text, end } = await turn;
  expect(text).toMatch(/^0 1 .* 59 $/u);
  expect(end).toMatchObject({ stop: 'failed', code: 'provider_timeout', retryable: true, usage });
  expect(clock.waiting).toBe(0);
});

test('an abort by a person within the hour is an abort', async () => {
  const { clock, stop, turn } = turnOf(async function* (signal) {
    yield { type: 'text', text: 'half' };
    await clock.sleep(HOUR * 2, signal);
    yield { type: 'end', stop: 'aborted', usage: noUsage };
  });
  await clock.advance(HOUR - 1);
  stop.abort();
  expect(await turn).toMatchObject({ text: 'half', end: { stop: 'aborted' } });
  await clock.advance(10);
  expect(clock.waiting).toBe(0);
});

verifies(
  'models.cost.unfinished',
  'a call that never ends is billed for its prompt and its output',
  async () => {
    const said = 'said '.repeat(100);
    const { clock, stop, turn } = turnOf(async function* () {
      yield { type: 'thinking', text: said };
      yield { type: 'text', text: said };
      await new Promise(() => undefined);
    });
    await clock.advance(0);
    stop.abort();
    await clock.advance(runLimits.abortGraceMs);
    const { end } = await turn;
    expect(end).toMatchObject({ stop: 'aborted', isEstimated: true });
    expect(end.usage.inputTokens).toBeGreaterThanOrEqual(4);
    expect(end.usage.outputTokens).toBeGreaterThanOrEqual((2 * said.length) / 4);
  },
);

verifies('models.cost.unfinished', 'a stream that stops without an end is billed, too', async () => {
  const { turn } = turnOf(async function* () {
    yield { type: 'text', text: 'half of it' };
  });
  const { end } = await turn;
  expect(end).toMatchObject({ stop: 'failed', isEstimated: true });
  expect(end.usage.outputTokens).toBeGreaterThanOrEqual(3);
});

test('the usage of a stream that ended as aborted without an abort is kept', async () => {
  const usage = { ...noUsage, outputTokens: 7 };
  const { turn } = turnOf(async function* () {
    yield { type: 'end', stop: 'aborted', usage, costUsd: 3 };
  });
  expect((await turn).end).toMatchObject({ stop: 'failed', usage, costUsd: 3 });
});
