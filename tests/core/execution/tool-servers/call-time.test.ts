import { expect } from '@jest/globals';
import { CallTime } from '../../../../src/core/execution/tool-servers/call-time.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies('tool-servers.time', 'the time of a call stands as long as any question waits', async () => {
  const clock = new ManualClock();
  const time = new CallTime(clock, 100);
  await clock.advance(60);
  const first = Promise.withResolvers<void>();
  const one = time.stopped(() => first.promise);
  // Another one that is refused at once.
  await time.stopped(async () => undefined);
  await clock.advance(1_000);
  expect(time.signal.aborted).toBe(false);
  first.resolve();
  expect((await one).ms).toBe(1_000);
  await clock.advance(39);
  expect(time.signal.aborted).toBe(false);
  await clock.advance(1);
  expect(time.signal.aborted).toBe(true);
  expect(clock.waiting).toBe(0);
});
