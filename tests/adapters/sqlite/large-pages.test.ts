import { EVERYONE } from '../../../src/core/trust/people/model.ts';
// Lists whose items can be large: a page ends once they take a mebibyte together.
import { BY_OWNER } from '../../doubles/people.ts';
import { beforeAll, expect } from '@jest/globals';
import { listLimits } from '../../../src/core/kernel/limits.ts';
import { everyPage, type Page } from '../../../src/core/kernel/page.ts';
import { taskLimits } from '../../../src/core/automation/tasks/limits.ts';
import { triggerLimits } from '../../../src/core/automation/triggers/limits.ts';
import { workflowLimits } from '../../../src/core/automation/workflows/limits.ts';
import { trusting } from '../../doubles/trusted-clock.ts';
import { OWNER, triggersOver } from '../../harness/triggers.ts';
import { verifies } from '../../spec/verifies.ts';

let engine: Awaited<ReturnType<typeof triggersOver>>;
beforeAll(async () => {
  engine = await triggersOver();
});

/** More than a page can hold. */
const MANY = 60;
const times = (count: number) => Array.from({ length: count }, (_, at) => at);

/** All items, and that each page is bounded. */
async function all<Item>(read: (after: number | null) => Promise<Page<Item, number>>) {
  const found: Item[] = [];
  let pages = 0;
  for await (const items of everyPage(read)) {
    pages += 1;
    expect(items.length).toBeGreaterThan(0);
    const bytes = Buffer.byteLength(JSON.stringify(items));
    // Names and numbers of the items are not counted.
    if (items.length > 1) expect(bytes).toBeLessThan(1.1 * listLimits.pageBytes);
    found.push(...items);
  }
  expect(pages).toBeGreaterThan(1);
  return found;
}

verifies('contract.lists.bytes', 'pages of tasks end early when they are large, and skip none', async () => {
  const { tasks } = engine.services;
  const description = 'ä'.repeat(taskLimits.descriptionChars);
  const titles = times(MANY).map((at) => `Task ${at}`);
  for (const title of titles) await tasks.create({ title, description, tags: ['large'] }, BY_OWNER);
  const asked = { status: null, assignee: null, parent: null, limit: listLimits.max };
  for (const filter of [
    { tag: null, words: null },
    { tag: 'large', words: 'task' },
  ]) {
    const found = await all((after) => tasks.list({ ...asked, ...filter, after }, OWNER));
    expect(found.map(({ task }) => task.title)).toEqual(titles.toReversed());
  }
});

verifies(
  'contract.lists.bytes',
  'pages of triggers end early when they are large, and skip none',
  async () => {
    const { triggers } = engine;
    const task = 'ä'.repeat(triggerLimits.taskChars);
    const titles = times(MANY).map((at) => `Trigger ${at}`);
    for (const title of titles) await triggers.create({ title, task, schedule: '@yearly' }, BY_OWNER, true);
    for (const kind of [null, 'schedule'] as const) {
      const found = await all((after) => triggers.list({ kind, limit: listLimits.max, after }, OWNER));
      expect(found.map(({ trigger }) => trigger.title)).toEqual(titles.toReversed());
    }
  },
);

verifies('contract.lists.bytes', 'pages of fires end early when they are large, and skip none', async () => {
  const { triggers, history } = engine;
  const { trigger } = await triggers.create(
    { title: 'Often', task: 'Look', schedule: '@yearly' },
    BY_OWNER,
    true,
  );
  const notCarriedOut = times(40).map(() => ({ tool: 'send', input: 'ä'.repeat(500), says: null }));
  for (const at of times(MANY)) {
    const fire = { triggerId: trigger.triggerId, dueAt: at, cause: 'test' } as const;
    await history.journal.commit([
      {
        change: 'fire.begin',
        ...fire,
        runId: null,
        startedAt: at,
        missed: 0,
        missedBecause: null,
        baseline: null,
      },
      {
        change: 'fire.end',
        fire,
        outcome: 'skipped',
        reason: null,
        endedAt: at,
        notCarriedOut,
        failuresInRow: null,
        pause: null,
        past: trusting({ now: () => at }).past(triggerLimits.keptFiresMs),
      },
    ]);
  }
  const found = await all((after) =>
    triggers.fires(EVERYONE, trigger.triggerId, { limit: listLimits.max, after }),
  );
  expect(found.map(({ dueAt }) => dueAt)).toEqual(times(MANY).toReversed());
});

verifies(
  'contract.lists.bytes',
  'pages of workflows end early when they are large, and skip none',
  async () => {
    const { workflowDefinitions: definitions } = engine.services;
    const task = 'ä'.repeat(workflowLimits.taskChars);
    const names = times(5).map((at) => `Workflow ${at}`);
    for (const name of names)
      await definitions.save({ name, steps: times(30).map((at) => ({ stepId: `s${at}`, task })) }, BY_OWNER);
    const found = await all((after) => definitions.list(EVERYONE, { limit: listLimits.max, after }));
    expect(found.map(({ name }) => name)).toEqual(names.toReversed());
  },
);
