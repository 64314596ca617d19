import { expect } from '@jest/globals';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { text, toolCalls } from '../../doubles/scripted-model.ts';
import { SPREADSHEET } from '../../servers/google/drive-tree.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from '../http/runs.ts';
import { FULL, startWorld, type World } from './tools.ts';

let world: World;

verifies('cloud-files.bounded', 'an answer beyond the limit of bytes is not taken', async () => {
  world = await startWorld(FULL);
  const wide = world.plant({
    name: 'Wide',
    mimeType: SPREADSHEET,
    content: Array.from({ length: 60 }, () => 'x'.repeat(100_000)).join('\n'),
  });
  const read = await world.call('sheets_read', { spreadsheet_id: wide.id, range: 'Sheet1!A:A' });
  expect(read).toMatchObject({ success: false, output: expect.stringContaining('read a smaller range') });
  const part = await world.call('sheets_read', { spreadsheet_id: wide.id, range: 'Sheet1!A1:A2' });
  expect(part.success).toBe(true);
  expect(part.output.length).toBeLessThan(45_000);
});

verifies('cloud-files.bounded', 'a call that waits for the vendor ends with its run', async () => {
  world = await startWorld(FULL);
  const { google } = world.vendor;
  const file = world.plant({ name: 'a.txt', content: 'x' });
  for (const [name, input] of [
    ['drive_read', { file_id: file.id }],
    // Before its owner is asked, too.
    ['drive_write', { file_id: file.id, revision: 'x', text: 'y' }],
    ['drive_read', { file_id: file.id, save_as: 'a.txt' }],
  ] as const) {
    const fault = google.fault({ kind: 'timeout', path: `/drive/v3/files/${file.id}` });
    const session = await newSession(world.engine);
    world.plays([toolCalls({ name, input })], [text('Done.')]);
    const events = allOf(startRun(world.engine, session.id, 'Read it'));
    await fault.hit;
    await world.engine.client['runs.abort']({ params: { id: session.id } });
    expect((await events).at(-1)?.type).toBe('done');
    expect(world.engine.log.events('error')).toEqual([]);
  }
});

verifies('cloud-files.bounded', 'a vendor that does not answer costs a call its time', async () => {
  const clock = new ManualClock(Date.now());
  world = await startWorld(FULL, { platform: { clock } });
  const { google } = world.vendor;
  const file = world.plant({ name: 'a.txt', content: 'x' });
  const fault = google.fault({ kind: 'timeout', path: `/drive/v3/files/${file.id}` });
  const called = world.call('drive_read', { file_id: file.id });
  await fault.hit;
  await clock.advance(31_000);
  expect(await called).toMatchObject({
    success: false,
    output: expect.stringContaining('Try again later'),
  });
});
