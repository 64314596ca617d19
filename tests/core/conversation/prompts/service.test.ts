import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { OWNER_ID } from '../../../doubles/people.ts';
import { describe, expect, test } from '@jest/globals';
import { promptId, sessionId, toolCallId, type RunId } from '../../../../src/core/kernel/ids.ts';
import { refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import type { Change } from '../../../../src/core/features.ts';
import type { Clock } from '../../../../src/core/ports/clock.ts';
import type { ToolCallContext } from '../../../../src/core/execution/runs/port.ts';
import type { Session } from '../../../../src/core/conversation/sessions/model.ts';
import { PromptService } from '../../../../src/core/conversation/prompts/service.ts';
import { text, toolCalls } from '../../../doubles/scripted-model.ts';
import { coreOver } from '../../../harness/core.ts';
import { faultsIn } from '../../../harness/well-formed.ts';
import { begunRun } from '../../../ports/history-builders.ts';
import { verifies } from '../../../spec/verifies.ts';
import { coreThatAsks, DAY, told, waiting, type Core } from './waiting.ts';
import { freshHistory } from '../../../harness/fresh-databases.ts';
import { testWords } from '../../../doubles/sentences.ts';
import { dyingWhen, refusing } from '../../../harness/journals.ts';

const stateOf = async (
  core: Core,
  { promptId: id }: { promptId: Parameters<Core['history']['prompts']['get']>[0] },
) => (await core.history.prompts.get(id))?.state;

const codeOf = (refused: Promise<unknown>): Promise<string> =>
  refused.then(
    () => 'none',
    (error: { readonly code: string }) => error.code,
  );

const reply = (
  core: Core,
  { sessionId: id }: { sessionId: ReturnType<typeof sessionId> },
  answer: string,
  named = '',
) => core.prompts.reply(EVERYONE, id, { promptId: named === '' ? null : promptId(named), answer });

const callOf = (
  runId: RunId,
  { sessionId: id, threadId }: Session,
  record: ToolCallContext['record'],
): ToolCallContext => ({
  staysAtHost: false,
  personId: OWNER_ID,
  canAsk: true,
  findTools: () => ({ loaded: [], tooLarge: [] }),
  waited: () => undefined,
  progressed: () => undefined,
  runId,
  sessionId: id,
  threadId,
  toolCallId: toolCallId('a call'),
  agent: null,
  nonce: '0123456789abcdef',
  signal: new AbortController().signal,
  record,
});

describe('asking', () => {
  verifies(
    ['prompts.ask', 'prompts.event', 'prompts.record'],
    'the question and its event are one commit, before the call waits',
    async () => {
      const commits: (readonly Change[])[] = [];
      const core = coreThatAsks({
        journal: (journal) => ({ commit: (changes) => (commits.push(changes), journal.commit(changes)) }),
      });
      const { session, runId, prompt } = await waiting(core);
      const list = commits.find((changes) => changes.some(({ change }) => change === 'prompt.ask'));
      // With the call that asks.
      expect(list?.map((each) => (each.change === 'run.event' ? each.event.type : each.change))).toEqual([
        'tool_call',
        'turn_end',
        'prompt',
        'message.append',
        'tool-call.start',
        'prompt.ask',
      ]);
      expect(prompt).toMatchObject({
        runId,
        sessionId: session.sessionId,
        state: 'pending',
        promptType: 'ask_user',
      });
      expect(prompt.expiresAt - prompt.createdAt).toBe(DAY);
      await reply(core, session, 'red');
      const events = await core.eventsOf(runId);
      const types = events.map(({ type }) => type);
      expect(types).toEqual(['tool_call', 'turn_end', 'prompt', 'tool_result', 'text', 'turn_end', 'done']);
      expect(events[2]?.data).toEqual({
        promptId: prompt.promptId,
        sessionId: session.sessionId,
        question: 'Which colour?',
        options: ['red', 'blue'],
        allowFreeText: true,
        timeoutMs: DAY,
        expiresAt: new Date(prompt.expiresAt).toISOString(),
      });
      expect(core.clock.waiting).toBe(0);
    },
  );

  verifies(
    'prompts.malformed',
    'a question that cannot be asked is reported to the model, and nothing waits',
    async () => {
      const core = coreThatAsks({}, { question: 'Which?', options: ['a', 'a'] });
      const session = await core.newSession();
      await core.eventsOf(await core.start(session));
      expect(told(core)).toEqual([[expect.stringContaining('all options must differ'), false]]);
      expect(await core.prompts.pending(EVERYONE, session.sessionId)).toBeNull();
    },
  );

  verifies(
    'prompts.one-pending',
    'a second question of the same run is refused while the first one waits',
    async () => {
      const core = coreThatAsks();
      const { session, runId, prompt } = await waiting(core);
      const call = callOf(runId, session, () => Promise.reject(new Error('must not be reached')));
      expect(await codeOf(core.prompts.ask({ question: 'And?' }, call))).toBe('prompt_pending');
      await reply(core, session, 'red', prompt.promptId);
      await core.eventsOf(runId);
      expect(told(core)).toEqual([['red', true]]);
    },
  );

  test('a question that cannot be stored ends the run, and nothing waits', async () => {
    const core = coreThatAsks({
      journal: refusing((changes) => changes.some(({ change }) => change === 'prompt.ask')),
    });
    const session = await core.newSession();
    const runId = await core.start(session);
    const events = await core.eventsOf(runId);
    expect(events.at(-1)).toMatchObject({ type: 'error', data: { code: 'disk_full' } });
    expect(events.map(({ type }) => type)).not.toContain('prompt');
    expect(await core.prompts.pending(EVERYONE, session.sessionId)).toBeNull();
    expect(core.clock.waiting).toBe(0);
  });
});

describe('answering', () => {
  verifies(['prompts.reply', 'prompts.wake-up'], 'a reply wakes the waiting call at once', async () => {
    const core = coreThatAsks();
    const { session, runId, prompt } = await waiting(core);
    expect(await reply(core, session, 'red', prompt.promptId)).toEqual({ duplicate: false });
    await core.clock.advance(0);
    expect(told(core)).toEqual([['red', true]]);
    await core.eventsOf(runId);
    expect(await core.history.runs.get(EVERYONE, runId)).toMatchObject({ status: 'completed' });
    expect(faultsIn(core.model.requests.at(-1)?.messages ?? [])).toEqual([]);
  });

  verifies(
    ['prompts.poll', 'prompts.no-client'],
    'an answer written by another process is picked up at the next poll, after two seconds',
    async () => {
      const core = coreThatAsks();
      const { session, runId, prompt } = await waiting(core);
      await core.clock.advance(10 * 60_000);
      expect(core.model.requests).toHaveLength(1);
      const other = coreOver({ history: core.history });
      expect(await reply(other, session, 'blue', prompt.promptId)).toEqual({ duplicate: false });
      await core.clock.advance(1_999);
      expect(core.model.requests).toHaveLength(1);
      await core.clock.advance(1);
      expect(core.model.requests).toHaveLength(2);
      expect(told(core)).toEqual([['blue', true]]);
      await core.eventsOf(runId);
    },
  );

  test('a store that is unreadable for a while does not end the wait', async () => {
    const history = freshHistory();
    let isBroken = false;
    const { prompts } = history;
    const get: typeof prompts.get = (id) =>
      isBroken ? Promise.reject(refuseStorage.storage_error()) : prompts.get(id);
    const core = coreThatAsks({ history: { ...history, prompts: { ...prompts, get } } });
    const { session, runId, prompt } = await waiting(core);
    isBroken = true;
    await core.clock.advance(6_000);
    expect(core.log.events('warn')).toHaveLength(3);
    isBroken = false;
    await reply(core, session, 'red', prompt.promptId);
    await core.eventsOf(runId);
    expect(told(core)).toEqual([['red', true]]);
  });

  verifies(
    ['prompts.reply.idempotent', 'prompts.one-answer'],
    'the first of twenty concurrent answers wins; a repeat, or another one, is a duplicate and changes nothing',
    async () => {
      const core = coreThatAsks();
      const { session, runId, prompt } = await waiting(core);
      const all = Array.from({ length: 20 }, (_, n) => reply(core, session, `answer ${n}`, prompt.promptId));
      const duplicates = (await Promise.all(all)).map(({ duplicate }) => duplicate);
      expect(duplicates.filter((duplicate) => !duplicate)).toHaveLength(1);
      const winner = `answer ${duplicates.indexOf(false)}`;
      for (const again of [winner, 'something else'])
        expect(await reply(core, session, again, prompt.promptId)).toEqual({ duplicate: true });
      await core.eventsOf(runId);
      expect(told(core)).toEqual([[winner, true]]);
      core.clock.jump(2 * DAY);
      expect(await reply(core, session, 'late', prompt.promptId)).toEqual({ duplicate: true });
      expect(await core.history.prompts.get(prompt.promptId)).toMatchObject({
        state: 'answered',
        answer: winner,
      });
    },
  );

  verifies('prompts.reply.refusals', 'an invalid answer is refused by its code', async () => {
    const core = coreThatAsks({}, { question: 'Which?', options: ['a', 'b'], allowFreeText: false });
    const { session, prompt } = await waiting(core);
    const other = await core.newSession();
    expect(await codeOf(reply(core, other, 'a', prompt.promptId))).toBe('prompt_not_found');
    expect(await codeOf(reply(core, other, 'a'))).toBe('no_pending_prompt');
    expect(await codeOf(reply(core, session, 'a', 'none'))).toBe('prompt_not_found');
    expect(await codeOf(reply(core, { sessionId: sessionId('none') }, 'a'))).toBe('session_not_found');
    expect(await codeOf(core.prompts.pending(EVERYONE, sessionId('none')))).toBe('session_not_found');
    expect(await codeOf(reply(core, session, 'c', prompt.promptId))).toBe('invalid_answer');
    expect(await stateOf(core, prompt)).toBe('pending');
    expect(await reply(core, session, 'b', prompt.promptId.toUpperCase())).toEqual({ duplicate: false });
    expect(await reply(core, session, 'c', prompt.promptId)).toEqual({ duplicate: true });
  });
});

describe('time', () => {
  /** Moves close to the end without the thousands of polls on the way. */
  async function close(core: Core, leftMs: number): Promise<void> {
    core.clock.jump(DAY - leftMs);
    await core.clock.advance(0);
  }

  verifies('prompts.expiry', 'at exactly 24 hours it expires, and the model is told', async () => {
    const core = coreThatAsks();
    const { session, runId, prompt } = await waiting(core);
    await close(core, 9_500);
    await core.clock.advance(9_499);
    expect(await stateOf(core, prompt)).toBe('pending');
    expect((await core.prompts.pending(EVERYONE, session.sessionId))?.timeoutMs).toBe(1);
    await core.clock.advance(1);
    expect(await core.history.prompts.get(prompt.promptId)).toMatchObject({
      state: 'expired',
      settledAt: prompt.expiresAt,
    });
    expect(told(core)).toEqual([[expect.stringContaining('There was no answer within 24 hours'), false]]);
    await core.eventsOf(runId);
    expect(await core.history.runs.get(EVERYONE, runId)).toMatchObject({ status: 'completed' });
    expect(await codeOf(reply(core, session, 'red', prompt.promptId))).toBe('prompt_expired');
  });

  verifies(
    'prompts.expiry',
    'the first reader notices it: a GET, a reply by promptId, a reply without',
    async () => {
      const looks: readonly (readonly [
        (core: Core, session: never, id: string) => Promise<unknown>,
        string,
      ])[] = [
        [
          async (core, session: { sessionId: never }) => core.prompts.pending(EVERYONE, session.sessionId),
          'none',
        ],
        [(core, session, id) => reply(core, session, 'red', id), 'prompt_expired'],
        [(core, session) => reply(core, session, 'red'), 'no_pending_prompt'],
      ];
      for (const [look, code] of looks) {
        const core = coreThatAsks();
        const { session, runId, prompt } = await waiting(core);
        core.clock.jump(DAY);
        expect(await codeOf(look(core, session as never, prompt.promptId))).toBe(code);
        expect(await stateOf(core, prompt)).toBe('expired');
        // The waiting call wakes, too, without time passing.
        await core.clock.advance(0);
        expect(told(core)).toEqual([[expect.stringContaining('There was no answer'), false]]);
        await core.eventsOf(runId);
      }
    },
  );

  for (const [what, ms] of [
    ['forward by 23 hours', 23 * 60 * 60 * 1000],
    ['back by two days', -2 * DAY],
  ] as const)
    verifies(
      'prompts.clock-jumps',
      `setting the wall clock ${what} neither loses nor doubles it`,
      async () => {
        const core = coreThatAsks();
        const { session, runId, prompt } = await waiting(core);
        core.clock.jump(ms);
        await core.clock.advance(10_000);
        const found = await core.prompts.pending(EVERYONE, session.sessionId);
        expect(found?.prompt).toEqual(prompt);
        expect(found?.timeoutMs).toBe(ms > 0 ? DAY - ms - 10_000 : DAY);
        expect(await reply(core, session, 'red', prompt.promptId)).toEqual({ duplicate: false });
        core.clock.jump(-ms);
        expect(await reply(core, session, 'blue', prompt.promptId)).toEqual({ duplicate: true });
        const events = await core.eventsOf(runId);
        expect(events.filter(({ type }) => type === 'prompt')).toHaveLength(1);
        expect(told(core)).toEqual([['red', true]]);
      },
    );

  verifies(
    'prompts.clock-jumps',
    'where the wall clock was set back, no call waits for longer than a day',
    async () => {
      const core = coreOver({ firstId: 1_000 });
      const { history, clock } = core;
      const session = await core.newSession();
      const { run } = await begunRun(history.journal);
      // Lets a day pass without its thousands of polls.
      let skipped = 0;
      const skipping: Clock = {
        now: () => clock.now(),
        monotonic: () => clock.monotonic() + skipped,
        sleep: (ms, signal) => clock.sleep(ms, signal),
        deadline: (ms) => clock.deadline(ms),
      };
      const { sessions, prompts, journal } = history;
      const service = new PromptService({
        ...core,
        knownSecrets: { unmistakableFor: () => [] },
        words: testWords,
        sessions,
        prompts,
        journal,
        clock: skipping,
      });
      const call = callOf(run.runId, session, (_events, changes) => journal.commit(changes));
      const asking = codeOf(service.ask({ question: 'Which?' }, call));
      await clock.advance(0);
      clock.jump(-365 * DAY);
      skipped = DAY - 5_500;
      await clock.advance(5_499);
      const [prompt] = await prompts.ofRun(run.runId);
      expect(prompt?.state).toBe('pending');
      await clock.advance(1);
      expect(await asking).toBe('unanswered');
      expect(await prompts.ofRun(run.runId)).toEqual([
        { ...prompt, state: 'expired', settledAt: prompt?.expiresAt },
      ]);
    },
  );

  verifies(
    'prompts.wait-is-no-work',
    'a call may wait beyond the cap of tools, and the wait is not part of the duration',
    async () => {
      const core = coreThatAsks();
      const { session, runId, prompt } = await waiting(core);
      await core.clock.advance(20 * 60_000);
      expect(await stateOf(core, prompt)).toBe('pending');
      await reply(core, session, 'red');
      const events = await core.eventsOf(runId);
      expect(events.at(-1)).toMatchObject({ type: 'done', data: { durationMs: 0 } });
      expect(events.at(-1)?.data).not.toHaveProperty('waitMs');
      const run = await core.history.runs.get(EVERYONE, runId);
      expect([run?.durationMs, run?.waitMs]).toEqual([0, 20 * 60_000]);
      const [call] = await core.history.runs.toolCalls(runId);
      expect(call?.durationMs).toBe(20 * 60_000);
    },
  );

  verifies('contract.durations', 'waits of less than a millisecond leave no negative duration', async () => {
    const asked = { question: 'Which?', options: ['red', 'blue'] };
    const core = coreThatAsks({
      turns: [
        [toolCalls({ name: 'ask_user', input: asked })],
        [toolCalls({ name: 'ask_user', input: { ...asked, question: 'And now?' } })],
        [text('Thanks.')],
      ],
    });
    const now = core.clock.now.bind(core.clock);
    core.clock.now = () => Math.floor(now());
    const { session, runId } = await waiting(core);
    for (const answer of ['red', 'blue']) {
      await core.clock.advance(0.5);
      await reply(core, session, answer);
      await core.clock.advance(0);
    }
    expect((await core.eventsOf(runId)).at(-1)).toMatchObject({ type: 'done', data: { durationMs: 0 } });
    expect(await core.history.runs.get(EVERYONE, runId)).toMatchObject({ durationMs: 0, waitMs: 2 });
  });
});

describe('stopping a waiting run', () => {
  const ways: readonly (readonly [
    string,
    (core: Core, session: never) => Promise<unknown>,
    string,
    boolean,
  ])[] = [
    [
      'an abort',
      (core, session: { sessionId: never }) => core.runs.abort(EVERYONE, session.sessionId, null),
      'aborted',
      true,
    ],
    [
      'the deletion of its session',
      (core, session: { sessionId: never }) => core.sessions.delete(EVERYONE, session.sessionId),
      'aborted',
      false,
    ],
    [
      'the deletion of its thread',
      (core, session: { threadId: never }) => core.threads.delete(EVERYONE, session.threadId, null),
      'aborted',
      false,
    ],
    ['a shutdown', (core) => core.runs.drain(2_000), 'interrupted', true],
  ];

  for (const [what, stop, status, isKept] of ways)
    verifies('prompts.abort', `${what} reaches it without time passing`, async () => {
      const core = coreThatAsks();
      const { session, runId, prompt } = await waiting(core);
      const stopped = stop(core, session as never);
      await core.clock.advance(0);
      await stopped;
      expect(await stateOf(core, prompt)).toBe(isKept ? 'expired' : undefined);
      expect(core.runs.liveCount).toBe(0);
      expect((await core.history.runs.get(EVERYONE, runId))?.status).toBe(status);
      expect(core.clock.waiting).toBe(0);
      if (!isKept) return;
      expect(await codeOf(reply(core, session, 'red', prompt.promptId))).toBe('prompt_expired');
      const messages = await core.history.threads.messages(session.threadId, { after: 0, limit: 10 });
      expect(JSON.stringify(messages)).toContain('stopped before there was an answer');
    });

  verifies(
    ['prompts.abort', 'prompts.acknowledged'],
    'an answer accepted a moment before counts',
    async () => {
      const core = coreThatAsks();
      const { session, runId, prompt } = await waiting(core);
      // The waiting call has not woken, and would have polled later.
      const answer = { change: 'prompt.answer', promptId: prompt.promptId, answer: 'red' } as const;
      await core.history.journal.commit([{ ...answer, at: core.clock.now() }]);
      const draining = core.runs.drain(2_000);
      await core.clock.advance(0);
      await draining;
      expect((await core.history.runs.get(EVERYONE, runId))?.status).toBe('interrupted');
      const messages = await core.history.threads.messages(session.threadId, { after: 0, limit: 10 });
      expect(messages[2]?.content).toMatchObject([{ type: 'tool_result', output: 'red', success: true }]);
    },
  );

  for (const [what, alsoAtTheEnd] of [
    ['of its own', false],
    ['of its own, and then that of the run', true],
  ] as const)
    verifies(
      'prompts.abort',
      `a failing commit (${what}) leaves the prompt to the end of its run`,
      async () => {
        let isFull = false;
        const fails = ({ change, ...facts }: Change) =>
          (change === 'prompt.expire' &&
            'which' in facts &&
            JSON.stringify(facts.which).includes('promptId')) ||
          (alsoAtTheEnd && change === 'run.end');
        const core = coreThatAsks({
          journal: refusing((changes) => isFull && changes.some(fails)),
        });
        const { session, runId, prompt } = await waiting(core);
        isFull = true;
        await core.runs.abort(EVERYONE, session.sessionId, null);
        await core.clock.advance(0);
        expect(core.runs.liveCount).toBe(0);
        expect(await stateOf(core, prompt)).toBe(alsoAtTheEnd ? 'pending' : 'expired');
        isFull = false;
        // The next reader of a run that could not be ended ends it.
        await core.eventsOf(runId);
        expect(await stateOf(core, prompt)).toBe('expired');
      },
    );
});

describe('the next start', () => {
  /** As after `kill -9`: nothing of the first process still works. */
  async function killed(isAnswered: boolean, later = 120_000) {
    const history = freshHistory();
    let isDead = false;
    const before = coreThatAsks({
      history,
      journal: dyingWhen(() => isDead),
    });
    const { session, runId, prompt } = await waiting(before);
    await before.clock.advance(60_000);
    isDead = true;
    const after = coreOver({ history, firstId: 1_000, turns: [[text('again')]] });
    after.clock.jump(later);
    if (isAnswered)
      await history.journal.commit([
        { change: 'prompt.answer', promptId: prompt.promptId, answer: 'red', at: prompt.createdAt + 60_000 },
      ]);
    return { after, session, runId, prompt };
  }

  verifies(
    ['prompts.restart', 'prompts.wait-is-no-work'],
    'expires pending prompts, and says so in the thread',
    async () => {
      const { after, session, runId, prompt } = await killed(false);
      await after.runs.recover();
      expect(await stateOf(after, prompt)).toBe('expired');
      expect(await after.prompts.pending(EVERYONE, session.sessionId)).toBeNull();
      expect(await codeOf(reply(after, session, 'red', prompt.promptId))).toBe('prompt_expired');
      expect(await after.history.runs.get(EVERYONE, runId)).toMatchObject({
        status: 'interrupted',
        waitMs: 120_000,
        durationMs: 0,
      });
      const events = await after.eventsOf(runId);
      expect(events.slice(-2)).toMatchObject([
        { type: 'tool_result', data: { success: false, output: expect.stringContaining('has expired') } },
        { type: 'error', data: { code: 'interrupted' } },
      ]);
      await after.eventsOf(await after.start(session, 'go on'));
      expect(faultsIn(after.model.requests.at(-1)?.messages ?? [])).toEqual([]);
    },
  );

  verifies('contract.durations', 'records no negative time where the clock was set back', async () => {
    const { after, runId } = await killed(false, -DAY);
    await after.runs.recover();
    const run = await after.history.runs.get(EVERYONE, runId);
    expect(run).toMatchObject({ status: 'interrupted', waitMs: 0, durationMs: 0, endedAt: run?.createdAt });
  });

  verifies(
    'prompts.acknowledged',
    'adds to the thread an answer that the model had not received',
    async () => {
      const { after, session, runId, prompt } = await killed(true);
      await after.runs.recover();
      expect(await stateOf(after, prompt)).toBe('answered');
      expect(await after.history.runs.get(EVERYONE, runId)).toMatchObject({
        status: 'interrupted',
        waitMs: 60_000,
      });
      await after.eventsOf(await after.start(session, 'go on'));
      expect(told(after)).toEqual([['red', true]]);
      expect(await reply(after, session, 'red', prompt.promptId)).toEqual({ duplicate: true });
    },
  );

  verifies(
    'prompts.restart',
    'expires all of them in its first commit, even of unreadable runs',
    async () => {
      const { after, prompt } = await killed(false);
      const commits: (readonly Change[])[] = [];
      const noting = coreOver({
        history: {
          ...after.history,
          runs: { ...after.history.runs, toolCalls: () => Promise.reject(new Error('unreadable')) },
        },
        journal: (journal) => ({ commit: (changes) => (commits.push(changes), journal.commit(changes)) }),
      });
      await noting.runs.recover();
      expect(commits[0]?.map(({ change }) => change)).toContain('prompt.expire');
      expect(await stateOf(noting, prompt)).toBe('expired');
    },
  );
});
