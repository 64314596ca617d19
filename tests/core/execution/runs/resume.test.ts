import { OWNER_ID } from '../../../doubles/people.ts';
// Runs that go on after a restart of the engine.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { BY_OWNER } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import { runLimits } from '../../../../src/core/execution/runs/limits.ts';
import type { RunRequest } from '../../../../src/core/execution/runs/request.ts';
import type { ToolEffect } from '../../../../src/core/ports/tools.ts';
import type { Step } from '../../../doubles/scripted-model.ts';
import { gate, text, toolCalls } from '../../../doubles/scripted-model.ts';
import { aTool, coreOver, type CoreOptions } from '../../../harness/core.ts';
import { an, DOLLAR, spawn, stage } from './agents/stage.ts';
import { runTokens } from '../../../../src/main/tokens.ts';
import { runId as asRunId } from '../../../../src/core/kernel/ids.ts';
import { verifies } from '../../../spec/verifies.ts';

type Core = ReturnType<typeof coreOver>;

const request: RunRequest = {
  task: 'do it',
  profile: null,
  idempotencyKey: null,
  startedBy: BY_OWNER,
  resume: true,
};

/** The same data in another process: the first one died on the spot. */
async function afterDeath({ history }: Core, options: CoreOptions): Promise<Core> {
  const next = coreOver({ history, firstId: 10_000, ...options });
  await next.runs.recover();
  next.runs.goOn();
  return next;
}

async function begun(core: Pick<Core, 'newSession' | 'runs'>) {
  const session = await core.newSession();
  return { session, runId: await core.runs.start(session.sessionId, request) };
}

/** A tool that does its work once more each time, and hangs after it where `dies` says so. */
function worker(effect: ToolEffect) {
  const done: string[] = [];
  const hold = { hangs: true };
  const reached = Promise.withResolvers<void>();
  const work = aTool('work', async (input) => {
    done.push(JSON.stringify(input));
    if (hold.hangs) {
      reached.resolve();
      await new Promise(() => undefined);
    }
    return { output: 'worked', success: true };
  });
  const tool = { ...work, effect };
  return { done, hold, tool, reached: reached.promise };
}

const call = (input = {}): Step => toolCalls({ name: 'work', input });
const types = (events: readonly { readonly type: string }[]): readonly string[] =>
  events.map(({ type }) => type);

verifies('runs.resume', 'a run goes on where it was, and what was finished is not repeated', async () => {
  const { tool, done, hold } = worker('effect');
  hold.hangs = false;
  const second = gate();
  const core = coreOver({ turns: [[call({ nth: 1 })], [second.step]], tools: [tool] });
  const { runId } = await begun(core);
  await second.reached;
  await core.clock.advance(runLimits.batchMs);
  const next = await afterDeath(core, { turns: [[text('All done.')]], tools: [tool] });
  const events = await next.eventsOf(runId);
  expect(done).toHaveLength(1);
  expect(types(events)).toEqual([
    'tool_call',
    'turn_end',
    'tool_result',
    'resumed',
    'text',
    'turn_end',
    'done',
  ]);
  expect(events.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await next.runs.get(EVERYONE, runId)).toMatchObject({ status: 'completed', toolCallCount: 1 });
  // The model was told what the first process had found out.
  expect(JSON.stringify(next.model.requests[0]?.messages)).toContain('worked');
});

verifies('runs.resume', 'without asking for it, a run is interrupted as before', async () => {
  const hold = gate();
  const core = coreOver({ turns: [[hold.step]] });
  const session = await core.newSession();
  const runId = await core.runs.start(session.sessionId, { ...request, resume: false });
  await hold.reached;
  const next = await afterDeath(core, {});
  expect(await next.runs.get(EVERYONE, runId)).toMatchObject({ status: 'interrupted' });
});

test.each(['read', 'idempotent'] as const)(
  'a call that was cut off is made again where its effect is %s',
  async (effect) => {
    const { tool, done, hold, reached } = worker(effect);
    const core = coreOver({ turns: [[call()]], tools: [tool] });
    const { runId } = await begun(core);
    await reached;
    await core.clock.advance(runLimits.batchMs);
    hold.hangs = false;
    const next = await afterDeath(core, { turns: [[text('ok')]], tools: [tool] });
    await next.eventsOf(runId);
    expect(done).toHaveLength(2);
    expect(await next.runs.get(EVERYONE, runId)).toMatchObject({ status: 'completed', toolCallCount: 1 });
  },
);

async function cutOff(answer: string) {
  const { tool, done, hold, reached } = worker('effect');
  const core = coreOver({
    turns: [[toolCalls({ name: 'work', input: { a: 1 } }, { name: 'work', input: { a: 2 } })]],
    tools: [tool],
  });
  const { session, runId } = await begun(core);
  await reached;
  hold.hangs = false;
  const next = await afterDeath(core, { turns: [[text('ok')]], tools: [tool] });
  while ((await next.prompts.pending(EVERYONE, session.sessionId)) === null) await next.clock.advance(100);
  const asked = await next.answer(session, answer);
  await next.eventsOf(runId);
  expect(await next.runs.get(EVERYONE, runId)).toMatchObject({ status: 'completed' });
  return { done, asked, told: JSON.stringify(next.model.requests[0]?.messages) };
}

