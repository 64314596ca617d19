import { byAgentOf } from '../../../src/core/trust/people/model.ts';
import { beforeAll, beforeEach, expect } from '@jest/globals';
import { refuse as refuseModel } from '../../../src/core/instance/models/errors.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import {
  gate,
  hangUntilAbort,
  ScriptedModel,
  text,
  toolCalls,
  type Step,
} from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import { expectProblem, refuses } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allAnswered, newSession, questionsIn, resultsIn, startRun } from './runs.ts';
import { ask } from './wire.ts';

let clock: ManualClock;
let engine: TestEngine;
/** What the models of the next runs play, and the profiles that these were opened with. */
let turns: (readonly (readonly Step[])[])[];
let profiles: (string | null)[];
/** A backup waits for this before it is made. */
let backup: PromiseWithResolvers<void>;

const open = async (profile: string | null) => {
  if (profile === 'nope') throw refuseModel.profile_unknown({ profile });
  profiles.push(profile);
  return new ScriptedModel(turns.shift() ?? []);
};

beforeAll(async () => {
  turns = [];
  profiles = [];
  backup = Promise.withResolvers();
  clock = new ManualClock();
  engine = await startTestEngine({
    models: { open },
    platform: { clock },
    backupWork: (work) => ({
      ...work,
      copy: async () => {
        await backup.promise;
        throw new Error('the backup of this test');
      },
    }),
  });
  await engine.client['config.set']({
    body: {
      memory_extraction: false,
      model_profiles: { cheap: { provider: 'primary' } },
      worker_profile: 'cheap',
    },
  });
});
beforeEach(() => {
  turns = [];
  profiles = [];
});

type Body = Parameters<TestEngine['client']['triggers.create']>[0]['body'];
type Edit = NonNullable<Parameters<TestEngine['client']['triggers.set']>[0]['body']>;
const of = (id: string) => ({ params: { id } });
const get = (id: string, from = engine) => from.client['triggers.get'](of(id));
const set = (id: string, body: Edit) => engine.client['triggers.set']({ ...of(id), body });
const stop = (id: string) => engine.client['tasks.stop'](of(id));
const create = (body: Partial<Body>) =>
  engine.client['triggers.create']({ body: { title: 'Daily', schedule: '@daily', task: 'Look', ...body } });
const post = (target: string, body: object) =>
  ask(engine.port, { method: 'POST', target, body: JSON.stringify(body) });
const titles = async () =>
  (await engine.client['triggers.list']({ query: {} })).triggers.map(({ title }) => title);
const consents = async () => (await engine.client['consents.list']()).consents;
/** Lets the clock pass, a little at a time, until it holds. */
async function until(what: string, holds: () => Promise<boolean>, on = clock): Promise<void> {
  const from = performance.now();
  for (let step = 0; !(await holds()); step++) {
    // A busy machine takes its time for what the clock has begun.
    if (step > 300 && performance.now() - from > PATIENCE_MS) throw new Error(`never: ${what}`);
    await on.advance(step > 300 ? 0 : 20);
  }
}
const PATIENCE_MS = 10_000;
const idle = (id: string) => until('it is done', async () => !(await get(id)).running);
const forget = (id: string) => engine.client['triggers.delete'](of(id));

