import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { personId } from '../../../../src/core/kernel/ids.ts';
import { byPerson } from '../../../../src/core/trust/people/model.ts';
import { BY_OWNER } from '../../../doubles/people.ts';
import { beforeEach, expect } from '@jest/globals';
import { agentsRenderers } from '../../../../src/adapters/in/agent/agents.ts';
import { agentToolBox } from '../../../../src/adapters/in/agent/tool-box.ts';
import { agents } from '../../../../src/contract/agent/agents.ts';
import { idMeant, type Controls } from '../../../../src/core/conversation/background/model.ts';
import { around } from '../../../../src/core/kernel/around.ts';
import { RetryingModel } from '../../../../src/core/instance/models/retrying.ts';
import type { Model } from '../../../../src/core/ports/model.ts';
import { CastOfModels } from '../../../doubles/cast-of-models.ts';
import { fail, hangUntilAbort, ScriptedModel, text, toolCalls } from '../../../doubles/scripted-model.ts';
import { aTool } from '../../../harness/core.ts';
import { codeOf } from '../../../harness/refused.ts';
import { HOUR, MINUTE, OWNER, triggersOver } from '../../../harness/triggers.ts';
import { verifies } from '../../../spec/verifies.ts';
import { sentence } from '../../../doubles/sentences.ts';

const ANN = { person: personId('ann'), role: 'member' } as const;
const BOB = { person: personId('bob'), role: 'member' } as const;

const send = {
  ...aTool('send', async () => ({ output: 'sent', success: true })),
  consent: () => ({ class: 'send_outside', says: sentence('Send it.'), to: 'a.example' }) as never,
} as const;

type Engine = Awaited<ReturnType<typeof triggersOver>>;
let engine: Engine;
/** For the next runs, in order. */
let models: Model[];
/** Every run waits for this before it starts. */
let opening: Promise<void>;
/** Every notice waits for this before it is stored. */
let reminding: Promise<void> | null;

beforeEach(async () => {
  models = [];
  opening = Promise.resolve();
  const box = agentToolBox(agents, agentsRenderers, () => engine.services);
  reminding = null;
  engine = await triggersOver({
    journal: (inner) => ({
      commit: async (changes, durability) => {
        if (changes.some(({ change }) => change === 'notice.add')) await reminding;
        await inner.commit(changes, durability);
      },
    }),
    tools: [...box.tools(), send],
    open: async () => {
      await opening;
      return models.shift() ?? new ScriptedModel();
    },
  });
});

/** Work of the agent, as far as it gets by itself. */
async function atWork(model: Model, by = BY_OWNER) {
  models.push(model);
  const { task } = await engine.services.tasks.create({ title: 'Look around', assignee: 'agent' }, by);
  await engine.pass(0);
  return task.taskId;
}
const taskOf = async (id: string) => (await engine.services.tasks.get(id, OWNER)).task;
verifies(
  ['tasks.stop', 'promise.task-stop'],
  'a stop ends a call that hangs, a question, a pause before a retry and sub-agents, each for good',
  async () => {
    const hanging = new ScriptedModel([[hangUntilAbort()]]);
    const asking = new ScriptedModel([[toolCalls({ name: 'send', input: {} })]]);
    const failing = new ScriptedModel([[fail('provider_error')], [text('Done.')]]);
    const cast = new CastOfModels({
      svc: [
        [
          toolCalls({
            name: 'spawn_agent',
            input: { agents: [{ name: 'ada', task: 'Play ada.', role: 'researcher' }] },
          }),
        ],
      ],
      'Play ada': [[hangUntilAbort()]],
    });
    let calls = 0;
    const counted = (model: Model): Model =>
      around(model, {
        stream: (request, signal) => {
          if (!signal.aborted) calls += 1;
          return model.stream(request, signal);
        },
      });
    const retrying = new RetryingModel(counted(failing), engine.clock);
    for (const [model, began, waiting] of [
      [counted(hanging), 1, false],
      [counted(asking), 1, true],
      [retrying, 1, false],
      [counted(cast), 2, false],
    ] as const) {
      calls = 0;
      const id = await atWork(model);
      expect([calls, (await taskOf(id)).status]).toEqual([began, 'in_progress']);
      expect(await engine.services.running.list(OWNER)).toMatchObject([{ id, waiting }]);
      const runId = await engine.stops.stop(id, OWNER);
      expect(runId).toBe((await taskOf(id)).runId);
      // At once, and not when a pause is over.
      await engine.clock.advance(0);
      expect(await taskOf(id)).toMatchObject({
        status: 'open',
        problem: { text: expect.any(String) },
        runId,
      });
      await engine.pass(HOUR);
      expect([calls, (await engine.runs.get(EVERYONE, runId as never))?.status]).toEqual([began, 'aborted']);
      expect(await codeOf(engine.stops.stop(id, OWNER))).toBe('not_running');
    }
    expect([hanging.openStreams, cast.openStreams]).toEqual([0, 0]);
    expect(engine.inFlight.all()).toEqual([]);
  },
);