verifies(
  'runs.resume',
  'a call that was cut off and may have had an effect is made again only if its owner says so',
  async () => {
    const { done, asked } = await cutOff('It has not happened: do it now');
    expect(asked?.questions[0]?.question).toContain('work');
    expect(done).toEqual(['{"a":1}', '{"a":1}', '{"a":2}']);
  },
);

verifies('runs.resume', 'its owner may say that it has happened; calls after it had not begun', async () => {
  const { done, told } = await cutOff('It has happened');
  expect(done).toEqual(['{"a":1}', '{"a":2}']);
  expect(told).toContain('was carried out');
});

verifies('runs.resume', 'or that the run should go on without it', async () => {
  const { done, told } = await cutOff('resume.unknown');
  expect(done).toEqual(['{"a":1}', '{"a":2}']);
  expect(told).toContain('may have had an effect');
});

verifies(
  'runs.resume',
  'a call whose result is on record is not made again, and its owner is not asked about it',
  async () => {
    const first = worker('effect');
    first.hold.hangs = false;
    const second = worker('effect');
    const tools = [first.tool, { ...second.tool, name: 'later' }];
    const turns = [[toolCalls({ name: 'work', input: { a: 1 } }, { name: 'later', input: { a: 2 } })]];
    const core = coreOver({ turns, tools });
    const { session, runId } = await begun(core);
    await second.reached;
    const next = await afterDeath(core, { turns: [[text('ok')]], tools });
    while ((await next.prompts.pending(EVERYONE, session.sessionId)) === null) await next.clock.advance(100);
    const asked = await next.answer(session, 'It has happened');
    expect(asked?.questions).toMatchObject([{ question: expect.stringContaining('{"a":2}') }]);
    await next.eventsOf(runId);
    expect([first.done, second.done]).toEqual([['{"a":1}'], ['{"a":2}']]);
    expect(await next.prompts.pending(EVERYONE, session.sessionId)).toBe(null);
    expect(JSON.stringify(next.model.requests[0]?.messages)).toContain('worked');
  },
);

verifies(
  'runs.resume',
  'a reply that was cut off is asked for once more, as if nothing had been',
  async () => {
    const hold = gate();
    const core = coreOver({ turns: [[text('The first half, '), hold.step]] });
    const { session, runId } = await begun(core);
    await hold.reached;
    await core.clock.advance(runLimits.batchMs);
    const next = await afterDeath(core, { turns: [[text('The whole.')]] });
    const events = await next.eventsOf(runId);
    expect(types(events)).toEqual(['text', 'resumed', 'text', 'turn_end', 'done']);
    expect(events.at(-1)?.data).toMatchObject({ text: 'The whole.' });
    expect(next.model.requests[0]?.messages).toHaveLength(1);
    const messages = await next.history.threads.messages(session.threadId, { after: 0, limit: 10 });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  },
);

verifies('runs.resume', 'a stop of the engine leaves the run to the next one', async () => {
  const { tool, reached, hold, done } = worker('idempotent');
  const core = coreOver({ turns: [[call()]], tools: [tool] });
  const { runId } = await begun(core);
  await reached;
  const drained = core.runs.drain(1_000);
  await core.clock.advance(2_000);
  await drained;
  expect(await core.history.runs.get(EVERYONE, runId)).toMatchObject({ status: 'running' });
  hold.hangs = false;
  const next = await afterDeath(core, { turns: [[text('ok')]], tools: [tool] });
  await next.eventsOf(runId);
  expect(done).toHaveLength(2);
  expect(await next.runs.get(EVERYONE, runId)).toMatchObject({ status: 'completed' });
});

verifies('runs.resume', 'its owner can stop it before it goes on', async () => {
  const hold = gate();
  const core = coreOver({ turns: [[hold.step]] });
  const { session, runId } = await begun(core);
  await hold.reached;
  const next = coreOver({ history: core.history, firstId: 10_000, turns: [[text('no')]] });
  await next.runs.recover();
  expect(await next.runs.abort(EVERYONE, session.sessionId, null)).toBe(runId);
  next.runs.goOn();
  await next.eventsOf(runId);
  expect(await next.runs.get(EVERYONE, runId)).toMatchObject({ status: 'aborted' });
});

