import { beforeEach, expect } from '@jest/globals';
import { noticeId, type PersonId } from '../../../src/core/kernel/ids.ts';
import { databaseTokens } from '../../../src/main/tokens.ts';
import type { directSurface } from '../../../src/main/serving/http-surface.ts';
import { hangUntilAbort, ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { askingWith, planted, proofOf } from '../../harness/people.ts';
import { verifies } from '../../spec/verifies.ts';
import { refuses } from './problems.ts';

type Asking = ReturnType<typeof directSurface>['client'];

/** Stands in every text of the one whose things these are. */
const MARK = 'quince-and-medlar';
const ASKS = { name: 'ask_user', input: { question: `${MARK}?`, options: [`${MARK} yes`, 'no'] } };

let engine: TestEngine;
let turns: (readonly Step[])[];
let one: Asking;
let other: Asking;
let me: PersonId;

beforeEach(async () => {
  turns = [];
  engine = await startTestEngine({ models: { open: async () => new ScriptedModel(turns) } });
  me = (await planted(engine)).personId;
  one = askingWith(engine, proofOf(me));
  other = askingWith(engine, proofOf((await planted(engine, { name: 'Bob' })).personId));
});

/** A thread of this one, where a run has ended. */
async function worked(asking: Asking, steps: readonly Step[] = [text(`${MARK} done`)]) {
  turns.push(steps);
  const { sessionId, threadId } = await asking['sessions.create']({ body: {} });
  const { runId, events } = await asking['runs.start']({
    params: { id: sessionId },
    body: { task: `${MARK} task` },
  });
  for await (const { type } of events) if (type === 'prompt') break;
  return { sessionId, threadId, runId: runId ?? '' };
}

verifies(
  'people.threads',
  'what hangs on a thread is unknown to another member and to the owner',
  async () => {
    const { sessionId, threadId, runId } = await worked(one);
    expect((await one['threads.get']({ params: { id: threadId } })).messageCount).toBe(2);
    for (const asking of [other, engine.client as unknown as Asking]) {
      const ofThread = { params: { id: threadId } };
      const ofSession = { params: { id: sessionId } };
      const unknownThread = { status: 404, code: 'thread_not_found' };
      const unknownSession = { status: 404, code: 'session_not_found' };
      const unknownRun = { status: 404, code: 'run_not_found' };
      for (const asked of [
        asking['threads.get'](ofThread),
        asking['threads.messages'](ofThread),
        asking['threads.set']({ ...ofThread, body: { title: 'x' } }),
        asking['threads.delete'](ofThread),
        asking['threads.fork']({ ...ofThread, body: {} }),
        asking['tags.set']({ ...ofThread, body: { tags: ['x'] } }),
        asking['queue.get'](ofThread),
        asking['queue.add']({ ...ofThread, body: { task: 'x' } }),
        asking['queue.resume'](ofThread),
        asking['sessions.create']({ body: { threadId } }),
      ])
        await refuses(asked, unknownThread);
      for (const asked of [
        asking['sessions.delete'](ofSession),
        asking['runs.start']({ ...ofSession, body: { task: 'x' } }),
        asking['runs.abort'](ofSession),
        asking['prompts.pending'](ofSession),
        asking['changesets.get'](ofSession),
      ])
        await refuses(asked, unknownSession);
      for (const asked of [
        asking['history.run']({ params: { id: runId } }),
        asking['history.toolCalls']({ params: { id: runId } }),
        asking['runs.events']({ params: { runId } }),
        asking['replays.start']({ params: { runId }, body: {} }),
        asking['runs.timeline']({ params: { runId } }),
      ])
        await refuses(asked, unknownRun);
      const lists = await Promise.all([
        asking['threads.list']({ query: { includeArchived: true } }),
        asking['threads.search']({ query: { q: MARK } }),
        asking['history.runs'](),
        asking['tags.list'](),
        asking['prompts.list'](),
        asking['changesets.list'](),
      ]);
      expect(JSON.stringify(lists)).not.toContain(MARK);
      expect(JSON.stringify(lists)).not.toContain(threadId);
    }
    expect((await one['threads.search']({ query: { q: MARK } })).hits).toHaveLength(3);
    expect((await one['history.runs']()).runs).toMatchObject([
      { runId, startedBy: { kind: 'person', personId: me } },
    ]);
  },
);

verifies(
  'people.prompts',
  'only the person for whom the run acts sees the question and answers it',
  async () => {
    const { sessionId, threadId } = await worked(one, [toolCalls(ASKS)]);
    expect((await one['prompts.list']()).prompts).toHaveLength(1);
    for (const asking of [other, engine.client as unknown as Asking]) {
      expect((await asking['prompts.list']()).prompts).toEqual([]);
      await refuses(asking['prompts.reply']({ params: { id: sessionId }, body: { answer: 'no' } }), {
        status: 404,
        code: 'session_not_found',
      });
      await refuses(asking['threads.reply']({ params: { id: threadId }, body: { answer: 'no' } }), {
        status: 404,
        code: 'thread_not_found',
      });
    }
    await one['threads.abort']({ params: { id: threadId }, body: {} });
  },
);

verifies(
  'people.stop',
  "a member cannot stop another's run; the owner can, and reads no word of it",
  async () => {
    turns.push([hangUntilAbort()]);
    const { sessionId } = await one['sessions.create']({ body: {} });
    const { runId: id } = await one['runs.start']({ params: { id: sessionId }, body: { task: MARK } });
    const runId = id ?? '';
    expect((await one['running.list']()).running).toMatchObject([{ id: runId, stoppable: true }]);
    expect((await other['running.list']()).running).toEqual([]);
    const seen = (await engine.client['running.list']()).running;
    expect(seen).toMatchObject([{ id: runId, title: '' }]);
    await refuses(other['tasks.stop']({ params: { id: runId } }), { status: 403, code: 'forbidden' });
    expect(await engine.client['tasks.stop']({ params: { id: runId } })).toMatchObject({ runId });
  },
);

verifies(
  'people.usable',
  "the owner's instructions are the owner's words: no conversation of others has them",
  async () => {
    const owner = engine.client as unknown as Asking;
    await owner['config.set']({ body: { instructions: `All ${MARK}` } });
    const { runId } = await worked(one, [text('done')]);
    expect((await one['runs.memories']({ params: { id: runId } })).instructions).toEqual([]);
    const own = await worked(owner);
    expect((await owner['runs.memories']({ params: { id: own.runId } })).instructions).toMatchObject([
      { of: 'all', text: `All ${MARK}` },
    ]);
  },
);

verifies(
  'people.grants',
  'a consent is of who gave it: others neither see it nor have it nor take it back',
  async () => {
    const body = { class: 'send_outside' as const, target: 'api.example.org' };
    const { id } = await one['consents.allow']({ body });
    for (const asking of [other, engine.client as unknown as Asking]) {
      expect((await asking['consents.list']()).consents).toEqual([]);
      await refuses(asking['consents.revoke']({ params: { id } }), {
        status: 404,
        code: 'consent_not_found',
      });
    }
    expect((await one['consents.list']()).consents).toHaveLength(1);
    const { grants } = engine.engine.get(databaseTokens.databases).history;
    expect(await grants.inForce(engine.engine.services.people.owner, Date.now() + 1_000)).toEqual([]);
    await one['consents.revoke']({ params: { id } });
    expect((await one['consents.list']()).consents).toEqual([]);
  },
);

verifies('people.notices', 'a notice tells one person, and only they dismiss it', async () => {
  const notice = {
    noticeId: noticeId('n1'),
    personId: me,
    kind: 'reminder' as const,
    title: { text: MARK, says: null },
    text: { text: MARK, says: null },
    triggerId: null,
    workflowRunId: null,
    createdAt: 1,
  };
  await engine.engine.get(databaseTokens.journal).commit([{ change: 'notice.add', notice }]);
  for (const asking of [other, engine.client as unknown as Asking]) {
    expect((await asking['notices.list']()).notices).toEqual([]);
    const dismissed = asking['notices.dismiss']({ params: { id: 'n1' } });
    await refuses(dismissed, { status: 404, code: 'notice_not_found' });
  }
  expect((await one['notices.list']()).notices).toHaveLength(1);
  await one['notices.dismiss']({ params: { id: 'n1' } });
  expect((await one['notices.list']()).notices).toEqual([]);
});

verifies('people.assistants', 'assistants are of one person each, and names are, too', async () => {
  const body = { name: MARK, instructions: `${MARK} instructions` };
  const { assistantId } = await one['assistants.add']({ body });
  const named = { params: { id: assistantId } };
  const unknown = { status: 404, code: 'assistant_not_found' };
  for (const asking of [other, engine.client as unknown as Asking]) {
    expect((await asking['assistants.list']()).assistants).toEqual([]);
    await refuses(asking['assistants.get'](named), unknown);
    await refuses(asking['assistants.set']({ ...named, body: { name: 'x' } }), unknown);
    await refuses(asking['assistants.delete'](named), unknown);
    for (const assistant of [assistantId, MARK])
      await refuses(asking['sessions.create']({ body: { assistant } }), unknown);
  }
  await other['assistants.add']({ body: { name: MARK } });
  await refuses(one['assistants.add']({ body }), { status: 409, code: 'assistant_name_taken' });
  const { threadId } = await one['sessions.create']({ body: { assistant: MARK } });
  expect((await one['threads.get']({ params: { id: threadId } })).instructions).toBe(body.instructions);
});
