// How sub-agents live and end beside their run: abort, time, waiting for a person, a crash.
import { EVERYONE } from '../../../../../src/core/trust/people/model.ts';
import { expect, test } from '@jest/globals';
import { runLimits } from '../../../../../src/core/execution/runs/limits.ts';
import { agentLimits } from '../../../../../src/core/instance/agents/limits.ts';
import type { Journal } from '../../../../../src/core/ports/journal.ts';
import type { Change } from '../../../../../src/core/features.ts';
import { gate, hangUntilAbort, text, toolCalls } from '../../../../doubles/scripted-model.ts';
import { aTool } from '../../../../harness/core.ts';
import { faultsIn } from '../../../../harness/well-formed.ts';
import { verifies } from '../../../../spec/verifies.ts';
import { agentsIn, an, resultsIn, spawn, stage, storyOf } from './stage.ts';
import { freshHistory } from '../../../../harness/fresh-databases.ts';

const HALF_AN_HOUR = 30 * 60 * 1000;
const readsA = toolCalls({ name: 'read_file', input: { path: 'a.txt' } });

verifies(
  ['agents.abort', 'agents.cost'],
  'an abort ends only the sub-agents of its run, and their cost counts',
  async () => {
    const [here, there] = [gate(), gate()];
    const core = stage({
      svc: [[spawn(an('Ann'), an('Ben'))], [text('ok')]],
      Ann: [[readsA], [text('half'), here.step, hangUntilAbort()]],
      Ben: [[hangUntilAbort()]],
      'Other task': [[spawn(an('Cid'))], [text('the other is done')]],
      Cid: [[there.step, text('c')]],
    });
    const session = await core.newSession();
    const runId = await core.start(session);
    const otherId = await core.start(await core.newSession(), 'Other task');
    await Promise.all([here.reached, there.reached]);
    await core.runs.abort(EVERYONE, session.sessionId, null);
    const events = await core.eventsOf(runId);
    expect(events.at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'aborted', costUsd: 2 } });
    expect(storyOf('Ann', agentsIn(events)).at(-1)).toBe('ended');
    expect(storyOf('Ben', agentsIn(events)).at(-1)).toBe('ended');
    expect(agentsIn(events).flatMap((event) => (event.event === 'ended' ? [event.outcome] : []))).toEqual([
      'aborted',
      'aborted',
    ]);
    expect(await core.history.runs.get(EVERYONE, runId)).toMatchObject({ status: 'aborted', costUsd: 2 });
    expect(core.cast.openStreams).toBe(1);
    there.open();
    expect((await core.eventsOf(otherId)).at(-1)).toMatchObject({ data: { text: 'the other is done' } });
    expect(core.log.events('error')).toEqual([]);
    expect(core.clock.waiting).toBe(0);
  },
);

verifies(
  'agents.abort',
  'a stopped run waits for a sub-agent whose model ignores the abort, and reports its end',
  async () => {
    const reached = Promise.withResolvers<void>();
    const core = stage(
      { svc: [[spawn(an('Ann'))]] },
      {
        open: async () => ({
          id: 'stubborn',
          provider: 'scripted',
          contextWindow: 1_000,
          outputLimit: 1,
          price: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
          stream: (request, signal) => {
            if (!JSON.stringify(request.messages[0]).includes('Ann'))
              return core.cast.stream(request, signal);
            reached.resolve();
            return (async function* () {
              await new Promise(() => undefined);
              yield { type: 'text', text: 'never' } as const;
            })();
          },
        }),
      },
    );
    const session = await core.newSession();
    const runId = await core.start(session);
    await reached.promise;
    await core.runs.abort(EVERYONE, session.sessionId, null);
    await core.clock.advance(runLimits.abortGraceMs - 1);
    expect(core.runs.liveCount).toBe(1);
    const events = await core.eventsOf(runId);
    expect(events.at(-2)).toMatchObject({ type: 'subagent', data: { event: 'ended', outcome: 'aborted' } });
    expect(events.at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'aborted' } });
  },
);

