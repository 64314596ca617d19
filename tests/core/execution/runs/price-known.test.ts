// Whether what a run cost is an amount or an estimate.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { expect } from '@jest/globals';
import type { RunEvent } from '../../../../src/core/execution/runs/events.ts';
import { CastOfModels } from '../../../doubles/cast-of-models.ts';
import { endsWithoutEnd, text, toolCalls } from '../../../doubles/scripted-model.ts';
import { aTool, coreOver, type CoreOptions } from '../../../harness/core.ts';
import { verifies } from '../../../spec/verifies.ts';
import { an, DOLLAR, spawn, stage } from './agents/stage.ts';

const ASSUMED = { ...DOLLAR, isAssumed: true } as const;

const told = (events: readonly RunEvent[]) =>
  events.flatMap(({ type, data }) =>
    type === 'turn_end' || type === 'done' ? [[type, data.priceKnown] as const] : [],
  );

async function played(options: CoreOptions) {
  const core = coreOver(options);
  const runId = await core.start(await core.newSession());
  const events = told(await core.eventsOf(runId));
  return { events, run: await core.history.runs.get(EVERYONE, runId) };
}

verifies(
  'runs.cost.estimated',
  'it is an amount where the price is known and all usage was told',
  async () => {
    const known = await played({ turns: [[text('a')]], price: DOLLAR });
    expect(known.events).toEqual([
      ['turn_end', true],
      ['done', true],
    ]);
    expect(known.run).toMatchObject({ costUsd: 1, priceKnown: true });
    const assumed = await played({ turns: [[text('a')]], price: ASSUMED });
    expect(assumed.events).toEqual([
      ['turn_end', null],
      ['done', null],
    ]);
    expect(assumed.run).toMatchObject({ costUsd: 1, priceKnown: null });
  },
);

verifies('runs.cost.estimated', 'a call whose usage was not told makes it an estimate', async () => {
  const look = aTool('look', async () => ({ output: 'seen', success: true }));
  const turns = [[toolCalls({ name: 'look', input: {} })], [text('a'), endsWithoutEnd()]];
  const paid = await played({ turns, tools: [look], price: DOLLAR });
  expect(paid.events[0]).toEqual(['turn_end', true]);
  expect(paid.run).toMatchObject({ status: 'failed', priceKnown: false });
  // What costs nothing costs nothing, however much of it was used.
  const free = await played({ turns, tools: [look] });
  expect(free.run).toMatchObject({ status: 'failed', costUsd: 0, priceKnown: true });
});

verifies('runs.cost.estimated', 'a sub-agent at an assumed price makes the cost of its run one', async () => {
  const parts = { svc: [[spawn(an('Ann', { profile: 'small' }))], [text('ok')]] };
  const ann = { Ann: [[text('done')]] };
  for (const price of [DOLLAR, ASSUMED]) {
    const core = stage(parts, {
      open: async (profile) =>
        profile === null ? new CastOfModels(parts, { price: DOLLAR }) : new CastOfModels(ann, { price }),
    });
    const runId = await core.start(await core.newSession());
    const isKnown = price === DOLLAR || null;
    expect(told(await core.eventsOf(runId))).toEqual([
      ['turn_end', true],
      ['turn_end', true],
      ['done', isKnown],
    ]);
    expect(await core.history.runs.get(EVERYONE, runId)).toMatchObject({ costUsd: 3, priceKnown: isKnown });
  }
});
