import { expect } from '@jest/globals';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';

const DAY = 24 * 60 * 60 * 1000;

let running: TestEngine;

verifies('backups.reminder', 'GET /api/status reminds of a backup that is missing or old', async () => {
  const clock = { ...systemClock, days: 0, now: () => systemClock.now() + clock.days * DAY };
  running = await startTestEngine({ platform: { clock } });
  const { client } = running;
  // Of the jumps of the clock it says something, too.
  const reminders = async () =>
    (await client['engine.status']()).reminders.filter((one) => !one.startsWith('The clock'));
  clock.days = 30;
  expect(await reminders()).toEqual([]);
  await client['sessions.create']({ body: {} });
  expect(await reminders()).toEqual([]);
  clock.days = 38;
  expect(await reminders()).toEqual([expect.any(String)]);
  const { backupId } = await client['backups.create']();
  const { events } = await client['backups.events']({ params: { id: backupId } });
  for await (const event of events) expect(event.type).not.toBe('error');
  expect(await reminders()).toEqual([]);
  clock.days = 54;
  expect(await reminders()).toEqual([expect.stringContaining('16')]);
});
