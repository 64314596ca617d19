import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { OWNER_ID } from '../../../doubles/people.ts';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { runId as asRunId, threadId as asThreadId, type ThreadId } from '../../../../src/core/kernel/ids.ts';
import { isRefusal } from '../../../../src/core/kernel/refusal.ts';
import type { Journal } from '../../../../src/core/ports/journal.ts';
import type { Change } from '../../../../src/core/features.ts';
import { changesetTokens } from '../../../../src/main/tokens.ts';
import { CountingIds } from '../../../doubles/counting-ids.ts';
import { hangUntilAbort, text, toolCalls } from '../../../doubles/scripted-model.ts';
import { aTool, coreOver, type CoreOptions } from '../../../harness/core.ts';
import { graphOver } from '../../../harness/graph.ts';
import { temporaryDir } from '../../../harness/in-process-engine.ts';
import { verifies } from '../../../spec/verifies.ts';
import { coreThatAsks, told, waiting } from '../prompts/waiting.ts';
import { sentence } from '../../../doubles/sentences.ts';

/** Deletes a thread right before the first commit that contains such a change. */
let deleting: { readonly threadId: ThreadId; readonly before: Change['change'] } | null;
beforeEach(() => {
  deleting = null;
});

const journal = (inner: Journal<Change>): Journal<Change> => ({
  commit: async (changes) => {
    if (deleting && changes.some(({ change }) => change === deleting?.before)) {
      const { threadId } = deleting;
      deleting = null;
      await inner.commit([{ change: 'thread.delete', threadId, personId: OWNER_ID }]);
    }
    await inner.commit(changes);
  },
});

const OPTIONS: CoreOptions = { journal, turns: [[text('A1')], [text('A2')], [text('s')]] };
type Core = ReturnType<typeof coreOver>;
type Session = Awaited<ReturnType<Core['newSession']>>;

const CASES: readonly {
  readonly does: string;
  readonly before: Change['change'];
  readonly refusal: string;
  readonly act: (core: Core, session: Session) => Promise<unknown>;
}[] = [
  {
    does: 'a session on it',
    before: 'session.create',
    refusal: 'thread_not_found',
    act: ({ sessions }, { threadId }) => sessions.create(OWNER_ID, threadId, null),
  },
  {
    does: 'a consent for it',
    before: 'grant.give',
    refusal: 'thread_not_found',
    act: ({ consents }, { threadId }) =>
      consents.allow(OWNER_ID, {
        class: 'write_local',
        target: null,
        tool: null,
        threadId,
        days: null,
      }),
  },
  {
    does: 'a title',
    before: 'thread.set',
    refusal: 'thread_not_found',
    act: ({ threads }, { threadId }) => threads.set(EVERYONE, threadId, { title: 'new', archived: true }),
  },
  {
    does: 'a run',
    before: 'run.start',
    refusal: 'session_not_found',
    act: (core, session) => core.start(session),
  },
  {
    does: 'a summary',
    before: 'thread.compact',
    refusal: 'session_not_found',
    act: async (core, session) => await core.compactions.compact(EVERYONE, session.sessionId, null),
  },
];

