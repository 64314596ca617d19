import { afterEach, expect } from '@jest/globals';
import { gate, ScriptedModel, text, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from './runs.ts';

let engine: TestEngine;
afterEach(() => expect(engine.log.events('error')).toEqual([]));

const BASEL: Step = text('{"knowledge":["The owner has lived in Basel since 2026."]}');
const knowledge = async () => (await engine.client['memory.read']({ params: { ns: 'knowledge' } })).entries;

verifies(
  ['memory.extraction', 'memory.relevant'],
  'facts from one thread are known in the next; `done` does not wait for extraction',
  async () => {
    const hold = gate();
    const recorded = gate();
    const model = new ScriptedModel([
      [text('Noted.')],
      [hold.step, BASEL],
      [recorded.step, text('In Basel.')],
      [text('{}')],
      [text('Yes.')],
    ]);
    engine = await startTestEngine({ model });
    const first = await newSession(engine);
    const events = await allOf(await startRun(engine, first.id, 'I have moved to Basel this year.'));
    expect(events.at(-1)?.type).toBe('done');
    expect(await knowledge()).toEqual([]);
    hold.open();
    // The next run of any thread starts before anything is remembered: no run waits for extraction.
    const second = await newSession(engine);
    const asked = allOf(await startRun(engine, second.id, 'Where do I live?'));
    await recorded.reached;
    while ((await knowledge()).length === 0) await new Promise(setImmediate);
    recorded.open();
    await asked;
    const third = await newSession(engine);
    await allOf(await startRun(engine, third.id, 'Is it Basel?'));
    expect(model.requests.at(-1)?.tail).toContain('lived in Basel since 2026');
    const [entry] = await knowledge();
    expect(entry?.source).toMatchObject({ origin: 'agent', threadId: first.threadId, tool: 'extraction' });
    const { sideCalls } = await engine.client['history.stats']({ query: {} });
    expect(sideCalls).toMatchObject([{ purpose: 'extraction', failures: 0 }]);
  },
);
