import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { OWNER_ID, BY_OWNER } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import { text, toolCalls } from '../../../doubles/scripted-model.ts';
import { aTool } from '../../../harness/core.ts';
import { DOLLAR } from '../../execution/runs/agents/stage.ts';
import { DAY, HOUR, MINUTE, OWNER, triggersOver } from '../../../harness/triggers.ts';
import { verifies } from '../../../spec/verifies.ts';
import { sentence } from '../../../doubles/sentences.ts';

const says = (said: string) => [text(said)];

test('a schedule fires at its time, once, in a conversation of its own', async () => {
  const engine = await triggersOver({ turns: [says('Done.'), says('Again.')] });
  const { trigger } = await engine.made({
    title: 'Morning',
    schedule: '0 8 * * *',
    timeZone: 'UTC',
    task: 'Look at the news',
  });
  expect(new Date(trigger.nextDueAt ?? 0).toISOString()).toBe('2026-01-01T08:00:00.000Z');
  await engine.pass(8 * HOUR - 2_000);
  expect(await engine.fired(trigger)).toEqual([]);
  await engine.pass(2_000);
  await engine.pass(DAY);
  const fires = await engine.fired(trigger);
  expect(fires.map(({ dueAt, outcome, missed }) => [new Date(dueAt).toISOString(), outcome, missed])).toEqual(
    [
      ['2026-01-01T08:00:00.000Z', 'unverified', 0],
      ['2026-01-02T08:00:00.000Z', 'unverified', 0],
    ],
  );
  const now = await engine.triggers.get(trigger.triggerId, OWNER);
  const thread = await engine.threads.get(EVERYONE, now.trigger.threadId ?? ('' as never));
  expect([thread.title, thread.messageCount]).toEqual(['Morning', 4]);
  // The second run sees nothing of the first.
  expect(engine.model.requests.map(({ messages }) => messages.length)).toEqual([1, 1]);
});

verifies(
  'promise.schedules',
  'after a sleep over several periods it runs once, and says how many were missed',
  async () => {
    const engine = await triggersOver({ turns: [says('Done.'), says('Again.')] });
    const { trigger } = await engine.made({ title: 'Often', schedule: 'every 30m', task: 'Look' });
    engine.clock.jump(5 * HOUR + 10 * MINUTE);
    await engine.pass(MINUTE);
    const fires = await engine.fired(trigger);
    expect(fires.map(({ dueAt, missed }) => [(dueAt - trigger.createdAt) / MINUTE, missed])).toEqual([
      [300, 9],
    ]);
  },
);

test('set back, the clock fires no due time twice, and does not silence what is to come', async () => {
  const engine = await triggersOver();
  const { trigger } = await engine.made({
    title: 'Drink',
    effect: 'notify',
    schedule: '0 * * * *',
    timeZone: 'UTC',
  });
  await engine.pass(2 * HOUR + MINUTE);
  engine.clock.jump(40 * DAY);
  await engine.pass(MINUTE);
  engine.clock.jump(-40 * DAY);
  await engine.pass(MINUTE);
  engine.clock.jump(-90 * MINUTE);
  await engine.pass(3 * HOUR);
  const due = (await engine.fired(trigger)).map(({ dueAt }) => new Date(dueAt).toISOString());
  expect(due).toEqual([
    '2026-01-01T01:00:00.000Z',
    '2026-01-01T02:00:00.000Z',
    '2026-02-10T02:00:00.000Z',
    '2026-01-01T03:00:00.000Z',
  ]);
});

