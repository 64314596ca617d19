import { expect } from '@jest/globals';
import { ManualClock } from '../../doubles/manual-clock.ts';
import {
  fail,
  hangUntilAbort,
  ScriptedModel,
  text,
  toolCalls,
  type Step,
} from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import { allOf, newSession, startRun } from './runs.ts';

let engine: TestEngine;
let clock: ManualClock;
const price = { input: 1_000, output: 10_000, cacheRead: 0, cacheWrite: 0 };

async function engineWith(...turns: readonly (readonly Step[])[]): Promise<void> {
  clock = new ManualClock(Date.parse('2026-03-29T12:00:00Z'));
  const model = new ScriptedModel(turns, 'scripted-1', price);
  engine = await startTestEngine({ model, platform: { clock } });
}

verifies(
  ['history.runs', 'history.run', 'history.tool-calls', 'history.stats'],
  'the list and the single run agree, and the run lists its calls',
  async () => {
    const write = { path: 'a.txt', content: 'one' };
    await engineWith([toolCalls({ name: 'write_file', input: write })], [text('Done.')]);
    const session = await newSession(engine);
    const { runId } = await startRun(engine, session.id, 'write it');
    await allOf(engine.client['runs.events']({ params: { runId: runId ?? '' } }));
    const run = await engine.client['history.run']({ params: { id: (runId ?? '').toUpperCase() } });
    expect(run).toEqual({
      runId,
      sessionId: session.id,
      threadId: session.threadId,
      task: 'write it',
      status: 'completed',
      stopReason: 'end_turn',
      model: 'scripted-1',
      provider: 'scripted',
      profile: null,
      usage: { inputTokens: 200, outputTokens: 20, cacheReadTokens: 0, cacheWriteTokens: 0 },
      costUsd: 0.4,
      priceKnown: true,
      toolCallCount: 1,
      durationMs: 0,
      waitMs: 0,
      startedBy: { kind: 'person', personId: engine.engine.services.people.owner, id: null },
      attachments: [],
      trigger: null,
      replayOf: null,
      createdAt: '2026-03-29T12:00:00.000Z',
      endedAt: '2026-03-29T12:00:00.000Z',
      error: null,
    });
    expect(await engine.client['history.runs']()).toEqual({ runs: [run], nextCursor: null });
    const calls = await engine.client['history.toolCalls']({ params: { id: runId ?? '' } });
    expect(calls).toEqual({
      toolCalls: [
        {
          toolCallId: expect.any(String),
          agent: null,
          name: 'write_file',
          input: write,
          output: expect.stringContaining('a.txt'),
          success: true,
          durationMs: 0,
          startedAt: '2026-03-29T12:00:00.000Z',
        },
      ],
      nextCursor: null,
    });
    expect(await engine.client['history.stats']()).toMatchObject({
      total: { runs: 1, costUsd: 0.4 },
      byModel: [{ model: 'scripted-1', runs: 1 }],
      byStatus: [{ status: 'completed', runs: 1 }],
      byTool: [{ name: 'write_file', calls: 1, failures: 0 }],
    });
    expect((await engine.client['history.dailyCost']()).days).toHaveLength(30);
  },
);

verifies(
  'history.runs',
  'failed, stopped and running runs show their status and can be filtered by it',
  async () => {
    await engineWith([fail('provider_error')], [hangUntilAbort()], [text('fine')], [hangUntilAbort()]);
    const session = await newSession(engine);
    await allOf(startRun(engine, session.id, 'first'));
    clock.jump(1_000);
    const stopped = await startRun(engine, session.id, 'second');
    await engine.client['runs.abort']({ params: { id: session.id } });
    await clock.advance(1_000);
    await allOf(stopped);
    const middle = new Date(clock.now() + 1).toISOString();
    clock.jump(1_000);
    await allOf(startRun(engine, session.id, 'third: 100%'));
    const other = await newSession(engine);
    await startRun(engine, other.id, 'fourth');
    const found = async (query: Record<string, unknown>) => {
      const pages = await everyPage((more) =>
        engine.client['history.runs']({ query: { limit: 2, ...query, ...more } }),
      );
      return pages.flatMap(({ runs }) => runs.map(({ task }) => task));
    };
    expect(await found({})).toEqual(['fourth', 'third: 100%', 'second', 'first']);
    expect(await found({ status: 'failed' })).toEqual(['first']);
    expect(await found({ status: 'aborted' })).toEqual(['second']);
    expect(await found({ status: 'running' })).toEqual(['fourth']);
    expect(await found({ sessionId: other.id.toUpperCase() })).toEqual(['fourth']);
    expect(await found({ threadId: session.threadId })).toEqual(['third: 100%', 'second', 'first']);
    expect(await found({ model: 'scripted-1', from: middle })).toEqual(['fourth', 'third: 100%']);
    expect(await found({ to: middle })).toEqual(['second', 'first']);
    expect(await found({ from: '2026-03-29T14:00:00+02:00', to: '2026-03-29t14:00:00.001+02:00' })).toEqual([
      'first',
    ]);
    expect(await found({ q: '0%' })).toEqual(['third: 100%']);
    expect(await found({ q: 'THIRD' })).toEqual(['third: 100%']);
    expect(await found({ status: 'failed', q: 'second' })).toEqual([]);
    const { runs } = await engine.client['history.runs']({ query: { status: 'failed' } });
    expect(runs[0]).toMatchObject({ stopReason: null, error: { code: 'provider_error' } });
  },
);
