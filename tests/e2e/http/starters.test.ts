import { expect } from '@jest/globals';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectRefusal } from './problems.ts';
import { allAnswered, newSession, startRun } from './runs.ts';
import { until } from './wire.ts';

verifies(
  'history.starters',
  'a run says which trigger started it; costs are summed by that, and outcomes of fires are counted',
  async () => {
    const open = async () => new ScriptedModel([[text('Done.')]]);
    const engine = await startTestEngine({ models: { open } });
    const { client } = engine;
    await client['config.set']({ body: { memory_extraction: false } });
    const empty = await client['history.starters']();
    expect([empty.starters, empty.triggers, empty.days]).toEqual([[], [], 30]);

    const session = await newSession(engine);
    await allAnswered(engine, await startRun(engine, session.id, 'by me'), 'yes');
    const { triggerId } = await client['triggers.create']({
      body: { title: 'Daily', schedule: '@daily', task: 'Look' },
    });
    for (let fires = 1; fires <= 2; fires += 1) {
      await client['triggers.run']({ params: { id: triggerId } });
      await until('it has ended', async () => {
        const { runs } = await client['triggers.runs']({ params: { id: triggerId } });
        const { threads } = await client['threads.list']();
        const isFree = threads.every(({ activeRunId }) => activeRunId === null);
        return isFree && runs.length === fires && runs.every(({ outcome }) => outcome !== null);
      });
    }
    const { runs } = await client['history.runs']();
    expect(runs.map(({ trigger }) => trigger)).toEqual([
      { kind: 'trigger', id: triggerId },
      { kind: 'trigger', id: triggerId },
      null,
    ]);
    const { starters, triggers } = await client['history.starters']();
    expect(starters.map(({ kind, id, title, runs: count }) => [kind, id, title, count])).toEqual([
      ['trigger', triggerId, 'Daily', 2],
      ['person', null, null, 1],
    ]);
    const sum = runs.reduce((total, { costUsd }) => total + costUsd, 0);
    expect(starters.reduce((total, { costUsd }) => total + costUsd, 0)).toBeCloseTo(sum);
    expect(triggers).toEqual([
      { triggerId, title: 'Daily', verified: 0, unverified: 2, failed: 0, skipped: 0, missed: 0, open: 0 },
    ]);

    await client['triggers.delete']({ params: { id: triggerId } });
    const after = await client['history.starters']();
    expect(after.starters[0]).toMatchObject({ kind: 'trigger', id: triggerId, title: null, runs: 2 });
    expect(after.triggers).toEqual([]);
    const target = '/api/history/starters?timeZone=Mars/Olympus';
    await expectRefusal(engine.port, { target }, 400, 'time_zone_unknown');
    await engine.stop();
  },
);
