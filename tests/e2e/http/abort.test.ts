import { expect } from '@jest/globals';
import { gate, hangUntilAbort, ScriptedModel, text, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, newSession, startRun, typesOf } from './runs.ts';

let engine: TestEngine;
let model: ScriptedModel;
const started = async (...turns: readonly (readonly Step[])[]): Promise<TestEngine> => {
  model = new ScriptedModel(turns);
  return (engine = await startTestEngine({ model }));
};

verifies(
  ['runs.abort', 'runs.abort.shape', 'streams.one-terminal'],
  'an abort stops a hanging model: 202, the stream ends with done, the text is kept, the next run starts',
  async () => {
    const said = gate();
    await started([text('So far '), said.step, hangUntilAbort()], [text('again')]);
    const session = await newSession(engine);
    const stream = await startRun(engine, session.id, 'go');
    const following = allOf(stream);
    await said.reached;
    said.open();

    const answer = await engine.client['runs.abort']({ params: { id: session.id } });
    expect(answer).toEqual({ requested: true, runId: stream.runId });
    const events = await following;
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      data: { runId: stream.runId, stopReason: 'aborted' },
    });
    expect(typesOf(events).filter((type) => type === 'done' || type === 'error')).toEqual(['done']);
    expect(model.openStreams).toBe(0);

    expect((await allOf(startRun(engine, session.id, 'again'))).at(-1)).toMatchObject({
      type: 'done',
      data: { text: 'again' },
    });
    const { messages } = await engine.client['threads.messages']({ params: { id: session.threadId } });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(JSON.stringify(messages[1]?.content)).toContain('So far ');
  },
);

verifies(
  'runs.abort.shape',
  'two abort requests are both accepted, and the run is aborted once',
  async () => {
    await started([hangUntilAbort()]);
    const session = await newSession(engine);
    const stream = await startRun(engine, session.id, 'go');
    const following = allOf(stream);
    const abort = () => engine.client['runs.abort']({ params: { id: session.id } });
    const answers = await Promise.allSettled([abort(), abort()]);
    expect(answers[0]).toMatchObject({
      status: 'fulfilled',
      value: { requested: true, runId: stream.runId },
    });
    expect(typesOf(await following).filter((type) => type === 'done')).toEqual(['done']);
  },
);

verifies(
  'runs.abort.shape',
  'without a live run an abort is 409, before a run and after it; an unknown session is 404',
  async () => {
    await started([text('over')]);
    const session = await newSession(engine);
    const abort = (id: string) => refusal(engine.client['runs.abort']({ params: { id } }));
    expect(await abort(session.id)).toMatchObject({ status: 409, code: 'not_running' });
    await allOf(startRun(engine, session.id, 'go'));
    expect(await abort(session.id)).toMatchObject({ status: 409, code: 'not_running' });
    expect(await abort(UNKNOWN_ID)).toMatchObject({ status: 404, code: 'session_not_found' });
  },
);