verifies('promise.task-stop', 'a hundred stops at once are one abort, and no second run', async () => {
  const model = new ScriptedModel([[hangUntilAbort()]]);
  const id = await atWork(model);
  const { runId } = await taskOf(id);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      engine.stops
        .stop(at % 2 === 0 ? id : (runId ?? ''), OWNER)
        .catch((error: unknown) => (error as { readonly code?: unknown }).code),
    ),
  );
  // Whatever was accepted named the one run, and nothing else was said but that it is over.
  expect(answers[0]).toBe(runId);
  expect(new Set(answers.filter((one) => one !== 'not_running'))).toEqual(new Set([runId]));
  await engine.pass(HOUR);
  expect(model.requests).toHaveLength(1);
  const { items } = await engine.services.history.runs(EVERYONE, { filter: {}, limit: 50, after: null });
  expect(items.map((run) => [run.runId, run.status])).toEqual([[runId, 'aborted']]);
  // The thread that was made for it has what was said in it, and no more.
  const { threadId } = await taskOf(id);
  const thread = await engine.threads.get(EVERYONE, threadId ?? ('' as never));
  const said = await engine.history.threads.messages(thread.threadId, { after: 0, limit: 100 });
  expect([thread.messageCount, thread.costUsd]).toEqual([said.length, 0]);
});

verifies('promise.task-stop', 'a stop while the run is only about to start ends that run', async () => {
  const model = new ScriptedModel([[hangUntilAbort()]]);
  models.push(model);
  const { promise, resolve } = Promise.withResolvers<void>();
  opening = promise;
  const made = engine.services.tasks.create({ title: 'Soon', assignee: 'agent' }, BY_OWNER);
  await engine.pass(0);
  const [piece] = engine.inFlight.all();
  expect(await engine.stops.stop(piece?.id ?? '', OWNER)).toBe(piece?.runId);
  resolve();
  await engine.pass(0);
  const { task } = await made;
  await engine.pass(HOUR);
  expect(await taskOf(task.taskId)).toMatchObject({ status: 'open', problem: { text: expect.any(String) } });
  expect((await engine.runs.get(EVERYONE, piece?.runId as never))?.status).toBe('aborted');
  expect(model.requests.length).toBeLessThanOrEqual(1);
});

verifies(
  'tasks.stop.forbidden',
  'a stop of what another user started is refused, and neither whether it runs nor a beginning of its id is told',
  async () => {
    const { services, stops } = engine;
    const running = await atWork(new ScriptedModel([[hangUntilAbort()]]), byPerson(ANN.person));
    const { task: idle } = await services.tasks.create({ title: 'Idle' }, byPerson(ANN.person));
    const { runId } = (await services.tasks.get(running, ANN)).task;
    for (const id of [running, runId ?? '', idle.taskId])
      expect([id, await codeOf(stops.stop(id, BOB))]).toEqual([id, 'forbidden']);
    for (const id of ['ffffffff', running.slice(0, 11), idle.taskId.slice(0, 11)])
      expect([id, await codeOf(stops.stop(id, BOB))]).toEqual([id, 'task_not_found']);
    for (const asker of [ANN, OWNER])
      expect(await codeOf(stops.stop(idle.taskId, asker))).toBe('not_running');
    const states = async (asker: Controls) => {
      const asked = {
        status: null,
        assignee: null,
        tag: null,
        parent: null,
        words: null,
        limit: 10,
        after: null,
      };
      const { items } = await services.tasks.list(asked, asker);
      return items.map((shown) => [shown.task.taskId, shown.running, shown.stoppable]);
    };
    for (const asker of [BOB, OWNER]) {
      expect(await states(asker)).toEqual([]);
      expect(await codeOf(services.tasks.get(running, asker))).toBe('task_not_found');
    }
    expect(await states(ANN)).toEqual([
      [idle.taskId, false, false],
      [running, true, true],
    ]);
    expect(await stops.stop(running, ANN)).toBe(runId);
    await engine.pass(0);
    expect((await services.tasks.get(running, ANN)).task.status).toBe('open');
  },
);

