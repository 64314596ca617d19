import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { DEEP_PURSES, OWNER_ID } from '../../../doubles/people.ts';
import { beforeEach, expect } from '@jest/globals';
import { speechLimits } from '../../../../src/core/execution/speech/limits.ts';
import type { SpeechEvent } from '../../../../src/core/execution/speech/model.ts';
import { modelTokens, runTokens, speechTokens } from '../../../../src/main/tokens.ts';
import { graphOver } from '../../../harness/graph.ts';
import { answers, cutsAfter, saysNothing, streams } from '../../../servers/fake-provider.ts';
import {
  delta,
  done,
  heard,
  silentFrames,
  startFakeSpeech,
  type FakeSpeech,
} from '../../../servers/speech/fake-speech.ts';
import { verifies } from '../../../spec/verifies.ts';
import type { ManualClock } from '../../../doubles/manual-clock.ts';
import { passing } from '../conversation.ts';

let provider: FakeSpeech;
beforeEach(async () => {
  provider = await startFakeSpeech();
});

const AUDIO = btoa('ID3'.padEnd(300, 'x'));
const NO_LIMIT = { run: Infinity, day: Infinity, month: Infinity };
/** The most that 300 bytes of audio can be is a second, at the price of the catalog. */
const SECOND_USD = 0.003 / 60;

function speechOver(day = Infinity) {
  const made = graphOver({
    env: { ...provider.env },
    rebind: ({ set }) => {
      set(runTokens.spendingLimits, () => ({ ...NO_LIMIT, day }));
      set(runTokens.purses, DEEP_PURSES);
      set(modelTokens.modelReach, {});
    },
  });
  const speech = made.get(speechTokens.speech);
  return {
    ...made,
    speech,
    transcribe: (signal = new AbortController().signal) =>
      speech.transcribe(OWNER_ID, { audio: AUDIO, fileName: null, language: null }, signal),
    say: async (signal = new AbortController().signal) => {
      const events: SpeechEvent[] = [];
      for await (const event of await speech.speak(
        OWNER_ID,
        { text: 'Hi', voice: 'v', language: null },
        signal,
      ))
        events.push(event);
      return events;
    },
    spent: async () => (await made.history.history.sideCallsSince(EVERYONE, 0)).map(({ costUsd }) => costUsd),
  };
}

/** Moves the clock on until it is done, and takes what it was refused with for its outcome. */
const inSteps = <T>(clock: ManualClock, stepMs: number, work: Promise<T>) =>
  passing(
    clock,
    stepMs,
    work.then(
      (value) => ({ value }),
      (error: unknown) => ({ error: error as Error & { code?: string } }),
    ),
  );

verifies('speech.retries', 'a failure that may pass is met again, with the pauses of models', async () => {
  const core = speechOver();
  provider.hears(
    answers(503, {}),
    answers(429, {}, { 'retry-after': '30' }),
    cutsBefore,
    heard('At last.', 1),
  );
  const began = core.clock.monotonic();
  const work = core.transcribe();
  await provider.provider.reached(1);
  expect(await inSteps(core.clock, 100, work)).toMatchObject({ value: { text: 'At last.' } });
  const tookMs = core.clock.monotonic() - began;
  expect(tookMs).toBeGreaterThanOrEqual(2_000 + 30_000 + 8_000);
  expect(provider.provider.arrived).toHaveLength(4);
  // A refused attempt costs nothing; one whose answer was lost may be billed.
  expect(await core.spent()).toEqual([expect.closeTo(2 * SECOND_USD, 12)]);

  provider.hears(answers(500, { message: 'broken' }));
  expect(await inSteps(core.clock, 100, core.transcribe())).toMatchObject({
    error: { code: 'provider_error' },
  });
  expect(provider.provider.arrived).toHaveLength(8);
  for (const status of [400, 401, 402, 404]) {
    provider.hears(answers(status, {}));
    expect(await inSteps(core.clock, 100, core.transcribe())).toMatchObject({
      error: { code: 'provider_error' },
    });
  }
  expect(provider.provider.arrived).toHaveLength(12);
});

verifies('speech.retries', 'sound that was passed on is not made again', async () => {
  const core = speechOver();
  const piece = delta(silentFrames(1));
  provider.speaks(answers(503, {}), cutsAfter(), streams(piece, done()));
  expect(await inSteps(core.clock, 100, core.say())).toMatchObject({ value: [{ seq: 0 }, { type: 'done' }] });
  expect(provider.asked('/v1/audio/speech')).toHaveLength(3);
  provider.speaks(cutsAfter(piece), streams(piece, done()));
  expect(await inSteps(core.clock, 100, core.say())).toMatchObject({
    value: [{ seq: 0 }, { type: 'error', code: 'provider_error' }],
  });
  expect(provider.asked('/v1/audio/speech')).toHaveLength(4);
});

verifies(['speech.retries', 'speech.cost'], 'a repetition above a ceiling is not made', async () => {
  const core = speechOver(1.5 * SECOND_USD);
  provider.hears(cutsBefore, heard('Too late.'));
  expect(await inSteps(core.clock, 100, core.transcribe())).toMatchObject({
    error: { code: 'provider_error' },
  });
  expect(provider.provider.arrived).toHaveLength(1);
  expect(await core.spent()).toEqual([expect.closeTo(SECOND_USD, 12)]);
});

verifies(['speech.abort', 'speech.retries'], 'a client that leaves in a pause ends it', async () => {
  const core = speechOver();
  provider.hears(answers(503, {}));
  const leaving = new AbortController();
  const work = core.transcribe(leaving.signal);
  await provider.provider.reached(1);
  await provider.provider.idle();
  await core.clock.advance(0);
  leaving.abort();
  expect(await inSteps(core.clock, 0, work)).toMatchObject({
    error: { code: expect.stringMatching(/^(?:provider_error|interrupted)$/u) },
  });
  await core.clock.advance(60_000);
  expect([provider.provider.arrived.length, core.clock.waiting]).toEqual([1, 0]);
});

verifies('speech.provider', 'a provider that says nothing is given up', async () => {
  const core = speechOver();
  provider.speaks(saysNothing());
  provider.lists(saysNothing());
  const events: SpeechEvent[] = [];
  const said = await core.speech.speak(
    OWNER_ID,
    { text: 'Hi', voice: null, language: null },
    new AbortController().signal,
  );
  const reading = (async () => {
    for await (const event of said) events.push(event);
  })();
  await provider.provider.reached(1);
  // The list of voices is not waited for as long.
  await core.clock.advance(speechLimits.voicesMs);
  await provider.provider.reached(2);
  await inSteps(core.clock, speechLimits.speakingIdleMs / 2, reading);
  expect(events).toMatchObject([{ type: 'error', code: 'provider_timeout' }]);
  await provider.provider.idle();
  expect(core.clock.waiting).toBe(0);
});

function cutsBefore(_request: unknown, response: { destroy(): void }): void {
  response.destroy();
}
