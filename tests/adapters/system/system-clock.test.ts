import { expect, test } from '@jest/globals';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';

test('a sleep ends by itself, or at once when its signal aborts, before it or during it', async () => {
  const from = systemClock.monotonic();
  await systemClock.sleep(5);
  expect(systemClock.monotonic() - from).toBeGreaterThanOrEqual(4);
  await systemClock.sleep(1e6, AbortSignal.abort());
  const controller = new AbortController();
  const sleeping = systemClock.sleep(1e6, controller.signal);
  controller.abort();
  await sleeping;
});

test('a deadline aborts when it is due, and never once it was cancelled', async () => {
  const [due, cancelled] = [systemClock.deadline(1), systemClock.deadline(1)];
  cancelled.cancel();
  await new Promise((resolve) => due.signal.addEventListener('abort', resolve));
  await systemClock.sleep(5);
  expect([due.signal.aborted, cancelled.signal.aborted]).toEqual([true, false]);
});
