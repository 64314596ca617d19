import { afterEach, expect } from '@jest/globals';
import type { Clock } from '../../../src/core/ports/clock.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { removeTemporaryDirs, startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';

const DAY = 24 * 60 * 60 * 1000;

let running: TestEngine;
afterEach(async () => {
  await running.stop();
  removeTemporaryDirs();
});

/** The clock of this machine, which the test sets ahead. */
class AheadClock implements Clock {
  days = 0;
  readonly now = () => systemClock.now() + this.days * DAY;
  readonly monotonic = () => systemClock.monotonic();
  readonly sleep = (...given: Parameters<Clock['sleep']>) => systemClock.sleep(...given);
  readonly deadline = (...given: Parameters<Clock['deadline']>) => systemClock.deadline(...given);
}

verifies('backups.reminder', 'GET /api/status reminds of a backup that is missing or old', async () => {
  const clock = new AheadClock();
  running = await startTestEngine({ platform: { clock } });
  const { client } = running;
  const reminders = async () => (await client['engine.status']()).reminders;
  clock.days = 30;
  expect(await reminders()).toEqual([]);
  await client['sessions.create']({ body: {} });
  expect(await reminders()).toEqual([]);
  clock.days = 38;
  expect(await reminders()).toEqual([expect.stringMatching(/^There is no backup yet\. Make one with /u)]);
  const { backupId } = await client['backups.create']();
  const { events } = await client['backups.events']({ params: { id: backupId } });
  for await (const event of events) expect(event.type).not.toBe('error');
  expect(await reminders()).toEqual([]);
  clock.days = 54;
  expect(await reminders()).toEqual([expect.stringContaining('The newest good backup is 16 days old.')]);
});
