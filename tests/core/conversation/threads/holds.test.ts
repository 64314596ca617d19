import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { describe, expect, it } from '@jest/globals';
import { text } from '../../../doubles/scripted-model.ts';
import { coreOver } from '../../../harness/core.ts';

const DONE = [text('Done.')];

describe('while a thread is held idle', () => {
  it('a requested run begins when the work is done, and not before', async () => {
    const core = coreOver({ turns: [DONE] });
    const session = await core.newSession();
    const gate = Promise.withResolvers<void>();
    const order: string[] = [];
    const working = core.holds.holdUnlessRunning(session.threadId, async (running) => {
      order.push(`running ${running}`);
      await gate.promise;
      order.push('worked');
      return 'outcome';
    });
    const starting = core.start(session).then((runId) => {
      order.push('started');
      return runId;
    });
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect([order, core.runs.liveCount]).toEqual([['running null'], 0]);
    gate.resolve();
    expect(await working).toBe('outcome');
    await core.eventsOf(await starting);
    expect(order).toEqual(['running null', 'worked', 'started']);
  });

  it('it is free again when the work fails, and of several pieces of work each waits for the one before', async () => {
    const core = coreOver({ turns: [DONE] });
    const session = await core.newSession();
    const order: string[] = [];
    const one = core.holds.holdUnlessRunning(session.threadId, async () => {
      await Promise.resolve();
      order.push('one');
      throw new Error('planted');
    });
    const [two, three] = ['two', 'three'].map((name) =>
      core.holds.holdUnlessRunning(session.threadId, async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`${name} ends`);
      }),
    );
    await expect(one).rejects.toThrow('planted');
    await Promise.all([two, three]);
    expect(order).toEqual(['one', 'two begins', 'two ends', 'three begins', 'three ends']);
    await core.eventsOf(await core.start(session));
  });

  it('another thread is not held', async () => {
    const core = coreOver({ turns: [DONE] });
    const [held, other] = [await core.newSession(), await core.newSession()];
    const gate = Promise.withResolvers<void>();
    const working = core.holds.holdUnlessRunning(held.threadId, () => gate.promise);
    await core.eventsOf(await core.start(other));
    gate.resolve();
    await working;
  });

  it('a run in progress is reported, and delays nothing', async () => {
    const gate = Promise.withResolvers<void>();
    const core = coreOver({ turns: [[{ step: 'wait', until: () => gate.promise }, text('Done.')]] });
    const session = await core.newSession();
    const runId = await core.start(session);
    expect(await core.holds.holdUnlessRunning(session.threadId, (running) => Promise.resolve(running))).toBe(
      runId,
    );
    gate.resolve();
    await core.eventsOf(runId);
  });

  it('a run requested during the deletion of its session does not begin', async () => {
    const gate = Promise.withResolvers<void>();
    const core = coreOver({
      turns: [DONE],
      journal: (journal) => ({
        commit: async (changes) => {
          if (changes.some(({ change }) => change === 'session.delete')) await gate.promise;
          await journal.commit(changes);
        },
      }),
    });
    const session = await core.newSession();
    const deleting = core.sessions.delete(EVERYONE, session.sessionId);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const starting = core.start(session);
    gate.resolve();
    await deleting;
    await expect(starting).rejects.toMatchObject({ code: 'session_not_found' });
    expect(core.model.requests).toEqual([]);
  });

  it('a run that waits for the deletion of its session ends first, or does not begin', async () => {
    const core = coreOver({ turns: [DONE] });
    const session = await core.newSession();
    const gate = Promise.withResolvers<void>();
    const reviewing = core.holds.holdUnlessRunning(session.threadId, () => gate.promise);
    const starting = core.start(session).catch(() => null);
    const deleting = core.sessions.delete(EVERYONE, session.sessionId);
    gate.resolve();
    await reviewing;
    await deleting;
    const asked = core.model.requests.length;
    expect(core.runs.liveCount).toBe(0);
    await starting;
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect([core.model.requests.length, core.runs.liveCount]).toEqual([asked, 0]);
  });

  it('deleting a session while a model is opened starts no run', async () => {
    const gate = Promise.withResolvers<void>();
    const core = coreOver({ turns: [DONE] });
    const session = await core.newSession();
    const late = coreOver({ turns: [DONE], history: core.history, opening: gate.promise, firstId: 100 });
    const starting = late.start(session);
    await new Promise((resolve) => setImmediate(resolve));
    await core.sessions.delete(EVERYONE, session.sessionId);
    gate.resolve();
    await expect(starting).rejects.toMatchObject({ code: 'session_not_found' });
    expect(late.model.requests).toEqual([]);
  });
});
