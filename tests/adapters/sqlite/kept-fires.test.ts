import { BY_OWNER } from '../../doubles/people.ts';
import { expect } from '@jest/globals';
import { DAY_MS, MINUTE_MS } from '../../../src/core/kernel/durations.ts';
import { triggerLimits } from '../../../src/core/automation/triggers/limits.ts';
import type { Outcome } from '../../../src/core/automation/triggers/model.ts';
import { trusting } from '../../doubles/trusted-clock.ts';
import { triggersOver } from '../../harness/triggers.ts';
import { verifies } from '../../spec/verifies.ts';

verifies(
  'triggers.kept',
  'of fires the newest 10,000 of a trigger stay, and all of 62 days; what is in progress, and other triggers, stay whole',
  async () => {
    const engine = await triggersOver();
    const { journal } = engine.history;
    const asked = { effect: 'notify', schedule: '@yearly' } as const;
    const made = async (title: string) =>
      (await engine.triggers.create({ title, ...asked }, BY_OWNER, true)).trigger.triggerId;
    const [often, other] = [await made('Often'), await made('Other')];
    const begun = (triggerId: typeof often, at: number) => ({
      change: 'fire.begin' as const,
      triggerId,
      dueAt: at,
      cause: 'due' as const,
      runId: null,
      startedAt: at,
      missed: 0,
      missedBecause: null,
      baseline: null,
    });
    const ended = (triggerId: typeof often, at: number) => ({
      change: 'fire.end' as const,
      fire: { triggerId, dueAt: at, cause: 'due' as const },
      outcome: 'verified' as Outcome,
      reason: null,
      endedAt: at,
      notCarriedOut: [],
      failuresInRow: null,
      pause: null,
      past: trusting({ now: () => at }).past(triggerLimits.keptFiresMs),
    });
    const fired = (triggerId: typeof often, at: number) => [begun(triggerId, at), ended(triggerId, at)];
    const countOf = async (triggerId: typeof often) => {
      let [count, after, oldest]: [number, number | null, number] = [0, null, 0];
      do {
        const page = await engine.store.fires(triggerId, { limit: 5_000, after });
        count += page.items.length;
        oldest = page.items.at(-1)?.dueAt ?? oldest;
        after = page.next;
      } while (after !== null);
      return { count, oldest };
    };

    // The first one never ends. All of them are of one week, one a minute.
    const many = triggerLimits.keptFires + 40;
    await journal.commit([
      begun(often, 0),
      ...fired(other, 0),
      ...Array.from({ length: many - 1 }, (_, at) => fired(often, (at + 1) * MINUTE_MS)).flat(),
    ]);
    expect(await countOf(often)).toEqual({ count: many, oldest: 0 });
    // Two months later more go than come, down to those that stay.
    const later = 70 * DAY_MS;
    await journal.commit(fired(other, later));
    for (let at = 0; at < 60; at += 1) await journal.commit(fired(often, later + at * MINUTE_MS));
    expect((await countOf(often)).count).toBe(triggerLimits.keptFires);
    expect((await countOf(often)).oldest).toBe(0);
    expect(await countOf(other)).toEqual({ count: 2, oldest: 0 });
  },
);