test('an expectation decides: verified, or failed with what is missing; after five failures it is paused', async () => {
  const engine = await triggersOver({
    turns: [says('All is well, GREEN.'), ...Array.from({ length: 6 }, () => says('Oh.'))],
  });
  const { trigger } = await engine.made({
    title: 'Check',
    schedule: 'every 1h',
    task: 'Check it',
    expectation: { kind: 'answer', contains: 'green' },
  });
  await engine.pass(8 * HOUR);
  const fires = await engine.fired(trigger);
  expect(fires.map(({ outcome }) => outcome)).toEqual([
    'verified',
    ...Array.from({ length: 5 }, () => 'failed'),
  ]);
  expect(fires[1]?.reason).toMatchObject({ code: 'expected_answer' });
  const { trigger: paused } = await engine.triggers.get(trigger.triggerId, OWNER);
  expect([paused.enabled, paused.nextDueAt]).toEqual([false, null]);
  expect(paused.pausedReason).not.toBeNull();
  const { items } = await engine.notices.list(EVERYONE, { limit: 10, after: null });
  expect(items).toMatchObject([{ kind: 'paused', title: { text: expect.stringContaining('Check') } }]);
  const resumed = await engine.triggers.set(trigger.triggerId, { enabled: true }, OWNER);
  expect([resumed.trigger.failuresInRow, resumed.trigger.pausedReason]).toEqual([0, null]);
});

test('the cost of a fire says whether it is estimated', async () => {
  const limits = { run: 1_000, day: 1_000, month: 1_000 };
  for (const price of [DOLLAR, { ...DOLLAR, isAssumed: true as const }]) {
    const engine = await triggersOver({ turns: [says('Done.')], price, spendingLimits: limits });
    const { trigger } = await engine.made({ title: 'Look', schedule: '@daily', task: 'Look' });
    await engine.triggers.run(EVERYONE, trigger.triggerId, 'asked');
    await engine.pass(0);
    const [fire] = await engine.fired(trigger);
    expect(fire).toMatchObject({ outcome: 'unverified', priceKnown: price === DOLLAR || null });
    expect(fire?.costUsd).toBeGreaterThan(0);
  }
});

test('a reminder is shown as a notice, and a trigger that is due once is over afterwards', async () => {
  const engine = await triggersOver();
  const at = engine.clock.now() + HOUR;
  const { trigger } = await engine.made({
    title: 'Call Ann',
    kind: 'reminder',
    runAt: at,
    task: 'About the tax',
  });
  await engine.pass(3 * HOUR);
  const { items } = await engine.notices.list(EVERYONE, { limit: 10, after: null });
  expect(items.map(({ kind, title, text, createdAt }) => [kind, title.text, text.text, createdAt])).toEqual([
    ['reminder', 'Call Ann', 'About the tax', at],
  ]);
  const { trigger: over, last } = await engine.triggers.get(trigger.triggerId, OWNER);
  expect([over.nextDueAt, last?.outcome]).toEqual([null, 'verified']);
  // The status says that it waits, and how many do where they are several.
  expect(await engine.notices.reminders(EVERYONE)).toEqual([
    { code: 'notices.waiting', facts: { count: 1 } },
  ]);
  const again = { kind: 'reminder', runAt: engine.clock.now() + HOUR, task: 'Again' } as const;
  await engine.made({ title: 'Call Bob', ...again });
  await engine.pass(2 * HOUR);
  expect(await engine.notices.reminders(EVERYONE)).toEqual([
    { code: 'notices.waiting', facts: { count: 2 } },
  ]);
});

verifies('triggers.trial', 'it carries nothing out, and lists what it would have done', async () => {
  const done: string[] = [];
  const tool = (name: string) =>
    ({
      ...aTool(name, async () => {
        done.push(name);
        return { output: 'done', success: true };
      }),
      consent: () => ({ class: 'send_outside' as const, says: sentence('Send.'), to: 'a.example' }),
    }) as const;
  const call = toolCalls({ name: 'send', input: { to: 'ann' } });
  const engine = await triggersOver({
    tools: [tool('send')],
    turns: [[call], says('Sent.')],
  });
  const { trigger } = await engine.made({ title: 'Mail', schedule: '@daily', task: 'Write to Ann' });
  await engine.triggers.run(EVERYONE, trigger.triggerId, 'test');
  await engine.pass(MINUTE);
  expect(done).toEqual([]);
  const [fire] = await engine.fired(trigger);
  expect(fire).toMatchObject({ cause: 'test', outcome: 'unverified' });
  expect(fire?.notCarriedOut).toEqual([{ tool: 'send', input: '{"to":"ann"}', says: sentence('Send.') }]);
});

