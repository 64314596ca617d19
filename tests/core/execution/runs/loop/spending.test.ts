import { OWNER_ID } from '../../../../doubles/people.ts';
import { describe, expect, test } from '@jest/globals';
import { EVERYONE } from '../../../../../src/core/trust/people/model.ts';
import { personId, runId } from '../../../../../src/core/kernel/ids.ts';
import { runLimits } from '../../../../../src/core/execution/runs/limits.ts';
import { Spending, type SpendingLimits } from '../../../../../src/core/execution/runs/loop/spending.ts';
import { ManualClock } from '../../../../doubles/manual-clock.ts';
import { text, toolCalls } from '../../../../doubles/scripted-model.ts';
import { aTool, coreOver, runOnce } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';

const [a, b, c] = ['a', 'b', 'c'].map(runId) as [
  ReturnType<typeof runId>,
  ReturnType<typeof runId>,
  ReturnType<typeof runId>,
];
const NOW = Date.UTC(2026, 10, 21, 12);

const [ANN, BOB] = [personId('ann'), personId('bob')];

function over(
  most: Partial<SpendingLimits>,
  costs: Readonly<Record<number, number>> = {},
  { days = {}, costsOf = {} }: Readonly<Record<'days' | 'costsOf', Readonly<Record<string, number>>>> = {
    days: {},
    costsOf: {},
  },
) {
  const clock = new ManualClock(NOW);
  const asked: number[] = [];
  const askedOf: string[] = [];
  const spending = new Spending({
    clock,
    limits: () => ({ run: Infinity, day: Infinity, month: Infinity, ...most }),
    purses: {
      dailyLimitOf: async (person) => days[person] ?? Infinity,
      isOwner: (person) => person === OWNER_ID,
    },
    store: {
      costSince: async (whose, instant) => {
        if (whose !== EVERYONE) {
          askedOf.push(whose);
          return costsOf[whose] ?? 0;
        }
        asked.push(instant);
        return Object.entries(costs).reduce((sum, [at, usd]) => (Number(at) >= instant ? sum + usd : sum), 0);
      },
    },
  });
  return { spending, clock, asked, askedOf };
}

const refused = async (spending: Spending, ...call: Parameters<Spending['reserve']>) =>
  (await spending.reserve(...call)).refused?.ceiling ?? null;

verifies('people.ceilings', "a person's day is reserved before anything of the engine's", async () => {
  const { spending, askedOf } = over({ day: 10 }, {}, { days: { ann: 1 }, costsOf: { ann: 0.4 } });
  expect((await spending.reserve(ANN, a, 0, 0.7)).refused).toEqual({
    ceiling: 'person',
    spentUsd: 0.4,
    limitUsd: 1,
  });
  // Of calls that begin at the same moment one gets what is left, and another person's is another purse.
  const all = await Promise.all([
    refused(spending, ANN, a, 0, 0.6),
    refused(spending, ANN, b, 0, 0.1),
    refused(spending, BOB, c, 0, 5),
  ]);
  expect(all).toEqual([null, 'person', null]);
  expect((await spending.reserve(ANN, a, 0.3, 0.3)).close).toBeNull();
  spending.release(a, 0.5);
  expect(await refused(spending, ANN, b, 0, 0.11)).toBe('person');
  expect((await spending.reserve(ANN, b, 0, 0.1)).close).toEqual({
    ceiling: 'person',
    spentUsd: 0.9,
    limitUsd: 1,
  });
  expect(askedOf).toEqual(['ann']);
});

verifies(
  'people.ceilings',
  "a member is not told what the engine's ceilings are and what is spent",
  async () => {
    const { spending } = over({ day: 10 }, { [NOW]: 9 });
    expect((await spending.reserve(ANN, a, 0, 2)).refused).toEqual({
      ceiling: 'engine',
      spentUsd: 0,
      limitUsd: 0,
    });
    expect((await spending.reserve(ANN, a, 0, 0.5)).close).toBeNull();
    expect((await spending.reserve(OWNER_ID, b, 0, 2)).refused).toMatchObject({
      ceiling: 'day',
      limitUsd: 10,
    });
  },
);

test('what a batch keeps for a person counts in their day', async () => {
  const { spending } = over({}, {}, { days: { ann: 1 }, costsOf: {} });
  expect((await spending.reserveAll(ANN, a, [0.3, 0.3])).refused).toBeNull();
  spending.book(ANN, a, 0.3, 0.2);
  expect(await refused(spending, ANN, b, 0, 0.51)).toBe('person');
  expect(await refused(spending, ANN, b, 0, 0.5)).toBeNull();
});

