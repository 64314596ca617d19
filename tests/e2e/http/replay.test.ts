import { runLimits } from '../../../src/core/execution/runs/limits.ts';
import { describe, expect } from '@jest/globals';
import { gate, ScriptedModel, text, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectRefusal, refuses } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, countedOut, idsOf, newSession, replay, startRun, textIn } from './runs.ts';
import { request, Wire } from './wire.ts';

let engine: TestEngine;
const started = async (...steps: readonly Step[]): Promise<TestEngine> =>
  (engine = await startTestEngine({ model: new ScriptedModel([steps]) }));

describe('while the run is live', () => {
  verifies(
    'streams.replay',
    'several readers from different positions see the same events, each once, to the same end',
    async () => {
      const pauses = [gate(), gate()] as const;
      await started(text('a '), pauses[0].step, text('b '), pauses[1].step, text('c'));
      const session = await newSession(engine);
      const first = await startRun(engine, session.id, 'go');
      const whole = allOf(first);
      await pauses[0].reached;

      const fromStart = allOf(replay(engine, first.runId));
      for await (const { id } of (await replay(engine, first.runId)).events) if (id === 1) break;
      const fromLastId = allOf(
        engine.client['runs.events']({
          params: { runId: first.runId ?? '' },
          headers: { 'last-event-id': 1 },
        }),
      );
      pauses[0].open();
      await pauses[1].reached;
      // A piece of text is an event only once it is sent: until then, the next piece may still join it.
      for await (const { id } of (await replay(engine, first.runId)).events) if (id === 2) break;
      const fromSecond = allOf(replay(engine, first.runId, 2));
      pauses[1].open();

      const all = await whole;
      expect(idsOf(all)).toEqual(countedOut(all));
      expect(textIn(all)).toBe('a b c');
      expect(await fromStart).toEqual(all);
      expect(await fromLastId).toEqual(all.slice(1));
      expect(await fromSecond).toEqual(all.slice(2));
    },
  );

  verifies('streams.disconnect', 'a destroyed socket does not stop the run', async () => {
    const pause = gate();
    await started(text('before '), pause.step, text('after'));
    const session = await newSession(engine);
    const wire = await Wire.to(engine.port);
    const target = `/api/sessions/${session.id}/run`;
    wire.send(request(engine.port, { method: 'POST', target, body: '{"task":"go"}' }));
    const runId = (await wire.head()).header('svc-run-id');
    await pause.reached;
    wire.socket.resetAndDestroy();
    await wire.closed;

    const { activeRuns } = await engine.client['engine.status']();
    expect(activeRuns).toBe(1);
    const again = allOf(replay(engine, runId));
    pause.open();
    expect((await again).at(-1)).toMatchObject({
      type: 'done',
      data: { text: 'before after', stopReason: 'end_turn' },
    });
    expect(engine.log.events('error')).toEqual([]);
  });
});

describe('after its end', () => {
  verifies(
    'streams.replay',
    'the events are the same from every position, also beyond the last',
    async () => {
      await started(text('a'), text('b'), text('c'));
      const session = await newSession(engine);
      const first = await startRun(engine, session.id, 'go');
      const all = await allOf(first);
      for (let after = 0; after <= all.length; after++)
        expect(await allOf(replay(engine, first.runId, after))).toEqual(all.slice(after));
      expect(await allOf(replay(engine, first.runId, 1_000_000))).toEqual(all.slice(-1));
      expect(await allOf(replay(engine, first.runId?.toUpperCase() ?? null))).toEqual(all);
    },
  );

  verifies('streams.replay', 'more events than one page of the store arrive complete', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => `${index} ${'x'.repeat(2048)}`);
    await started(...many.map(text));
    const session = await newSession(engine);
    const stream = await startRun(engine, session.id, 'go');
    const all = await allOf(stream);
    expect(textIn(all)).toBe(many.join(''));
    expect(textIn(all).length).toBeGreaterThan(4 * runLimits.replayBytes);
    expect(await allOf(replay(engine, stream.runId))).toEqual(all);
  });
});

verifies(
  ['streams.replay', 'contract.violations'],
  'an invalid event id is refused, and so is an unknown run',
  async () => {
    await started();
    await refuses(replay(engine, UNKNOWN_ID), { status: 404, code: 'run_not_found' });
    const target = `/api/runs/${UNKNOWN_ID}/events`;
    for (const nonsense of ['x', '-1', '1.5', '1e99', 'NaN'])
      await expectRefusal(
        engine.port,
        { target, headers: [['Last-Event-ID', nonsense]] },
        400,
        'invalid_request',
      );
    await expectRefusal(engine.port, { target: `${target}?after=x` }, 400, 'invalid_request');
  },
);
