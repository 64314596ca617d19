import { expect } from '@jest/globals';
import { ScriptedModel, text, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from './runs.ts';

let engine: TestEngine;
let model: ScriptedModel;
const started = async (...turns: readonly (readonly Step[])[]): Promise<TestEngine> => {
  model = new ScriptedModel(turns);
  return (engine = await startTestEngine({ model }));
};

verifies(
  ['runs.compact', 'threads.debug-export'],
  'compacts the context window; the messages stay',
  async () => {
    const long = text('a long answer '.repeat(40));
    await started([long], [long], [text('what was said, in short')], [text('A3')]);
    const session = await newSession(engine);
    for (const task of ['first', 'second']) await allOf(startRun(engine, session.id, task));
    const compacted = await engine.client['runs.compact']({
      params: { id: session.id },
      body: { focus: 'names' },
    });
    expect(compacted).toEqual({
      summary: 'what was said, in short',
      tokensBefore: expect.any(Number),
      tokensAfter: expect.any(Number),
    });
    const exported = await fetch(`${engine.baseUrl}/api/threads/${session.threadId}/debug-export`);
    expect(await exported.json()).toMatchObject({
      compactionEvents: [
        { summary: 'what was said, in short', trigger: 'manual', focus: 'names', uptoSeq: 2 },
      ],
    });
    await allOf(startRun(engine, session.id, 'third'));
    const { messages } = await engine.client['threads.messages']({ params: { id: session.threadId } });
    expect(messages).toHaveLength(6);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('what was said, in short');
  },
);