verifies('agents.time', 'only the sub-agent that works too long is ended', async () => {
  const [late, slow] = [gate(), gate()];
  const core = stage({
    svc: [[spawn(an('Ann'), an('Ben'))], [text('ok')]],
    Ann: [[text('so far'), late.step, hangUntilAbort()]],
    Ben: [[slow.step, text('in time')]],
  });
  const runId = await core.start(await core.newSession());
  await Promise.all([late.reached, slow.reached]);
  await core.clock.advance(agentLimits.ms - 1);
  expect(core.cast.openStreams).toBe(2);
  slow.open();
  await core.clock.advance(1);
  const events = await core.eventsOf(runId);
  const [result] = resultsIn(events);
  expect(result?.success).toBe(true);
  expect(result?.output).toMatch(/Ann[^]*stopped after 10 minutes of work[^]*so far[^]*Ben[^]*in time/u);
  expect(events.at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'end_turn' } });
});

/** A tool that asks the owner before it acts, as consent would. */
const asking = (core: () => ReturnType<typeof stage>) => ({
  ...aTool('read_file', async (_input, call) => {
    const answer = await core().prompts.ask({ question: `May ${call.agent ?? 'the run'}?` }, call);
    return { output: answer, success: true };
  }),
  waitsForPerson: true,
});

verifies(
  ['agents.time', 'agents.questions'],
  'a question of a sub-agent reaches the clients of its run, and the wait for the answer counts in no duration',
  async () => {
    const hold = gate();
    const parts = { Ann: [[readsA], [text('Ann may')]], Ben: [[hold.step, text('Ben could not know')]] };
    const core = stage(
      { svc: [[spawn(an('Ann'), an('Ben'))], [text('ok')]], ...parts },
      { tools: [asking(() => core)] },
    );
    const session = await core.newSession();
    const runId = await core.start(session);
    await hold.reached;
    // Longer than the limits of a sub-agent and of a call.
    await core.clock.advance(HALF_AN_HOUR);
    const pending = await core.history.prompts.pendingIn(session.sessionId);
    expect(pending).toMatchObject({ runId, questions: [{ question: 'May Ann?' }] });
    await core.prompts.reply(EVERYONE, session.sessionId, { promptId: null, answer: 'yes' });
    await core.clock.advance(0);
    hold.open();
    const events = await core.eventsOf(runId);
    expect(events.filter(({ type }) => type === 'prompt')).toHaveLength(1);
    expect(resultsIn(events)).toMatchObject([{ name: 'spawn_agent', success: true }]);
    const ends = agentsIn(events).filter(({ event }) => event === 'ended');
    expect(ends).toMatchObject([{ outcome: 'answered' }, { outcome: 'answered' }]);
    const run = await core.history.runs.get(EVERYONE, runId);
    expect(run?.waitMs).toBe(HALF_AN_HOUR);
    expect(run?.durationMs).toBeLessThan(60_000);
    expect(core.clock.waiting).toBe(0);
  },
);

verifies(
  ['agents.abort', 'agents.questions'],
  'an abort ends a sub-agent that asks, and its question',
  async () => {
    const core = stage({ svc: [[spawn(an('Ann'))]], Ann: [[readsA]] }, { tools: [asking(() => core)] });
    const session = await core.newSession();
    const runId = await core.start(session);
    await core.clock.advance(10_000);
    expect(await core.prompts.pending(EVERYONE, session.sessionId)).not.toBeNull();
    await core.runs.abort(EVERYONE, session.sessionId, null);
    const events = await core.eventsOf(runId);
    expect(events.filter(({ type }) => type === 'prompt')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ data: { stopReason: 'aborted' } });
    expect(await core.prompts.pending(EVERYONE, session.sessionId)).toBeNull();
    expect(core.clock.waiting).toBe(0);
  },
);