describe('work of a thread that is deleted meanwhile', () => {
  for (const { does, before, refusal, act } of CASES)
    verifies('threads.deleted-meanwhile', `${does}: ${refusal}, and nothing is left of it`, async () => {
      const core = coreOver(OPTIONS);
      const session = await core.newSession();
      if (before === 'thread.compact')
        for (const task of ['first', 'second'])
          await core.eventsOf(await core.start(session, `${task}${' and so on'.repeat(40)}`));
      deleting = { threadId: session.threadId, before };
      const thrown: unknown = await act(core, session).catch((error: unknown) => error);
      expect(deleting).toBeNull();
      expect(isRefusal(thrown) ? thrown.code : thrown).toBe(refusal);
      expect(await core.consents.list(EVERYONE)).toEqual([]);
      expect(await core.history.threads.get(EVERYONE, session.threadId)).toBeNull();
      expect(await core.history.sessions.get(EVERYONE, session.sessionId)).toBeNull();
      expect(core.log.events('error')).toEqual([]);
    });

  verifies('threads.deleted-meanwhile', 'an answer: prompt_not_found', async () => {
    const core = coreThatAsks({ journal });
    const { session, prompt } = await waiting(core);
    deleting = { threadId: session.threadId, before: 'prompt.answer' };
    await expect(
      core.prompts.reply(EVERYONE, session.sessionId, { promptId: prompt.promptId, answer: 'red' }),
    ).rejects.toMatchObject({ code: 'prompt_not_found' });
    expect(deleting).toBeNull();
  });

  verifies('threads.deleted-meanwhile', 'a grant given for it allows nothing', async () => {
    const done: unknown[] = [];
    const send = {
      ...aTool('send', async (input) => {
        done.push(input);
        return { output: 'sent', success: true };
      }),
      consent: () => ({ class: 'send_outside', to: 'a.example', says: sentence('Send.') }) as const,
    };
    const core = coreOver({
      journal,
      tools: [send],
      turns: [[toolCalls({ name: 'send', input: {} })], [text('done')]],
    });
    const { sessionId, threadId } = await core.newSession();
    await core.start({ sessionId, threadId } as Session);
    await core.clock.advance(0);
    const asked = (await core.prompts.pending(EVERYONE, sessionId))?.prompt;
    const answer = asked?.questions[0]?.options.find((option) => option.includes('conversation')) ?? '';
    deleting = { threadId, before: 'grant.give' };
    await core.prompts.reply(EVERYONE, sessionId, { promptId: asked?.promptId ?? null, answer });
    await core.clock.advance(0);
    expect([deleting, done, core.log.events('error').includes('tool call failed')]).toEqual([
      null,
      [],
      false,
    ]);
    expect(told(core).flat()).not.toContain(true);
  });

  for (const [does, act] of [
    ['deleting a session', (core, session) => core.sessions.delete(EVERYONE, session.sessionId)],
    ['deleting it again', (core, session) => core.threads.delete(EVERYONE, session.threadId, null)],
  ] satisfies readonly (readonly [string, (core: Core, session: Session) => Promise<void>])[])
    test(`${does} is done`, async () => {
      const core = coreOver(OPTIONS);
      const session = await core.newSession();
      const before = does.endsWith('again') ? 'thread.delete' : 'session.delete';
      deleting = { threadId: session.threadId, before };
      await act(core, session);
      expect([deleting, await core.history.threads.get(EVERYONE, session.threadId)]).toEqual([null, null]);
    });

  verifies('threads.deleted-meanwhile', 'ending a run that a dead process left', async () => {
    const before = coreOver({ turns: [[text('one'), hangUntilAbort()]] });
    const session = await before.newSession();
    const runId = await before.start(session);
    await before.clock.advance(20);
    const core = coreOver({ ...OPTIONS, history: before.history, firstId: 1_000 });
    deleting = { threadId: session.threadId, before: 'run.end' };
    await core.runs.follow(EVERYONE, runId, 0, new AbortController().signal);
    expect([deleting, core.log.events('error')]).toEqual([null, []]);
    expect(await core.history.runs.get(EVERYONE, runId)).toMatchObject({
      status: 'interrupted',
      threadId: null,
    });
  });

  verifies('threads.deleted-meanwhile', 'a run where a dead process left another', async () => {
    const before = coreOver({ turns: [[text('one'), hangUntilAbort()]] });
    const session = await before.newSession();
    await before.start(session);
    await before.clock.advance(20);
    const core = coreOver({ ...OPTIONS, history: before.history, firstId: 1_000 });
    deleting = { threadId: session.threadId, before: 'run.end' };
    await expect(core.start(session)).rejects.toMatchObject({ code: 'session_not_found' });
    expect([deleting, core.log.events('error')]).toEqual([null, []]);
  });

  verifies('threads.deleted-meanwhile', 'a file change: thread_not_found', async () => {
    const tracker = graphOver({ dataDir: temporaryDir() }).get(changesetTokens.changeTracker);
    const ids = new CountingIds(500);
    const { signal } = new AbortController();
    const author = { threadId: asThreadId(ids.next()), runId: asRunId(ids.next()), signal };
    await expect(tracker.track(author, [])).rejects.toMatchObject({ code: 'thread_not_found' });
  });
});