verifies(
  'triggers.refusals',
  'what does not make sense is refused, with a code and words that help, and nothing is stored',
  async () => {
    const at = { schedule: '@daily', task: 'Look' };
    const watch = (more: object) => ({ watch: { url: 'https://a.example', ...more }, task: 'Look' });
    const expecting = (expectation: object) => ({ ...at, expectation });
    const wrong: readonly (readonly [object, string, number?])[] = [
      [{ task: 'Look' }, 'invalid_trigger'],
      [{ ...at, runAt: '2027-01-01T00:00:00Z' }, 'invalid_trigger'],
      [{ ...at, kind: 'reminder', effect: 'run_agent' }, 'invalid_trigger'],
      [{ ...watch({}), effect: 'backup' }, 'invalid_trigger'],
      [{ schedule: '@daily' }, 'invalid_trigger'],
      [{ ...at, kind: 'watch' }, 'invalid_trigger'],
      [{ ...watch({}), kind: 'schedule' }, 'invalid_trigger'],
      [watch({ url: 'ftp://a.example' }), 'invalid_trigger'],
      // Each look would fail, as things are.
      ...[
        'http://127.0.0.1:8137/x',
        'http://localhost:8137',
        'http://192.168.1.5/',
        'http://a.example:22/',
      ].map((url) => [watch({ url }), 'invalid_trigger'] as const),
      [{ ...at, schedule: 'now and then' }, 'invalid_schedule'],
      [{ ...at, schedule: '0 0 31 2 *' }, 'invalid_schedule'],
      [{ ...at, schedule: 'every 5 seconds' }, 'invalid_schedule'],
      [{ task: 'Look', runAt: '2020-01-01T00:00:00Z' }, 'invalid_schedule'],
      [{ task: 'Look', schedule: 'at 2020-01-01 09:00' }, 'invalid_schedule'],
      [{ task: 'Look', schedule: 'at 2027-02-30 09:00' }, 'invalid_schedule'],
      [{ ...at, timeZone: 'Mars/Base' }, 'invalid_time_zone'],
      [watch({ selector: 'a[' }), 'invalid_selector'],
      [expecting({ kind: 'answer', matches: '(?=x)' }), 'invalid_pattern'],
      [expecting({ kind: 'answer', matches: 'a', contains: 'b' }), 'invalid_expectation'],
      [expecting({ kind: 'file', path: '../x' }), 'invalid_expectation'],
      [expecting({ kind: 'http', url: 'file:///x', status: 200 }), 'invalid_expectation'],
      [{ ...expecting({ kind: 'file', path: 'x' }), effect: 'notify' }, 'invalid_expectation'],
      [expecting({ kind: 'artifact', type: 'exe' }), 'invalid_request'],
      [expecting({ kind: 'email' }), 'invalid_request'],
      [expecting({ kind: 'record', collection: '../a' }), 'invalid_expectation'],
      [{ ...at, effect: 'run_workflow' }, 'invalid_trigger'],
      [{ schedule: '@daily', workflowId: 'abcdef123456' }, 'workflow_not_found', 404],
      [{ ...at, permissions: { tools: ['a b'] } }, 'invalid_permission'],
      [{ ...at, permissions: { tools: ['mcp__x__y'] } }, 'invalid_permission'],
      [{ ...at, permissions: { tools: ['create_trigger'] } }, 'invalid_permission'],
      [{ ...at, permissions: { hosts: ['*.example'] } }, 'invalid_permission'],
      [{ ...at, permissions: { folders: ['/etc'] } }, 'invalid_permission'],
      [{ ...at, profile: 'nope' }, 'profile_unknown', 422],
    ];
    const details = new Set<string>();
    for (const [body, code, status = 400] of wrong) {
      const reply = await post('/api/triggers', { title: 'x', ...body });
      expect([body, reply.status, (reply.json() as { code?: string }).code]).toEqual([body, status, code]);
      details.add(expectProblem(reply, status, code).detail);
    }
    // Each mistake has words of its own.
    expect(details.size).toBeGreaterThan(wrong.length - 4);
    const malformed: readonly (readonly [object, string])[] = [
      [{ title: ' ' }, '/title'],
      [{ effect: 'explode' }, '/effect'],
      [{ runAt: '2026-12-31T23:59:60+00:00' }, '/runAt'],
      [{ watch: { url: 'https://a.example', intervalMinutes: 1 } }, '/watch/intervalMinutes'],
      [{ ceilings: { runUsd: -1 } }, '/ceilings/runUsd'],
      [{ permissions: { tools: 'all' } }, '/permissions/tools'],
      [{ enabled: true }, '/enabled'],
    ];
    for (const [body, path] of malformed) {
      const reply = await post('/api/triggers', { title: 'x', ...at, ...body });
      const { violations } = expectProblem(reply, 400, 'invalid_request') as {
        violations?: { path: string }[];
      };
      expect([body, violations?.[0]?.path]).toEqual([body, path]);
    }
    expect(await titles()).toEqual([]);
    expect(await consents()).toEqual([]);
    const missing = [get('ffffffff'), set('ffffffff', { title: 'x' }), forget('ffffffff'), get(UNKNOWN_ID)];
    for (const call of missing) await refuses(call, { status: 404, code: 'trigger_not_found' });
    for (const route of ['triggers.run', 'triggers.test', 'triggers.runs'] as const)
      await refuses(engine.client[route](of('ffffffff')), {
        code: 'trigger_not_found',
      });
    await refuses(get('fff'), { status: 400, code: 'id_too_short' });
  },
);

