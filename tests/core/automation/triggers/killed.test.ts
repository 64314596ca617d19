// Engines that die around each commit of a fire.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { OWNER } from '../../../doubles/people.ts';
import { expect } from '@jest/globals';
import type { Change } from '../../../../src/core/features.ts';
import type { Journal } from '../../../../src/core/ports/journal.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { text } from '../../../doubles/scripted-model.ts';
import { type CoreOptions } from '../../../harness/core.ts';
import { MINUTE, triggersOver } from '../../../harness/triggers.ts';
import { verifies } from '../../../spec/verifies.ts';
import { SENT, sending, sendingAndReminder } from './sending.ts';
import { stride } from '../../../harness/thinned.ts';

const DUE = Date.UTC(2026, 0, 1, 0, 1);

const scripted = (sent: string[]): CoreOptions => ({
  tools: [sending(sent)],
  turns: [...SENT, [text('Not again.')]],
});

/** Takes commits up to the n-th, with it or without it; what comes later never returns, as of a process that is dead. */
const dying = (
  journal: Journal<Change>,
  nth: number,
  when: 'before' | 'after',
  counted: { commits: number | null },
) => ({
  commit: async (changes: readonly Change[], durability?: Parameters<Journal<Change>['commit']>[1]) => {
    if (counted.commits === null) return await journal.commit(changes, durability);
    counted.commits += 1;
    const { commits } = counted;
    if (commits > nth || (commits === nth && when === 'before')) await new Promise(() => undefined);
    await journal.commit(changes, durability);
    if (commits === nth) await new Promise(() => undefined);
  },
});

verifies(
  ['triggers.fire.once', 'triggers.restart', 'promise.schedules'],
  'an engine that dies around any commit of a fire fires each due time once, and does nothing twice',
  async () => {
    let total = Infinity;
    const outcomes = new Set<string>();
    for (let nth = 1; nth <= total; nth += stride(2))
      for (const when of ['before', 'after'] as const) {
        const sent: string[] = [];
        const counted: { commits: number | null } = { commits: null };
        const first = await triggersOver({
          ...scripted(sent),
          dies: true,
          journal: (journal) => dying(journal, nth, when, counted),
        });
        const { agent, reminder } = await sendingAndReminder(first, '1 0 * * *');
        counted.commits = 0;
        await first.pass(MINUTE);
        if ((counted.commits ?? 0) < nth) {
          total = nth - 1;
          await first.close();
          break;
        }
        const clock = new ManualClock(DUE + 10 * MINUTE);
        const next = await triggersOver({
          ...scripted(sent),
          history: first.history,
          firstId: 10_000,
          clock,
        });
        await next.pass(MINUTE);
        const [ofAgent, ofReminder] = [await next.fired(agent), await next.fired(reminder)];
        const told = (await next.notices.list(EVERYONE, { limit: 10, after: null })).items;
        const notices = told.filter(({ kind }) => kind === 'reminder');
        const point = [nth, when];
        expect([...point, ...ofAgent.map(({ dueAt }) => dueAt)]).toEqual([...point, DUE]);
        expect([...point, ...ofReminder.map(({ dueAt }) => dueAt)]).toEqual([...point, DUE]);
        expect([...point, ofReminder[0]?.outcome, notices.length]).toEqual([...point, 'verified', 1]);
        const [{ outcome, reason, runId } = { outcome: null, reason: null, runId: null }] = ofAgent;
        outcomes.add(`${outcome} ${reason?.code ?? ''}`);
        expect([...point, told.length - notices.length]).toEqual([...point, outcome === 'failed' ? 1 : 0]);
        // What was cut off says so; what says that it is done, has been done.
        expect([...point, ['verified', 'failed'].includes(outcome ?? '')]).toEqual([...point, true]);
        if (outcome === 'failed') expect([...point, reason?.code]).toEqual([...point, 'interrupted']);
        else expect([...point, sent.length]).toEqual([...point, 1]);
        expect([...point, sent.length <= 1]).toEqual([...point, true]);
        expect(runId).not.toBe(null);
        expect((await next.triggers.get(agent.triggerId, OWNER)).running).toBe(false);
        await next.close();
      }
    expect(total).toBeGreaterThan(8);
    expect([...outcomes].toSorted()).toEqual(['failed interrupted', 'verified ']);
  },
);
