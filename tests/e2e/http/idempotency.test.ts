import { expect } from '@jest/globals';
import { gate, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectRefusal, refusal, refuses } from './problems.ts';
import { allOf, newSession, startRun, textIn } from './runs.ts';
import { until } from './wire.ts';

let engine: TestEngine;

verifies(
  'contract.idempotency',
  'the same key and body attach to the first run, live or ended, and nothing runs twice',
  async () => {
    const pause = gate();
    const model = new ScriptedModel([[text('a '), pause.step, text('b')]]);
    engine = await startTestEngine({ model });
    const session = await newSession(engine);
    const first = await startRun(engine, session.id, 'go', 'key-1');
    await pause.reached;
    const second = await startRun(engine, session.id, 'go', 'key-1');
    expect(second.runId).toBe(first.runId);
    pause.open();
    const all = await allOf(first);
    expect(await allOf(second)).toEqual(all);

    const third = await startRun(engine, session.id, 'go', 'key-1');
    expect(third.runId).toBe(first.runId);
    expect(await allOf(third)).toEqual(all);
    // Another body under the same key is refused, and names that run.
    await refuses(startRun(engine, session.id, 'go on', 'key-1'), {
      status: 409,
      code: 'idempotency_mismatch',
      runId: first.runId,
    });
    expect(model.requests).toHaveLength(1);
  },
);

verifies(
  'contract.idempotency',
  'a key is valid in its session only, and another key is another run',
  async () => {
    const model = new ScriptedModel();
    engine = await startTestEngine({ model });
    const [one, two] = [await newSession(engine), await newSession(engine)];
    const runs = [];
    for (const [id, key] of [
      [one.id, 'a'],
      [one.id, 'b'],
      [two.id, 'a'],
    ] as const) {
      const stream = await startRun(engine, id, 'go', key);
      await allOf(stream);
      runs.push(stream.runId);
    }
    expect(new Set(runs).size).toBe(3);
    expect(model.requests).toHaveLength(3);
  },
);

verifies(
  'contract.idempotency',
  'a repeated request before the first run has its model waits and attaches',
  async () => {
    const opening = Promise.withResolvers<void>();
    const model = new ScriptedModel([[text('once')]]);
    const open = async () => {
      await opening.promise;
      return model;
    };
    engine = await startTestEngine({ models: { open } });
    const session = await newSession(engine);
    const both = Promise.all([1, 2].map(() => startRun(engine, session.id, 'go', 'same')));
    await until('the first run has taken its place', async () => {
      const other = await refusal(startRun(engine, session.id, 'another')).catch(() => null);
      return other?.code === 'run_in_progress';
    });
    opening.resolve();
    const streams = await both;
    expect(new Set(streams.map(({ runId }) => runId)).size).toBe(1);
    for (const stream of streams) expect(textIn(await allOf(stream))).toBe('once');
  },
);

verifies('contract.idempotency', 'an empty or too long key is refused', async () => {
  engine = await startTestEngine({ model: new ScriptedModel() });
  const session = await newSession(engine);
  for (const key of ['', 'x'.repeat(256)])
    await expectRefusal(
      engine.port,
      {
        method: 'POST',
        target: `/api/sessions/${session.id}/run`,
        headers: [['Idempotency-Key', key]],
        body: '{"task":"go"}',
      },
      400,
      'invalid_request',
    );
});