verifies('runs.resume', 'a run that takes the engine down again and again ends', async () => {
  let core = coreOver({ turns: [[gate().step]] });
  const { runId } = await begun(core);
  for (let nth = 1; nth <= runLimits.resumes; nth++) {
    const hold = gate();
    core = await afterDeath(core, { turns: [[hold.step]], firstId: nth * 10_000 });
    await hold.reached;
    await core.clock.advance(runLimits.batchMs);
    expect(await core.runs.get(EVERYONE, runId)).toMatchObject({ status: 'running' });
  }
  const last = await afterDeath(core, { firstId: 900_000 });
  expect(await last.runs.get(EVERYONE, runId)).toMatchObject({
    status: 'interrupted',
    error: { code: 'interrupted', error: expect.stringContaining('6 times') },
  });
});

verifies('runs.resume', 'what a cut-off call may have cost counts', async () => {
  const hold = gate();
  const price = DOLLAR;
  const core = coreOver({ price, turns: [[hold.step]] });
  core.model.outputLimit = 30;
  const { runId } = await begun(core);
  await hold.reached;
  await core.clock.advance(runLimits.batchMs);
  const worst = (await core.history.runs.callsBegun())[0]?.worstUsd ?? 0;
  expect(worst).toBeGreaterThan(0);
  const next = await afterDeath(core, { price, turns: [[text('ok')]] });
  await next.eventsOf(runId);
  const run = await next.runs.get(EVERYONE, runId);
  expect(run?.costUsd).toBeGreaterThan(worst);
  expect(run?.priceKnown).toBe(false);
  expect(await next.history.runs.callsBegun()).toEqual([]);
});

test('an engine that does not stay leaves it as it is', async () => {
  const hold = gate();
  const core = coreOver({ turns: [[hold.step]] });
  const { runId } = await begun(core);
  await hold.reached;
  const command = coreOver({ history: core.history, firstId: 10_000 });
  await command.runs.recover(false);
  expect(await command.runs.get(EVERYONE, runId)).toMatchObject({ status: 'running' });
});

/** A run whose sub-agent was at work when the engine died, in the next one, with what its owner is asked. */
async function withLostAgent(answer: string, parts: Parameters<typeof stage>[0]) {
  const hold = gate();
  const core = stage({ svc: [[spawn(an('Ann'))]], Ann: [[hold.step]] });
  const { session, runId } = await begun(core);
  await hold.reached;
  await core.clock.advance(runLimits.batchMs);
  while ((await core.history.runs.callsBegun()).length === 0) await new Promise(setImmediate);
  const next = stage(parts, { history: core.history, firstId: 10_000 });
  await next.runs.recover();
  next.runs.goOn();
  while ((await next.prompts.pending(EVERYONE, session.sessionId)) === null) await next.clock.advance(100);
  const asked = await next.answer(session, answer);
  await next.eventsOf(runId);
  expect(await next.runs.get(EVERYONE, runId)).toMatchObject({ status: 'completed' });
  expect(await next.history.runs.callsBegun()).toEqual([]);
  const sideCalls = await next.history.history.sideCallsSince(EVERYONE, 0);
  return {
    question: asked?.questions[0],
    sideCalls,
    told: JSON.stringify(next.cast.requestsTo('svc')),
  };
}

verifies(
  'runs.resume',
  'a sub-agent that was cut off ends once, and its run goes on without it',
  async () => {
    const { question, sideCalls, told } = await withLostAgent('Go on without it', {
      svc: [[text('Done without Ann.')]],
    });
    expect(question).toMatchObject({
      question:
        'The engine stopped while a sub-agent was at work: "Ann", "Play Ann.". What it had found by then is lost, and what it had changed stays. Shall it begin again? That costs once more.',
      options: ['Begin again', 'Go on without it'],
    });
    expect(sideCalls).toMatchObject([{ purpose: 'subagent' }]);
    expect(told).toContain('What it had found by then is lost');
    expect(told).toContain('goes on without it');
  },
);

verifies('runs.resume', 'or begins again if its owner says so', async () => {
  const { sideCalls, told } = await withLostAgent('Begin again', {
    svc: [[text('Ann said it.')]],
    Ann: [[text('Found by Ann.')]],
  });
  expect(sideCalls).toMatchObject([{ purpose: 'subagent', calls: 2, failures: 1 }]);
  expect(told).toContain('Found by Ann.');
});

verifies('runs.resume', 'what it has spent counts for the ceilings from the start on', async () => {
  const hold = gate();
  const { tool, hold: work } = worker('read');
  work.hangs = false;
  const first = coreOver({ price: DOLLAR, turns: [[call()], [hold.step]], tools: [tool] });
  const session = await first.newSession();
  await first.runs.start(session.sessionId, request);
  await hold.reached;
  await first.clock.advance(runLimits.batchMs);
  const next = coreOver({
    history: first.history,
    firstId: 10_000,
    price: DOLLAR,
    spendingLimits: { run: 100, day: 100, month: 1_000 },
  });
  await next.runs.recover();
  const spending = next.get(runTokens.spending);
  const { refused } = await spending.reserve(OWNER_ID, asRunId('other'), 0, 99);
  expect(refused).toMatchObject({ ceiling: 'day' });
});
