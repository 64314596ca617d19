import { expect } from '@jest/globals';
import { hangUntilAbort, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectRefusal, refuses } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, newSession, startRun, textIn, type Event } from './runs.ts';
import { ask } from './wire.ts';

let engine: TestEngine;

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;

verifies(
  ['sessions.create', 'contract.ids.case', 'contract.times'],
  'a session is created on a new thread, or on a named one, whose id may be in any case',
  async () => {
    engine = await startTestEngine({ model: new ScriptedModel() });
    const created = await ask(engine.port, { method: 'POST', target: '/api/sessions' });
    expect(created.status).toBe(201);
    const session = created.json() as { sessionId: string; threadId: string; createdAt: string };
    expect(session.sessionId).toMatch(UUID_V7);
    expect(session.threadId).toMatch(UUID_V7);
    expect(session.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);

    const second = await engine.client['sessions.create']({
      body: { threadId: session.threadId.toUpperCase() },
    });
    expect(second.threadId).toBe(session.threadId);
    expect(second.sessionId).not.toBe(session.sessionId);
    const { threads } = await engine.client['threads.list']();
    expect(threads).toHaveLength(1);
  },
);

verifies('sessions.unknown-thread', 'an unknown thread is 404, and no session is created', async () => {
  engine = await startTestEngine({ model: new ScriptedModel() });
  for (const threadId of [UNKNOWN_ID, 'x', '..', "' or 1=1 --", '\u0000'])
    await refuses(engine.client['sessions.create']({ body: { threadId } }), {
      status: 404,
      code: 'thread_not_found',
    });
  expect((await engine.client['threads.list']()).threads).toEqual([]);
});

verifies(
  ['sessions.delete', 'sessions.delete.keeps-thread'],
  'deleting a session stops its run, answers 204 without a body, and keeps the thread and its messages',
  async () => {
    const model = new ScriptedModel([[text('So far'), hangUntilAbort()], [text('next')]]);
    engine = await startTestEngine({ model });
    const session = await newSession(engine);
    const spoken = Promise.withResolvers<void>();
    const events: Event[] = [];
    const follow = async () => {
      for await (const event of (await startRun(engine, session.id, 'go')).events) {
        events.push(event);
        if (event.type === 'text') spoken.resolve();
      }
    };
    const following = follow();
    await spoken.promise;

    const gone = await ask(engine.port, { method: 'DELETE', target: `/api/sessions/${session.id}` });
    expect([gone.status, gone.body]).toEqual([204, '']);
    await following;
    expect(events.at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'aborted' } });
    expect(model.openStreams).toBe(0);

    await refuses(startRun(engine, session.id, 'go'), {
      status: 404,
      code: 'session_not_found',
    });
    await expectRefusal(
      engine.port,
      { method: 'DELETE', target: `/api/sessions/${session.id}` },
      404,
      'session_not_found',
    );
    const { messages } = await engine.client['threads.messages']({ params: { id: session.threadId } });
    expect(JSON.stringify(messages)).toContain('So far');
    const again = await engine.client['sessions.create']({ body: { threadId: session.threadId } });
    expect(textIn(await allOf(startRun(engine, again.sessionId, 'on')))).toBe('next');
  },
);

verifies(
  'threads.delete',
  'deleting a thread stops its run and deletes its messages, sessions and events',
  async () => {
    const model = new ScriptedModel([[text('So far'), hangUntilAbort()]]);
    engine = await startTestEngine({ model });
    const session = await newSession(engine);
    const stream = await startRun(engine, session.id, 'go');
    const following = allOf(stream);
    const of = { params: { id: session.threadId } };

    const gone = await ask(engine.port, { method: 'DELETE', target: `/api/threads/${session.threadId}` });
    expect([gone.status, gone.body]).toEqual([204, '']);
    expect((await following).at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'aborted' } });
    expect(model.openStreams).toBe(0);

    const missing = { status: 404, code: 'thread_not_found' };
    await refuses(engine.client['threads.get'](of), missing);
    await refuses(engine.client['threads.messages'](of), missing);
    await refuses(engine.client['threads.delete'](of), missing);
    await refuses(startRun(engine, session.id, 'go'), { status: 404 });
    const params = { runId: stream.runId ?? '' };
    await refuses(engine.client['runs.events']({ params }), { status: 404 });
    expect(engine.log.events('error')).toEqual([]);
  },
);
