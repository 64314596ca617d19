import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect } from '@jest/globals';
import { ManualClock } from '../../doubles/manual-clock.ts';
import {
  hangUntilAbort,
  ScriptedModel,
  text,
  toolCalls,
  type ScriptedCall,
  type Step,
} from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal, refuses } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, newSession, startRun, upTo, type Event } from './runs.ts';

const DAY = 24 * 60 * 60 * 1000;

let root: string;
let engine: TestEngine;
let clock: ManualClock;
let turns: (readonly Step[])[];

beforeEach(async () => {
  const dataDir = temporaryDir();
  root = join(dataDir, 'workspace');
  mkdirSync(root);
  turns = [];
  clock = new ManualClock();
  const scripted = (): ScriptedModel => new ScriptedModel(turns.splice(0));
  engine = await startTestEngine({ dataDir, platform: { clock }, models: { open: async () => scripted() } });
});

const of = (id: string) => ({ params: { id } });
const thread = (id: string) => engine.client['threads.get'](of(id));
const IDLE = { activeRunId: null, pendingChangeset: null, pendingPrompt: null, tags: [] };

/** Another client's session on the same thread. */
const sessionOn = async (threadId: string): Promise<string> =>
  (await engine.client['sessions.create']({ body: { threadId } })).sessionId;

const put = (path: string, content: string): void => writeFileSync(join(root, path), content);
const contentOf = (path: string): string | null =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;
const write = (path: string, content: string): ScriptedCall => ({
  name: 'write_file',
  input: { path, content },
});

/** Runs these calls to the end. @returns the run's id */
async function run(session: string, ...calls: readonly ScriptedCall[]): Promise<string> {
  turns.push(...calls.map((call) => [toolCalls(call)]), [text('Done.')]);
  const stream = await startRun(engine, session, 'work');
  const following = allOf(stream);
  let isOver = false;
  void following.then(() => (isOver = true));
  while (!isOver) await clock.advance(20);
  return stream.runId ?? '';
}

/** A run that asks and waits; its client has left. */
async function asking(call: ScriptedCall) {
  turns.push([toolCalls(call)], [text('Thank you.')]);
  const session = await newSession(engine);
  const stream = await startRun(engine, session.id, 'ask');
  const type = call.name === 'ask_user' ? 'prompt' : 'secret_prompt';
  const asked = (await upTo(type, stream)).at(-1) as Extract<Event, { type: 'prompt' | 'secret_prompt' }>;
  return { ...session, promptId: asked.data.promptId, runId: stream.runId ?? '' };
}

const ASK: ScriptedCall = {
  name: 'ask_user',
  input: { question: 'Which colour?', options: ['red', 'blue'] },
};

describe('a thread', () => {
  verifies('threads.activity', 'names its live run, whichever session started it, or null', async () => {
    const session = await newSession(engine);
    expect(await thread(session.threadId)).toMatchObject(IDLE);
    turns.push([hangUntilAbort()]);
    const stream = await startRun(engine, session.id, 'go');
    const busy = { ...IDLE, activeRunId: stream.runId };
    const other = await newSession(engine);
    expect(await thread(session.threadId)).toMatchObject(busy);
    const { threads } = await engine.client['threads.list']();
    expect(threads.find(({ threadId }) => threadId === session.threadId)).toMatchObject(busy);
    expect(threads.find(({ threadId }) => threadId === other.threadId)).toMatchObject(IDLE);
    const renamed = await engine.client['threads.set']({
      ...of(session.threadId),
      body: { title: 'mine' },
    });
    expect(renamed).toMatchObject(busy);
    expect(await engine.client['threads.abort'](of(session.threadId.toUpperCase()))).toEqual({
      requested: true,
      runId: stream.runId,
    });
    expect((await allOf(stream)).at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'aborted' } });
    expect(await thread(session.threadId)).toMatchObject(IDLE);
  });

  verifies(
    'threads.by-thread',
    'without a live run cannot be stopped, and an unknown one is 404',
    async () => {
      const { threadId } = await newSession(engine);
      const abort = (id: string) => refusal(engine.client['threads.abort'](of(id)));
      expect(await abort(threadId)).toMatchObject({ status: 409, code: 'not_running' });
      expect(await abort(UNKNOWN_ID)).toMatchObject({ status: 404, code: 'thread_not_found' });
    },
  );
});

