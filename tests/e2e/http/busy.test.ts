import { expect } from '@jest/globals';
import { gate, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refuses } from './problems.ts';
import { allOf, newSession, startRun, textIn } from './runs.ts';

let engine: TestEngine;

verifies(
  'runs.busy',
  'a second run is refused with the id of the live one, also from another session of the thread',
  async () => {
    const pause = gate();
    engine = await startTestEngine({
      model: new ScriptedModel([[pause.step, text('first')], [text('second')]]),
    });
    const session = await newSession(engine);
    const other = await engine.client['sessions.create']({ body: { threadId: session.threadId } });
    const first = await startRun(engine, session.id, 'one');

    const busy = { status: 409, code: 'run_in_progress', runId: first.runId };
    await refuses(startRun(engine, session.id, 'two'), busy);
    await refuses(startRun(engine, other.sessionId, 'two'), busy);

    pause.open();
    expect(textIn(await allOf(first))).toBe('first');
    expect(textIn(await allOf(startRun(engine, other.sessionId, 'two')))).toBe('second');
  },
);

verifies('runs.busy', 'runs in different threads do not wait for each other', async () => {
  const pause = gate();
  engine = await startTestEngine({ model: new ScriptedModel([[pause.step, text('held')], [text('free')]]) });
  const [held, free] = [await newSession(engine), await newSession(engine)];
  const first = await startRun(engine, held.id, 'one');
  await pause.reached;
  expect(textIn(await allOf(startRun(engine, free.id, 'two')))).toBe('free');
  pause.open();
  expect(textIn(await allOf(first))).toBe('held');
});
