import { expect } from '@jest/globals';
import { ProblemError } from '../../../src/contract/client.ts';
import { gate, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from './problems.ts';
import { allOf, newSession, startRun, textIn } from './runs.ts';

const MANY = 20;
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
    expect(await refusal(startRun(engine, session.id, 'two'))).toMatchObject(busy);
    expect(await refusal(startRun(engine, other.sessionId, 'two'))).toMatchObject(busy);

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

verifies(
  'runs.busy',
  `of ${MANY} simultaneous starts exactly one wins, and the others get its id`,
  async () => {
    const pause = gate();
    engine = await startTestEngine({ model: new ScriptedModel([[pause.step, text('won')]]) });
    const session = await newSession(engine);
    const others = await Promise.all(
      Array.from({ length: MANY - 1 }, () =>
        engine.client['sessions.create']({ body: { threadId: session.threadId } }),
      ),
    );
    const starts = await Promise.allSettled(
      [session.id, ...others.map(({ sessionId }) => sessionId)].map((id, index) =>
        startRun(engine, id, `task ${index}`),
      ),
    );
    const won = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    const refused = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason as unknown] : []));
    expect(won).toHaveLength(1);
    expect(refused).toHaveLength(MANY - 1);
    for (const error of refused) {
      expect(error).toBeInstanceOf(ProblemError);
      expect((error as ProblemError).problem).toMatchObject({
        status: 409,
        code: 'run_in_progress',
        runId: won[0]?.runId,
      });
    }
    pause.open();
    for (const stream of won) expect(textIn(await allOf(stream))).toBe('won');
    const { messages } = await engine.client['threads.messages']({ params: { id: session.threadId } });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(engine.log.events('error')).toEqual([]);
  },
);