describe('a question, by its thread', () => {
  verifies(
    ['threads.activity', 'threads.by-thread'],
    'is shown with the thread, can be answered without a session, and then disappears',
    async () => {
      const { threadId, id, promptId, runId } = await asking(ASK);
      const pending = await engine.client['prompts.pending'](of(id));
      const { pending: _pending, ...shown } = pending as typeof pending & { pending: true };
      expect((await thread(threadId)).pendingPrompt).toEqual({ ...shown, runId });
      const reply = (answer: string, named?: string, at = threadId) =>
        engine.client['threads.reply']({
          ...of(at),
          body: { answer, ...(named === undefined ? {} : { promptId: named }) },
        });
      const elsewhere = await newSession(engine);
      for (const [named, at, code] of [
        [promptId, elsewhere.threadId, 'prompt_not_found'],
        [undefined, elsewhere.threadId, 'no_pending_prompt'],
        [promptId, UNKNOWN_ID, 'thread_not_found'],
        [UNKNOWN_ID, threadId, 'prompt_not_found'],
      ] as const)
        await refuses(reply('red', named, at), { code });
      // A session that is unrelated to the thread makes no difference.
      await sessionOn(threadId);
      expect(await reply('red', promptId)).toEqual({ accepted: true, duplicate: false });
      expect(await reply('blue', promptId)).toEqual({ accepted: true, duplicate: true });
      await refuses(reply('red'), { code: 'no_pending_prompt' });
      expect((await thread(threadId)).pendingPrompt).toBeNull();
    },
  );

  verifies('threads.activity', 'is not shown after it expired', async () => {
    const { threadId } = await asking(ASK);
    clock.jump(DAY - 1);
    expect((await thread(threadId)).pendingPrompt).toMatchObject({ timeoutMs: 1 });
    clock.jump(1);
    expect((await thread(threadId)).pendingPrompt).toBeNull();
  });

  verifies('threads.by-thread', 'for a secret can be answered without a session, too', async () => {
    const { threadId, promptId, runId } = await asking({
      name: 'ask_secret',
      input: { name: 'API_KEY', prompt: 'Which one?', key_type: 'api_key', hosts: ['a.example'] },
    });
    expect((await thread(threadId)).pendingPrompt).toMatchObject({
      promptType: 'ask_secret',
      name: 'API_KEY',
      runId,
    });
    const body = { saved: false, promptId };
    const saved = () => engine.client['threads.secret-saved']({ ...of(threadId), body });
    expect(await saved()).toEqual({ accepted: true, duplicate: false });
    expect(await saved()).toEqual({ accepted: true, duplicate: true });
    await refuses(engine.client['threads.secret-saved']({ ...of(threadId), body: { saved: true } }), {
      code: 'no_pending_prompt',
    });
  });
});

describe('changes, by their thread', () => {
  const changes = (id: string) => engine.client['threads.changeset'](of(id));
  type Body = Parameters<TestEngine['client']['threads.review']>[0]['body'];
  const review = (id: string, body: Body) => engine.client['threads.review']({ ...of(id), body });

  verifies(
    ['threads.activity', 'threads.by-thread'],
    'are shown and reviewed as through their session',
    async () => {
      put('a.txt', 'A');
      const { id, threadId } = await newSession(engine);
      expect(await changes(threadId)).toEqual({ pending: false, runId: null, files: [] });
      const runId = await run(id, write('a.txt', 'A2'), write('b.txt', 'B'));
      expect(await thread(threadId)).toMatchObject({ ...IDLE, pendingChangeset: { runId, fileCount: 2 } });
      expect(await changes(threadId)).toEqual(await engine.client['changesets.get'](of(id)));
      const none = await newSession(engine);
      for (const [id, named, code] of [
        [none.threadId, undefined, 'changeset_run_required'],
        [none.threadId, runId, 'no_changeset'],
        [threadId, undefined, 'changeset_run_required'],
        [threadId, UNKNOWN_ID, 'changeset_run_stale'],
        [UNKNOWN_ID, runId, 'thread_not_found'],
      ] as const) {
        const body = { action: 'accept', ...(named === undefined ? {} : { runId: named }) } as const;
        await refuses(review(id, body), {
          code,
          ...(id === threadId ? { runId } : {}),
        });
      }
      await refuses(changes(UNKNOWN_ID), { code: 'thread_not_found' });
      expect(await review(threadId, { action: 'partial', runId, rolledBackFiles: ['a.txt'] })).toEqual({
        accepted: 1,
        rolledBack: 1,
        earlier: [],
        failed: [],
      });
      expect([contentOf('a.txt'), contentOf('b.txt')]).toEqual(['A', 'B']);
      expect(await thread(threadId)).toMatchObject(IDLE);
    },
  );

  verifies(
    'threads.changesets.reachable',
    'of several sessions are one set, held by the latest run, and a rollback restores the state before the first',
    async () => {
      put('a.txt', 'A');
      const first = await newSession(engine);
      const { threadId } = first;
      await run(first.id, write('a.txt', 'A1'), write('b.txt', 'B'));
      const later = await run(await sessionOn(threadId), write('a.txt', 'A2'));
      expect((await thread(threadId)).pendingChangeset).toEqual({ runId: later, fileCount: 2 });
      expect(await changes(threadId)).toMatchObject({
        runId: later,
        files: [{ path: 'a.txt' }, { path: 'b.txt' }],
      });
      await engine.client['sessions.delete'](of(first.id));
      expect(await review(threadId, { action: 'rollback', runId: later })).toEqual({
        accepted: 0,
        rolledBack: 2,
        earlier: [],
        failed: [],
      });
      expect([contentOf('a.txt'), contentOf('b.txt')]).toEqual(['A', null]);
      expect((await thread(threadId)).pendingChangeset).toBeNull();
    },
  );

  verifies('runs.abort.named', 'an abort that names a run stops only that run', async () => {
    const { id, threadId } = await newSession(engine);
    const earlier = await run(id, write('a.txt', 'A'));
    turns.push([hangUntilAbort()]);
    const stream = await startRun(engine, id, 'go');
    const late = { body: { runId: earlier } };
    for (const aborting of [
      engine.client['runs.abort']({ ...of(id), ...late }),
      engine.client['threads.abort']({ ...of(threadId), ...late }),
    ])
      await refuses(aborting, { status: 409, code: 'not_running' });
    expect((await thread(threadId)).activeRunId).toBe(stream.runId);
    const body = { runId: stream.runId?.toUpperCase() ?? '' };
    await engine.client['runs.abort']({ ...of(id), body });
    expect((await allOf(stream)).at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'aborted' } });
  });
});
