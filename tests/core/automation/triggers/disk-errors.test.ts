// A disk that fails once, at any commit of a fire: the engine lives on.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { BY_OWNER } from '../../../doubles/people.ts';
import { expect } from '@jest/globals';
import { ScriptedModel, text } from '../../../doubles/scripted-model.ts';
import { failingOnce } from '../../../harness/failing-once.ts';
import { MINUTE, OWNER, triggersOver } from '../../../harness/triggers.ts';
import { verifies } from '../../../spec/verifies.ts';
import { stride } from '../../../harness/thinned.ts';
import { SENT, sending, sendingAndReminder } from './sending.ts';

verifies(
  'triggers.fire.disk',
  'whichever commit of a fire the disk refuses, each due time has one fire with its outcome, nothing is done twice, and the next one comes',
  async () => {
    const outcomes = new Set<string>();
    let last = 0;
    for (let nth = 1, isOver = false; !isOver; nth += stride(2))
      for (const when of ['before', 'after'] as const) {
        const sent: string[] = [];
        const disk = failingOnce(nth, when);
        const engine = await triggersOver({
          tools: [sending(sent)],
          turns: [...SENT, ...SENT, ...SENT],
          journal: disk.journal,
        });
        const { agent, reminder } = await sendingAndReminder(engine, '*/4 * * * *');
        disk.begin();
        await engine.pass(4 * MINUTE);
        // What could not begin is tried again.
        await engine.pass(MINUTE);
        isOver = !disk.hasFailed();
        if (isOver) {
          await engine.close();
          break;
        }
        last = nth;
        const point = [nth, when];
        const [ofAgent, ofReminder] = [await engine.fired(agent), await engine.fired(reminder)];
        const due = Date.UTC(2026, 0, 1, 0, 4);
        expect([...point, ...ofAgent.map(({ dueAt }) => dueAt)]).toEqual([...point, due]);
        expect([...point, ...ofReminder.map(({ dueAt, outcome }) => [dueAt, outcome])]).toEqual([
          ...point,
          [due, 'verified'],
        ]);
        const { items } = await engine.notices.list(EVERYONE, { limit: 10, after: null });
        expect([...point, items.filter(({ kind }) => kind === 'reminder').length]).toEqual([...point, 1]);
        const [fire] = ofAgent;
        outcomes.add(`${fire?.outcome} ${fire?.reason?.code ?? ''}`);
        expect([...point, ['verified', 'failed'].includes(fire?.outcome ?? '')]).toEqual([...point, true]);
        expect([...point, sent.length <= 1]).toEqual([...point, true]);
        if (fire?.outcome === 'verified') expect([...point, sent.length]).toEqual([...point, 1]);
        else expect([...point, fire?.reason?.text]).toEqual([...point, expect.stringMatching(/\.$/u)]);
        // It is free for the next time.
        expect([...point, (await engine.triggers.get(agent.triggerId, OWNER)).running]).toEqual([
          ...point,
          false,
        ]);
        await engine.pass(3 * MINUTE);
        const next = await engine.fired(agent);
        expect([...point, next.length, next.at(-1)?.outcome]).toEqual([...point, 2, 'verified']);
        await engine.close();
      }
    expect(last).toBeGreaterThan(8);
    expect([...outcomes].toSorted()).toEqual(['failed storage_error', 'verified ']);
  },
);

verifies(
  'triggers.fire.disk',
  'a fire whose work is a workflow has its outcome, whichever commit of it the disk refuses',
  async () => {
    const outcomes = new Set<string>();
    for (let nth = 1, isOver = false; !isOver; nth += stride(2))
      for (const when of ['before', 'after'] as const) {
        const disk = failingOnce(nth, when);
        const engine = await triggersOver({
          journal: disk.journal,
          open: async () => new ScriptedModel([[text('Done.')]]),
        });
        const { workflowDefinitions, workflows } = engine.services;
        const { workflowId } = await workflowDefinitions.save(
          { name: 'One step', steps: [{ stepId: 'one', task: 'Work' }] },
          BY_OWNER,
        );
        const { trigger } = await engine.made({
          title: 'Weekly',
          effect: 'run_workflow',
          workflowId,
          schedule: '1 0 * * *',
          timeZone: 'UTC',
        });
        disk.begin();
        await engine.pass(2 * MINUTE);
        isOver = !disk.hasFailed();
        if (!isOver) {
          const point = [nth, when];
          const fires = await engine.fired(trigger);
          outcomes.add(`${fires[0]?.outcome}`);
          expect([
            ...point,
            fires.length,
            ['unverified', 'failed'].includes(fires[0]?.outcome ?? ''),
          ]).toEqual([...point, 1, true]);
          const { items } = await workflows.runs(EVERYONE, { workflow: null, limit: 10, after: null });
          expect([...point, items.length, items[0]?.status === 'running']).toEqual([...point, 1, false]);
          expect([...point, (await engine.triggers.get(trigger.triggerId, OWNER)).running]).toEqual([
            ...point,
            false,
          ]);
        }
        await engine.close();
        if (isOver) break;
      }
    expect(outcomes.has('unverified')).toBe(true);
  },
);