describe('a ceiling', () => {
  verifies('runs.ceilings', 'refuses a call whose worst case would exceed it, and no other', async () => {
    const { spending } = over({ run: 10 });
    expect(await refused(spending, OWNER_ID, a, 4, 6)).toBeNull();
    expect(await refused(spending, OWNER_ID, a, 4, 6.01)).toBe('run');
    expect(await refused(spending, OWNER_ID, b, 0, 10)).toBeNull();
  });

  verifies(
    'runs.ceilings',
    'for a day counts the runs of that day (UTC), and for a month those of the month',
    async () => {
      const before = { [NOW - 86_400_000]: 50, [NOW - 3_600_000]: 3, [NOW - 40 * 86_400_000]: 1_000 };
      expect(await refused(over({ day: 10 }, before).spending, OWNER_ID, a, 0, 7)).toBeNull();
      expect(await refused(over({ day: 10 }, before).spending, OWNER_ID, a, 0, 7.01)).toBe('day');
      expect(await refused(over({ month: 60 }, before).spending, OWNER_ID, a, 0, 7)).toBeNull();
      expect(await refused(over({ month: 60 }, before).spending, OWNER_ID, a, 0, 7.01)).toBe('month');
    },
  );

  verifies('runs.ceilings', 'is not spent twice by calls that begin at the same moment', async () => {
    const { spending } = over({ day: 10 });
    const all = await Promise.all([a, b, c].map((id) => refused(spending, OWNER_ID, id, 0, 4)));
    expect(all).toEqual([null, null, 'day']);
    spending.settle(a, 1);
    expect(await refused(spending, OWNER_ID, c, 0, 4)).toBeNull();
    spending.release(b, 2);
    expect(await refused(spending, OWNER_ID, a, 1, 3.01)).toBe('day');
    expect(await refused(spending, OWNER_ID, a, 1, 3)).toBeNull();
  });

  test('reads the store once a day, and again when the cost of a run is unknown', async () => {
    const { spending, clock, asked } = over({ day: 10 });
    await spending.reserve(OWNER_ID, a, 0, 1);
    await spending.reserve(OWNER_ID, a, 1, 1);
    expect(asked).toHaveLength(2);
    spending.release(a, null);
    await spending.reserve(OWNER_ID, b, 0, 1);
    expect(asked).toHaveLength(4);
    await clock.advance(13 * 3_600_000);
    await spending.reserve(OWNER_ID, b, 0, 1);
    expect(asked.at(-2)).toBe(Date.UTC(2026, 10, 22));
  });

  test('is exceeded by a cost that is not a number', async () => {
    expect(await refused(over({ run: 10 }).spending, OWNER_ID, a, NaN, 1)).toBe('run');
    expect(await refused(over({ run: 10 }).spending, OWNER_ID, a, 0, Infinity)).toBe('run');
  });

  test('causes a warning when most of it is spent', async () => {
    const { spending } = over({ run: 10, day: 100 });
    expect((await spending.reserve(OWNER_ID, a, 7.9, 1)).close).toBeNull();
    expect((await spending.reserve(OWNER_ID, a, 8, 1)).close).toEqual({
      ceiling: 'run',
      spentUsd: 8,
      limitUsd: 10,
    });
  });
});

const PRICE = { input: 10_000, output: 0, cacheRead: 0, cacheWrite: 0 };

verifies(
  'runs.ceilings',
  'a run that has used up its budget ends with a message before the next call',
  async () => {
    // Each turn costs 1 USD: 100 tokens in.
    const look = aTool('look', async (_input, { toolCallId }) => ({ output: toolCallId, success: true }));
    const { events, ...core } = await runOnce({
      price: PRICE,
      spendingLimits: { run: 30, day: Infinity, month: Infinity },
      tools: [look],
      turns: Array.from({ length: 60 }, () => [toolCalls({ name: 'look', input: {} })]),
    });
    expect(events.at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'budget' } });
    const last = events.at(-1);
    const said = last?.type === 'done' ? last.data : null;
    expect(said?.text).toMatch(/max_cost_per_run_usd/u);
    expect(said?.costUsd).toBeLessThanOrEqual(30);
    expect(core.model.requests.length).toBeGreaterThan(1);
    expect(events.filter(({ type }) => type === 'cost_warning').length).toBeLessThanOrEqual(1);
  },
);

verifies('runs.ceilings', 'a run that works too long ends with a message before the next call', async () => {
  const each = runLimits.computeMs * 0.4;
  const work = aTool('work', async (_input, { toolCallId }) => {
    await core.clock.sleep(each);
    return { output: toolCallId, success: true };
  });
  const core = coreOver({
    tools: [work],
    turns: [...Array.from({ length: 5 }, () => [toolCalls({ name: 'work', input: {} })]), [text('never')]],
  });
  const run = await core.start(await core.newSession());
  for (let worked = 0; worked < 4; worked++) await core.clock.advance(each);
  const events = await core.eventsOf(run);
  expect(events.at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'budget' } });
  expect(core.model.requests).toHaveLength(3);
});

verifies('runs.ceilings', 'also if all of its calls belong to one turn', async () => {
  const each = runLimits.computeMs * 0.4;
  let done = 0;
  const work = aTool('work', async () => {
    await core.clock.sleep(each);
    done += 1;
    return { output: `done ${done}`, success: true };
  });
  const calls = Array.from({ length: 6 }, (_, nth) => ({ name: 'work', input: { nth } }));
  const core = coreOver({ tools: [work], turns: [[toolCalls(...calls)], [text('never')]] });
  const run = await core.start(await core.newSession());
  for (let worked = 0; worked < 6; worked++) await core.clock.advance(each);
  const events = await core.eventsOf(run);
  expect(done).toBe(3);
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [event.data.success] : []));
  expect(results).toEqual([true, true, true, false, false, false]);
  expect(events.at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'budget' } });
});