test('what is not allowed beforehand is asked, and waits without holding others; what is allowed is not asked', async () => {
  const sent: string[] = [];
  const send = {
    ...aTool('send', async ({ to }) => {
      sent.push(String(to));
      return { output: 'sent', success: true };
    }),
    consent: ({ to }: { to?: string }) =>
      ({ class: 'send_outside', says: sentence(`Send to ${to}.`), to }) as never,
  } as const;
  const calls = (to: string) => [toolCalls({ name: 'send', input: { to } })];
  const engine = await triggersOver({
    tools: [send],
    turns: [calls('a.example'), says('Sent.'), calls('b.example'), says('Sent.')],
  });
  const create = async (title: string, hour: string) =>
    await engine.made({
      title,
      schedule: `0 ${hour} * * *`,
      timeZone: 'UTC',
      task: 'Send it',
      permissions: { hosts: ['a.example'] },
    });
  const one = await create('one', '1');
  const two = await create('two', '2,8');
  await engine.pass(2 * HOUR + MINUTE);
  expect(sent).toEqual(['a.example']);
  expect((await engine.fired(one.trigger)).map(({ outcome }) => outcome)).toEqual(['unverified']);
  const waiting = await engine.triggers.get(two.trigger.triggerId, OWNER);
  expect([waiting.running, waiting.stoppable, waiting.last?.outcome, waiting.last?.isWaiting]).toEqual([
    true,
    true,
    null,
    true,
  ]);
  // Hours later it is asked still, so it does not begin again.
  await engine.pass(7 * HOUR);
  expect((await engine.fired(two.trigger)).map(({ outcome }) => outcome).at(-1)).toBe('skipped');
  await engine.stops.stop(two.trigger.triggerId.slice(0, 12), OWNER);
  await engine.pass(MINUTE);
  expect((await engine.fired(two.trigger))[0]).toMatchObject({
    outcome: 'failed',
    reason: { code: 'stopped' },
  });
  await engine.triggers.remove(EVERYONE, one.trigger.triggerId);
  expect((await engine.consents.list(EVERYONE)).map(({ triggerId }) => triggerId)).toEqual([
    two.trigger.triggerId,
  ]);
});

test('a conversation that its owner uses skips a due time, counts for nothing, and loses nothing that is due once', async () => {
  const ask = {
    ...aTool('ask', async () => ({ output: 'asked', success: true })),
    consent: () => ({ class: 'send_outside' as const, says: sentence('Send.'), to: 'a.example' }),
  } as const;
  const engine = await triggersOver({
    tools: [ask],
    turns: [says('One.'), [toolCalls({ name: 'ask', input: {} })], says('Two.'), says('Three.')],
  });
  const { trigger } = await engine.made({ title: 'Often', schedule: 'every 10m', task: 'Look' });
  await engine.pass(10 * MINUTE);
  const { threadId } = (await engine.triggers.get(trigger.triggerId, OWNER)).trigger;
  const session = await engine.sessions.create(OWNER_ID, threadId, null);
  const runId = await engine.runs.start(session.sessionId, {
    task: 'Ask me something',
    profile: null,
    idempotencyKey: null,
    startedBy: BY_OWNER,
  });
  await engine.pass(65 * MINUTE);
  const { trigger: now } = await engine.triggers.get(trigger.triggerId, OWNER);
  expect([now.enabled, now.failuresInRow]).toEqual([true, 0]);
  expect(
    (await engine.fired(trigger)).slice(1).map(({ outcome, reason }) => [outcome, reason?.code]),
  ).toEqual(Array.from({ length: 6 }, () => ['skipped', 'run_in_progress']));
  await engine.stops.stop(runId, OWNER);
  await engine.pass(10 * MINUTE);
  expect((await engine.fired(trigger)).at(-1)).toMatchObject({ outcome: 'unverified' });
});