verifies(
  ['triggers.changes', 'triggers.list', 'triggers.preview'],
  'triggers are made, listed in pages, changed and deleted, each at its times',
  async () => {
    const vienna = { schedule: '30 2 * * *', timeZone: 'Europe/Vienna' };
    const preview = await engine.client['triggers.preview']({ body: { ...vienna, count: 100 } });
    expect([preview.times.length, preview.timeZone, preview.words]).toEqual([
      100,
      'Europe/Vienna',
      'At 02:30',
    ]);
    // 02:30 does not exist on 29 March: it is due at 03:30.
    expect(preview.times.slice(86, 89)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    for (const [body, code] of [
      [{ schedule: 'soon' }, 'invalid_schedule'],
      [{ schedule: '@daily', timeZone: 'X' }, 'invalid_time_zone'],
    ] as const)
      await refuses(engine.client['triggers.preview']({ body }), { status: 400, code });

    const daily = await create({
      ...vienna,
      expectation: { kind: 'answer', contains: 'ok' },
      ceilings: { runUsd: 1 },
    });
    const { triggerId: id } = daily;
    expect(daily).toMatchObject({
      kind: 'schedule',
      effect: 'run_agent',
      ...vienna,
      words: 'At 02:30',
      nextRunAt: '2026-01-01T01:30:00.000Z',
      runAt: null,
      watch: null,
      workflowId: null,
      ceilings: { runUsd: 1, monthUsd: null },
      enabled: true,
      confirmedAt: daily.createdAt,
      lastRun: null,
      missed: 0,
      running: false,
      stoppable: false,
      createdBy: 'owner',
    });
    const once = await create({
      title: 'Once',
      schedule: undefined as never,
      runAt: '2026-05-01T10:00:00+02:00',
    });
    expect([once.runAt, once.nextRunAt]).toEqual(['2026-05-01T08:00:00.000Z', '2026-05-01T08:00:00.000Z']);
    const reminder = await create({ title: 'Drink', effect: 'notify' });
    const page = await create({
      title: 'Page',
      schedule: undefined as never,
      watch: { url: 'https://a.example/x' },
    });
    expect(page.watch).toEqual({
      url: 'https://a.example/x',
      intervalMinutes: 60,
      selector: null,
      checkedAt: null,
    });
    expect([reminder.kind, page.kind, (await get(id.slice(0, 10))).triggerId]).toEqual([
      'reminder',
      'watch',
      id,
    ]);

    const pages = await everyPage((at) => engine.client['triggers.list']({ query: { limit: 1, ...at } }));
    const seen = pages.map((listed) => listed.triggers.map(({ title }) => title));
    expect(seen).toEqual([['Page'], ['Drink'], ['Once'], ['Daily']]);
    const { triggers } = await engine.client['triggers.list']({ query: { kind: 'reminder' } });
    expect(triggers.map(({ title }) => title)).toEqual(['Drink']);

    const changed = await set(id, {
      title: 'Weekly',
      schedule: '0 8 * * mon',
      timeZone: 'UTC',
      expectation: null,
    });
    expect(changed).toMatchObject({
      title: 'Weekly',
      nextRunAt: '2026-01-05T08:00:00.000Z',
      expectation: null,
    });
    expect(await set(id, { enabled: false })).toMatchObject({
      enabled: false,
      nextRunAt: null,
      pausedReason: null,
    });
    expect(await set(id, { enabled: true })).toMatchObject({ nextRunAt: '2026-01-05T08:00:00.000Z' });
    for (const [of, edit, code] of [
      [id, { schedule: 'never' }, 'invalid_schedule'],
      [id, { runAt: '2020-01-01T00:00:00Z' }, 'invalid_schedule'],
      [id, { watch: { url: 'https://a.example' } }, 'invalid_trigger'],
      [page.triggerId, { schedule: '@daily' }, 'invalid_trigger'],
    ] as const)
      await refuses(set(of, edit), { code });
    // Of two changes of one state, one counts.
    const { triggers: service, people } = engine.engine.services;
    const owner = { person: people.owner, role: 'owner' } as const;
    const seenAt = (await service.get(id, owner)).trigger.updatedAt;
    const both = ['A', 'B'].map((title) => service.set(id, { title, seenAt }, owner));
    const codes = (await Promise.allSettled(both)).map((one) =>
      one.status === 'fulfilled' ? 'done' : (one.reason as { code?: string }).code,
    );
    expect(codes.toSorted()).toEqual(['done', 'trigger_changed']);
    expect((await get(id)).title).toBe(codes[0] === 'done' ? 'A' : 'B');
    for (const { triggerId } of [daily, once, reminder, page]) await forget(triggerId);
    await refuses(get(id), { status: 404, code: 'trigger_not_found' });
    expect(await titles()).toEqual([]);
  },
);

verifies(
  ['triggers.running', 'triggers.stoppable', 'models.profiles.background', 'tasks.stop.ids'],
  'running and stoppable say what is in flight, on worker_profile, and a stop ends it',
  async () => {
    const pause = gate();
    turns.push([[pause.step, text('All ok.')]], [[hangUntilAbort()]]);
    const { triggerId: id } = await create({});
    const begun = await engine.client['triggers.run'](of(id));
    expect(await get(id)).toMatchObject({
      running: true,
      stoppable: true,
      lastRun: { runId: begun.runId, outcome: null, endedAt: null, cause: 'asked' },
    });
    await refuses(engine.client['triggers.run'](of(id)), {
      status: 409,
      code: 'run_in_progress',
      runId: begun.runId,
    });
    pause.open();
    await idle(id);
    expect(await get(id)).toMatchObject({
      stoppable: false,
      lastRun: { outcome: 'unverified', reason: null },
    });
    await refuses(stop(id), { status: 409, code: 'not_running' });
    const again = await engine.client['triggers.run'](of(id));
    expect(await stop(id.slice(0, 10))).toEqual({ requested: true, runId: again.runId });
    await idle(id);
    expect(await get(id)).toMatchObject({
      lastRun: { outcome: 'failed', reason: { code: 'stopped' } },
      failuresInRow: 0,
    });
    expect(profiles).toEqual(['cheap', 'cheap']);
    const first = await engine.client['triggers.runs']({ ...of(id), query: { limit: 1 } });
    expect(first.runs.map(({ runId }) => runId)).toEqual([again.runId]);
    const cursor = first.nextCursor ?? '';
    const second = await engine.client['triggers.runs']({ ...of(id), query: { limit: 1, cursor } });
    expect([second.runs.map(({ runId }) => runId), second.nextCursor]).toEqual([[begun.runId], null]);

    // Fires that are asked for in one millisecond are one.
    await clock.advance(1);
    turns.push([[hangUntilAbort()]]);
    const last = await engine.client['triggers.run'](of(id));
    const { threadId } = await get(id);
    await forget(id);
    const run = await engine.client['history.run']({ params: { id: last.runId ?? '' } });
    expect(run).toMatchObject({ status: 'aborted', startedBy: { kind: 'trigger', id } });
    expect((await engine.client['threads.get'](of(threadId ?? ''))).title).toBe('Daily');
  },
);

verifies(
  ['triggers.stoppable', 'tasks.stop.unstoppable', 'triggers.backup'],
  'a backup in progress is running and cannot be stopped; a failed one says so',
  async () => {
    const { triggerId: id, mayDo } = await create({
      title: 'Save',
      task: undefined as never,
      effect: 'backup',
    });
    expect(mayDo).toEqual([expect.stringContaining('It makes a backup of everything that svc keeps.')]);
    expect(await engine.client['triggers.run'](of(id))).toEqual({ started: true, runId: null });
    expect(await get(id)).toMatchObject({ running: true, stoppable: false, lastRun: { runId: null } });
    await refuses(stop(id), { status: 409, code: 'unstoppable' });
    backup.resolve();
    await idle(id);
    expect((await get(id)).lastRun).toMatchObject({
      outcome: 'failed',
      reason: { text: expect.any(String) },
    });
    await forget(id);
  },
);

verifies(
  ['triggers.question', 'triggers.grants'],
  'what is not allowed beforehand waits for an answer through the thread; what is allowed is a consent of its own',
  async () => {
    const write = (path: string): readonly Step[] => [
      toolCalls({ name: 'write_file', input: { path, content: 'x' } }),
    ];
    turns.push([write('notes/a.txt'), write('other/b.txt'), [text('Written.')]]);
    const { triggerId: id } = await create({
      expectation: { kind: 'file', path: 'other/b.txt' },
      permissions: { folders: ['notes/'], hosts: ['A.Example'] },
    });
    const given = (await consents()).map(({ class: kind, target, folder, triggerId, threadId }) => ({
      kind,
      target,
      folder,
      triggerId,
      threadId,
    }));
    expect(given).toHaveLength(2);
    expect(given).toEqual(
      expect.arrayContaining([
        { kind: 'send_outside', target: 'a.example', folder: null, triggerId: id, threadId: null },
        { kind: 'write_local', target: null, folder: 'notes', triggerId: id, threadId: null },
      ]),
    );
    await engine.client['triggers.run'](of(id));
    await until('it asks', async () => (await get(id)).lastRun?.outcome === 'waiting');
    const { threadId, running, stoppable } = await get(id);
    expect([running, stoppable]).toEqual([true, true]);
    const { pendingPrompt } = await engine.client['threads.get'](of(threadId ?? ''));
    expect(pendingPrompt?.question).toContain('other/b.txt');
    await engine.client['threads.reply']({
      ...of(threadId ?? ''),
      body: { promptId: pendingPrompt?.promptId ?? '', answer: pendingPrompt?.options[0] ?? '' },
    });
    await idle(id);
    expect((await get(id)).lastRun).toMatchObject({ outcome: 'verified', reason: null });

    // Changed, it is allowed anew; deleted, nothing of it is left.
    await set(id, { permissions: { hosts: [] } });
    expect((await consents()).map(({ folder }) => folder)).toEqual(['notes']);
    await forget(id);
    expect(await consents()).toEqual([]);
  },
);

verifies(
  'triggers.tools',
  'the agent asks before it makes, changes or deletes a trigger; declined, nothing is stored',
  async () => {
    const calls = (name: string, input: Record<string, never> | object): readonly Step[] => [
      toolCalls({ name, input: input as never }),
    ];
    const { id: session } = await newSession(engine);
    /** A run of these calls, in which every question gets this option. */
    const talk = async (option: 0 | -1, ...played: readonly (readonly Step[])[]) => {
      turns.push([...played, [text('done')]]);
      const events = await within(
        allAnswered(engine, await startRun(engine, session, 'go'), (all) => all.at(option) ?? ''),
      );
      return {
        asked: questionsIn(events).map(({ question }) => question),
        results: resultsIn(events),
      };
    };
    const within = async <T>(work: Promise<T>): Promise<T> => {
      let isDone = false;
      const ended = work.finally(() => (isDone = true));
      await until('the run is over', async () => isDone);
      return await ended;
    };
    const draft = {
      title: 'Report',
      schedule: '0 8 * * mon',
      time_zone: 'UTC',
      task: 'Write the report',
      allowed_hosts: ['a.example'],
      max_usd_per_run: 2,
    };
    const declined = await talk(-1, calls('create_trigger', draft));
    expect(declined.asked).toHaveLength(1);
    for (const part of [
      '"Report"',
      'At 08:00',
      '2026-01-05 08:00',
      '"Write the report"',
      'send anything to "a.example"',
      '$2',
    ])
      expect(declined.asked[0]).toContain(part);
    expect(declined.results.map(({ success }) => success)).toEqual([false]);
    expect(await titles()).toEqual([]);
    expect(await consents()).toEqual([]);

    // What cannot be made is refused before anyone is asked.
    const wrong = await talk(
      0,
      calls('create_trigger', { ...draft, schedule: 'soon' }),
      calls('create_trigger', { ...draft, effect: 'run_workflow' }),
    );
    expect([wrong.asked, wrong.results.map(({ success }) => success)]).toEqual([[], [false, false]]);

    const agreed = await talk(0, calls('create_trigger', draft), calls('list_triggers', {}));
    expect([agreed.asked.length, agreed.results.map(({ success }) => success)]).toEqual([1, [true, true]]);
    const [made] = (await engine.client['triggers.list']({ query: {} })).triggers;
    expect(made).toMatchObject({ title: 'Report', createdBy: 'agent', confirmedAt: expect.any(String) });
    const id = made?.triggerId ?? '';
    expect(agreed.results[1]?.output).toContain(id);

    const kept = await talk(
      -1,
      calls('update_trigger', { trigger_id: id, enabled: false }),
      calls('delete_trigger', { trigger_id: id }),
    );
    expect(kept.asked).toHaveLength(2);
    // It is told by its schedule, as one that is made.
    const [changed, deleted] = kept.asked;
    for (const part of ['At 08:00, only on Monday', '2026-01-05 08:00']) expect(changed).toContain(part);
    for (const part of ['"Report"', 'At 08:00, only on Monday']) expect(deleted).toContain(part);
    expect(await get(id)).toEqual(made);
    await talk(0, calls('update_trigger', { trigger_id: id, enabled: false }));
    expect(await get(id)).toMatchObject({ enabled: false, title: 'Report' });
    await talk(0, calls('delete_trigger', { trigger_id: id }));
    await refuses(get(id), { code: 'trigger_not_found' });

    // One that is over can be deleted, too.
    const schedule = `at ${new Date(clock.now() + 60_000).toISOString().slice(0, 16)}Z`;
    const { triggerId: over } = await create({ title: 'Once', schedule });
    await set(over, { enabled: false });
    await clock.advance(120_000);
    const gone = await talk(0, calls('delete_trigger', { trigger_id: over }));
    expect(gone.asked[0]).toContain('1 January 2026 at 00:01');
    await refuses(get(over), { code: 'trigger_not_found' });
  },
);

verifies(
  'triggers.refusals',
  'without a confirmation it does not run, and beyond its ceiling it says so',
  async () => {
    const { triggers } = engine.engine.services;
    const { trigger } = await triggers.create(
      { title: 'Mine', schedule: '@daily', task: 'x', permissions: { hosts: ['b.example'] } },
      byAgentOf(engine.engine.services.people.owner),
      false,
    );
    const id = trigger.triggerId;
    expect(await get(id)).toMatchObject({ confirmedAt: null, nextRunAt: null });
    expect(await consents()).toEqual([]);
    await refuses(engine.client['triggers.run'](of(id)), {
      status: 409,
      code: 'trigger_unconfirmed',
    });
    // What was looked at has changed since.
    const { updatedAt: seenAt } = await get(id);
    await set(id, { task: 'y' });
    await refuses(set(id, { confirmed: true, seenAt }), { code: 'trigger_changed' });
    expect(await get(id)).toMatchObject({ task: 'y', confirmedAt: null });
    expect(await set(id, { confirmed: true, ceilings: { monthUsd: 0 } })).toMatchObject({
      confirmedAt: expect.any(String),
    });
    expect((await consents()).map(({ target }) => target)).toEqual(['b.example']);
    await engine.client['triggers.run'](of(id));
    await idle(id);
    expect((await get(id)).lastRun).toMatchObject({ outcome: 'failed', reason: { code: 'ceiling_reached' } });
    await forget(id);
  },
);

verifies(
  'triggers.refusals',
  'a page of this machine is watched once its owner has allowed the host',
  async () => {
    const url = 'http://127.0.0.1:8137/x';
    const body = { title: 'Here', task: 'Look', watch: { url } };
    const draft = await post('/api/triggers/draft', body);
    expectProblem(draft, 400, 'invalid_trigger');
    expect((draft.json() as { detail: string }).detail).toContain('private_hosts');
    const there = await engine.client['triggers.create']({
      body: { ...body, watch: { url: 'https://a.example' } },
    });
    const move = () => engine.client['triggers.set']({ ...of(there.triggerId), body: { watch: { url } } });
    await expect(move()).rejects.toMatchObject({ problem: { code: 'invalid_trigger' } });
    await engine.client['config.set']({ body: { private_hosts: ['127.0.0.1:8137'] } });
    expect((await move()).watch?.url).toBe(url);
    const { triggerId } = await engine.client['triggers.create']({ body });
    await engine.client['config.set']({ body: { private_hosts: null } });
    for (const id of [triggerId, there.triggerId]) await forget(id);
  },
);