verifies(
  ['agents.crash', 'agents.cost'],
  'after a crash sub-agents have ended with their run, the outcome of their calls is unknown, and nothing is repeated',
  async () => {
    const history = freshHistory();
    const calls: string[] = [];
    const reached = Promise.withResolvers<void>();
    const hanging = aTool('read_file', async ({ path = '' }) => {
      calls.push(String(path));
      if (calls.length === 2) reached.resolve();
      return await new Promise(() => undefined);
    });
    const parts = {
      svc: [[spawn(an('Ann'), an('Ben'))]],
      Ann: [[readsA]],
      Ben: [[toolCalls({ name: 'read_file', input: { path: 'b.txt' } })]],
    };
    const before = stage(parts, { history, tools: [hanging] });
    const session = await before.newSession();
    const runId = await before.start(session);
    await reached.promise;

    // The process is gone; another one opens its database.
    const after = stage({ svc: [[text('I look first.')]] }, { history, firstId: 1_000 });
    await after.runs.recover();
    const events = await after.eventsOf(runId);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)).toMatchObject({ type: 'error', data: { code: 'interrupted' } });
    for (const name of ['Ann', 'Ben'])
      expect(storyOf(name, agentsIn(events))).toEqual([
        'started',
        'tool_call',
        'turn_end',
        'tool_result',
        'ended',
      ]);
    // The run itself has one call and one result.
    expect(resultsIn(events)).toHaveLength(1);
    expect(agentsIn(events).at(-1)).toMatchObject({ outcome: 'aborted', costUsd: 1, turns: 1 });
    expect(await history.runs.get(EVERYONE, runId)).toMatchObject({ status: 'interrupted', costUsd: 3 });
    expect(await history.runs.costSince(EVERYONE, 0)).toBe(3);
    expect((await history.runs.toolCalls(runId)).map(({ success }) => success)).toEqual([
      false,
      false,
      false,
    ]);

    await after.eventsOf(await after.start(session, 'go on'));
    expect(faultsIn(after.cast.requestsTo('svc')[0]?.messages ?? [])).toEqual([]);
    expect(calls).toEqual(['a.txt', 'b.txt']);
  },
);

test('a journal that fails under a sub-agent ends its run, the other sub-agents and itself', async () => {
  const failing = (journal: Journal<Change>): Journal<Change> => ({
    commit: (changes) =>
      changes.some((change: Change) => change.change === 'tool-call.start' && change.call.agent !== null)
        ? Promise.reject(new Error('a bug'))
        : journal.commit(changes),
  });
  const core = stage(
    { svc: [[spawn(an('Ann'), an('Ben'))]], Ann: [[readsA]], Ben: [[hangUntilAbort()]] },
    { journal: failing },
  );
  const runId = await core.start(await core.newSession());
  const events = await core.eventsOf(runId);
  expect(events.at(-1)).toMatchObject({ type: 'error', data: { code: 'internal' } });
  expect(storyOf('Ben', agentsIn(events))).toEqual(['started', 'ended']);
  expect(core.cast.openStreams).toBe(0);
  expect(await core.history.runs.unfinished()).toEqual([]);
});

test('how far a call of a sub-agent is reaches who follows the run', async () => {
  const reads = aTool('read_file', async (_, call) => {
    call.progressed({ done: 1, total: 2, message: null });
    await core.clock.sleep(10);
    return { output: 'read', success: true };
  });
  const parts = { svc: [[spawn(an('Ann'))], [text('ok')]], Ann: [[readsA], [text('done')]] };
  const core = stage(parts, { tools: [reads] });
  const runId = await core.start(await core.newSession());
  const types = new Set<string>();
  const following = (async () => {
    for await (const batch of await core.runs.follow(EVERYONE, runId, 0, new AbortController().signal))
      for (const { type } of batch) types.add(type);
  })();
  await core.clock.advance(1_000);
  await following;
  expect(types).toContain('tool_progress');
});
