import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { BY_OWNER } from '../../doubles/people.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { settleDatabase } from '../../../src/adapters/out/sqlite/export/settle.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { text } from '../../doubles/scripted-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { HOUR, MINUTE, OWNER, triggersOver } from '../../harness/triggers.ts';
import { verifies } from '../../spec/verifies.ts';

const DUE = Date.UTC(2026, 0, 1, 0, 10);

/** The history with two triggers as a backup has it, restored at `at`, and an engine that starts on it then. */
async function restoredAt(at: number, isOwn: boolean) {
  const file = join(temporaryDir(), 'history.db');
  const before = await triggersOver({ history: openHistory(file) });
  const often = await before.triggers.create(
    { title: 'Often', schedule: '*/10 * * * *', timeZone: 'UTC', task: 'Look' },
    BY_OWNER,
    true,
  );
  const once = await before.triggers.create({ title: 'Once', effect: 'notify', runAt: DUE }, BY_OWNER, true);
  await before.close();
  const from = isOwn ? 'own backup' : 'foreign backup';
  await settleDatabase({ name: 'history.db', file, at, from }, () => undefined);
  const clock = new ManualClock(at + MINUTE);
  const engine = await triggersOver({
    history: openHistory(file),
    clock,
    firstId: 10_000,
    turns: [[text('Looked.')]],
  });
  return { engine, often: often.trigger, once: once.trigger };
}

verifies(
  'triggers.restored',
  'what was due between a backup and its restore is missed, says so, and is not done again; what comes is due',
  async () => {
    const { engine, often, once } = await restoredAt(DUE + HOUR + MINUTE, true);
    await engine.pass(MINUTE);
    expect(await engine.fired(once)).toMatchObject([
      { dueAt: DUE, outcome: 'missed', reason: { code: 'restored' }, missed: 0, runId: null },
    ]);
    expect(await engine.fired(often)).toMatchObject([
      { dueAt: DUE + HOUR, outcome: 'missed', missed: 6, missedBecause: 'restored' },
    ]);
    expect((await engine.triggers.get(once.triggerId, OWNER)).trigger.nextDueAt).toBe(null);
    await engine.pass(10 * MINUTE);
    // The fire begins some turns of the event loop after its time.
    while ((await engine.fired(often)).length < 2) await nextTurn();
    await engine.firing.ended(often.triggerId);
    expect((await engine.fired(often)).map(({ dueAt, outcome }) => [dueAt, outcome])).toEqual([
      [DUE + HOUR, 'missed'],
      [DUE + HOUR + 10 * MINUTE, 'unverified'],
    ]);
  },
);

verifies('triggers.restored', 'of a foreign backup nothing fires before its owner agrees', async () => {
  const { engine, often } = await restoredAt(DUE - MINUTE, false);
  await engine.pass(HOUR);
  expect(await engine.fired(often)).toEqual([]);
  expect(await engine.triggers.reminders(EVERYONE)).toEqual([
    { code: 'triggers.unconfirmed', facts: { count: 2 } },
  ]);
  await expect(engine.triggers.run(EVERYONE, often.triggerId, 'asked')).rejects.toMatchObject({
    code: 'trigger_unconfirmed',
  });
  await engine.triggers.set(often.triggerId, { confirmed: true }, OWNER);
  await engine.pass(10 * MINUTE);
  await engine.firing.ended(often.triggerId);
  expect(await engine.fired(often)).toMatchObject([{ outcome: 'unverified' }]);
});
