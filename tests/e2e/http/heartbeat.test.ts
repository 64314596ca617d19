import { expect } from '@jest/globals';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { gate, hangUntilAbort, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { newSession, startRun } from './runs.ts';
import { request, until, Wire } from './wire.ts';

const BEAT = ': heartbeat\n\n';
/** The engine looks for old backups once a day, and notes the time every few minutes. */
const OF_ENGINE = 2;
/** The timers of the engine and of a model call under way. */
const CALL = OF_ENGINE + 1;
let engine: TestEngine;

verifies(
  'streams.heartbeat',
  'a silent stream carries a comment every 15 s, no earlier and no later',
  async () => {
    const clock = new ManualClock();
    const pause = gate();
    engine = await startTestEngine({
      model: new ScriptedModel([[pause.step, text('x')]]),
      platform: { clock },
    });
    const session = await newSession(engine);
    const first = await startRun(engine, session.id, 'go');
    await pause.reached;
    await until('the first reader waits', () => clock.waiting === CALL + 1);
    const wire = await Wire.to(engine.port);
    wire.send(request(engine.port, { target: `/api/runs/${first.runId}/events` }));
    await wire.head();
    await until('the second one waits, too', () => clock.waiting === CALL + 2);

    await clock.advance(14_999);
    expect(wire.received.toString()).toBe('');
    for (let beat = 0; beat < 3; beat++) {
      await clock.advance(beat === 0 ? 1 : 15_000);
      expect((await wire.chunk()).toString()).toBe(BEAT);
    }
    pause.open();
    const rest: string[] = [];
    for (let chunk = await wire.chunk(); chunk.length > 0; chunk = await wire.chunk())
      rest.push(chunk.toString());
    expect(rest.join('')).toMatch(/^id: 1\nevent: text\n[^]*event: done\n/u);
    expect(rest.join('')).not.toContain(BEAT);
    for await (const event of first.events) expect(event.id).toBeGreaterThan(0);
    // The database syncs what was only written a second later; a heartbeat that was forgotten would go on.
    await until('nothing ticks for streams that are over', async () => {
      await clock.advance(1_000);
      return clock.waiting === OF_ENGINE;
    });
  },
);

verifies('streams.heartbeat', 'it stops when its reader leaves', async () => {
  const clock = new ManualClock();
  engine = await startTestEngine({ model: new ScriptedModel([[hangUntilAbort()]]), platform: { clock } });
  const session = await newSession(engine);
  const wire = await Wire.to(engine.port);
  const target = `/api/sessions/${session.id}/run`;
  wire.send(request(engine.port, { method: 'POST', target, body: '{"task":"go"}' }));
  await wire.head();
  await until('the stream waits', () => clock.waiting === CALL + 1);
  wire.socket.resetAndDestroy();
  await until('no other timer waits', () => clock.waiting === CALL);
  expect(clock.waiting).toBe(CALL);
});
