import { expect } from '@jest/globals';
import { DAY_MS } from '../../../src/core/kernel/durations.ts';
import {
  personId,
  runId as asRunId,
  sessionId as asSessionId,
  threadId as asThreadId,
} from '../../../src/core/kernel/ids.ts';
import { byPerson, EVERYONE } from '../../../src/core/trust/people/model.ts';
import { triggerTokens } from '../../../src/main/tokens.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { hangUntilAbort, ScriptedModel, text, type Step } from '../../doubles/scripted-model.ts';
import { askingWith, proofOf } from '../../harness/people.ts';
import { verifies } from '../../spec/verifies.ts';
import { refuses } from './problems.ts';
import { browserAt, house, programAt, reachable, tokenIn } from './browsers.ts';

async function started(clock?: ManualClock) {
  const turns: (readonly Step[])[] = [];
  const engine = await reachable({
    models: { open: async () => new ScriptedModel(turns.splice(0, 1)) },
    ...(clock === undefined ? {} : { platform: { clock } }),
  });
  const { owner, member } = await house(engine);
  const { personId: id } = await member.client['me.get']();
  const disabled = (is: boolean) => owner.client['people.set']({ params: { id }, body: { disabled: is } });
  return { engine, turns, owner, member, id: personId(id), disabled };
}

const trigger = { title: 'Look', schedule: '0 3 * * *', timeZone: 'UTC', task: 'look' } as const;

verifies(
  'people.disabled-work',
  'what runs for whom is disabled ends and says why, and nothing of theirs begins',
  async () => {
    const { engine, turns, owner, member, id, disabled } = await started();
    turns.push([hangUntilAbort()], [hangUntilAbort()], [hangUntilAbort()]);
    const { client } = member;
    const { sessionId, threadId } = await client['sessions.create']({ body: {} });
    const { runId } = await client['runs.start']({ params: { id: sessionId }, body: { task: 'go on' } });
    await client['queue.add']({ params: { id: threadId }, body: { task: 'and then' } });
    const { triggerId } = await client['triggers.create']({ body: trigger });
    await client['triggers.run']({ params: { id: triggerId } });
    const { workflowId } = await client['workflows.save']({
      body: { name: 'steps', steps: [{ stepId: 'one', task: 'step' }] },
    });
    const { workflowRunId } = await client['workflows.start']({ params: { id: workflowId }, body: {} });
    while (turns.length > 0) await new Promise(setImmediate);
    const kinds = (await owner.client['running.list']()).running.map(({ of }) => of);
    expect(kinds).toEqual(expect.arrayContaining(['run', 'trigger', 'workflow']));

    await disabled(true);
    expect((await owner.client['running.list']()).running).toEqual([]);
    const { services } = engine.engine;
    expect(await services.runs.get(EVERYONE, asRunId(runId ?? ''))).toMatchObject({
      status: 'aborted',
      stopReason: 'aborted',
      error: { code: 'person_disabled' },
    });
    expect(await services.workflows.run(EVERYONE, workflowRunId)).toMatchObject({
      status: 'aborted',
      error: { code: 'person_disabled' },
    });
    expect((await services.triggers.get(triggerId, { person: id, role: 'member' })).last).toMatchObject({
      outcome: 'failed',
      reason: { code: 'person_disabled' },
    });
    const again = { task: 'more', profile: null, idempotencyKey: null, startedBy: byPerson(id) };
    await expect(services.runs.start(asSessionId(sessionId), again)).rejects.toMatchObject({
      code: 'person_disabled',
    });
    await expect(
      services.workflows.start(workflowId, { parameters: {}, startedBy: byPerson(id) }),
    ).rejects.toMatchObject({ code: 'person_disabled' });
    expect(await services.queue.resume(id, asThreadId(threadId))).toBeNull();

    await disabled(false);
    turns.push([text('done')]);
    const { url } = await owner.client['people.link']({ params: { id } });
    const anew = browserAt(engine, 'Anew/1.0');
    await anew.client['login.link']({ body: { token: tokenIn(url) } });
    expect(await anew.client['queue.get']({ params: { id: threadId } })).toMatchObject({
      held: true,
      reason: 'person_disabled',
      tasks: [{ task: 'and then' }],
    });
    const resumed = await anew.client['queue.resume']({ params: { id: threadId } });
    expect(resumed.runId).toEqual(expect.any(String));
  },
);

verifies(
  'people.disabled-tokens',
  'what somebody signed in with before they were disabled lets nobody in when they are enabled',
  async () => {
    const { engine, owner, member, id, disabled } = await started();
    const { token } = await member.client['me.makeToken']({ body: { name: 'editor', scopes: ['read'] } });
    const program = programAt(engine, token);
    const { url } = await owner.client['people.link']({ params: { id } });
    await program['me.get']();
    await disabled(true);
    await disabled(false);
    const out = { status: 401 };
    for (const before of [program, member.client]) await refuses(before['me.get'](), out);
    const anew = browserAt(engine, 'Anew/1.0');
    await refuses(anew.client['login.link']({ body: { token: tokenIn(url) } }), { code: 'link_unusable' });
    const { url: later } = await owner.client['people.link']({ params: { id } });
    await anew.client['login.link']({ body: { token: tokenIn(later) } });
    expect((await anew.client['me.tokens']()).tokens).toEqual([]);
    const again = await anew.client['me.makeToken']({ body: { name: 'editor', scopes: ['read'] } });
    expect(await programAt(engine, again.token)['me.get']()).toMatchObject({ personId: id });
  },
);

verifies(
  'people.disabled-work',
  'triggers of whom is disabled do not fire, and when enabled they go on with the next due time',
  async () => {
    const clock = new ManualClock(Date.UTC(2026, 5, 1));
    const { engine, turns, member, id, disabled } = await started(clock);
    engine.engine.get(triggerTokens.scheduler).begin();
    const { triggerId } = await member.client['triggers.create']({ body: trigger });
    const once = { title: 'Once', effect: 'notify', schedule: 'at 2026-06-02T12:00Z', task: 'x' } as const;
    const { triggerId: onceId } = await member.client['triggers.create']({ body: once });
    await disabled(true);
    await clock.advance(3 * DAY_MS);
    const asking = askingWith(engine, proofOf(id));
    const fires = async (of: string) => {
      const { runs } = await asking['triggers.runs']({ params: { id: of } });
      return runs.map(({ outcome, reason, missed }) => [outcome, reason?.code ?? null, missed]);
    };
    const { services } = engine.engine;
    expect((await services.triggers.get(triggerId, { person: id, role: 'member' })).last).toBeNull();

    await disabled(false);
    expect(await fires(triggerId)).toEqual([['missed', 'person_disabled', 2]]);
    expect(await fires(onceId)).toEqual([['missed', 'person_disabled', 0]]);
    expect(await asking['triggers.get']({ params: { id: triggerId } })).toMatchObject({
      nextRunAt: '2026-06-04T03:00:00.000Z',
    });
    turns.push([text('done')]);
    await clock.advance(DAY_MS / 2);
    const last = async () => (await fires(triggerId))[0] ?? [];
    let newest = await last();
    while (newest[0] === null || newest[0] === 'missed') {
      await clock.advance(1_000);
      newest = await last();
    }
    expect(newest).toEqual(['unverified', null, 0]);
  },
);