verifies(
  'tasks.stop.ambiguous',
  'of ids that begin alike the first ten are named, and whether there are more',
  () => {
    const ids = Array.from({ length: 11 }, (_, at) => `abcd${at}`);
    const first = ids.slice(0, 10);
    for (const [known, hasMore] of [
      [first, false],
      [[...ids, 'bbcd', 'abcd0'], true],
    ] as const)
      expect(() => idMeant('ABCD', known)).toThrow(
        expect.objectContaining({
          code: 'ambiguous_id',
          facts: { candidates: first },
          says: [{ code: 'background.ambiguous_id', facts: { ids: first, hasMore } }],
        }),
      );
  },
);

verifies(
  'triggers.users',
  'running and stoppable of a trigger are shown to its maker and the owner alone',
  async () => {
    const { triggers, stops } = engine;
    models.push(new ScriptedModel([[hangUntilAbort()]]));
    const asked = { title: 'Daily', schedule: '@daily', task: 'Look' };
    const { trigger } = await triggers.create(asked, byPerson(ANN.person), true);
    const runId = await triggers.run(EVERYONE, trigger.triggerId, 'asked');
    await engine.pass(0);
    const states = async (asker: Controls) => {
      const { items } = await triggers.everyones({ kind: null, limit: 10, after: null }, asker);
      return items.map(({ running, stoppable }) => [running, stoppable]);
    };
    expect(await states(BOB)).toEqual([[false, false]]);
    for (const asker of [ANN, OWNER]) expect(await states(asker)).toEqual([[true, true]]);
    expect(await codeOf(stops.stop(trigger.triggerId, BOB))).toBe('forbidden');
    expect(await codeOf(stops.stop(runId ?? '', BOB))).toBe('forbidden');
    expect(await stops.stop(trigger.triggerId, ANN)).toBe(runId);
    await engine.pass(MINUTE);
    expect((await triggers.get(trigger.triggerId, ANN)).last?.reason?.code).toBe('stopped');
  },
);

verifies(
  'tasks.stop.ids',
  'what was deleted while its run is in flight can be stopped by any of its ids, and leaves nothing',
  async () => {
    const { stops, history } = engine;
    for (const by of ['id', 'run'] as const) {
      const id = await atWork(new ScriptedModel([[hangUntilAbort()]]));
      const { runId } = await taskOf(id);
      await history.journal.commit([{ change: 'task.delete', taskId: id }], 'synced');
      expect(await codeOf(engine.services.tasks.get(id, OWNER))).toBe('task_not_found');
      expect(await stops.stop(by === 'id' ? id : (runId ?? ''), OWNER)).toBe(runId);
      await engine.pass(0);
      expect((await engine.runs.get(EVERYONE, runId as never))?.status).toBe('aborted');
      expect(await codeOf(stops.stop(id, OWNER))).toBe('task_not_found');
    }
  },
);

verifies(
  ['tasks.stop.unstoppable', 'triggers.stoppable'],
  'a reminder in progress is running and cannot be stopped',
  async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    reminding = promise;
    const { trigger } = await engine.made({ title: 'Drink', effect: 'notify', schedule: 'every 1h' });
    const { triggerId: id } = trigger;
    await engine.pass(HOUR);
    const shown = await engine.triggers.get(id, OWNER);
    expect([shown.running, shown.stoppable]).toEqual([true, false]);
    expect(await codeOf(engine.stops.stop(id, OWNER))).toBe('unstoppable');
    resolve();
    await engine.pass(MINUTE);
    expect(await codeOf(engine.stops.stop(id, OWNER))).toBe('not_running');
    expect((await engine.fired(trigger)).map(({ outcome }) => outcome)).toEqual(['verified']);
  },
);
