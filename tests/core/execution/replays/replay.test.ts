import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { BY_OWNER } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import { runId, type RunId } from '../../../../src/core/kernel/ids.ts';
import type { AnyChange } from '../../../../src/core/ports/journal.ts';
import type { RunEvent } from '../../../../src/core/execution/runs/events.ts';
import { runLimits } from '../../../../src/core/execution/runs/limits.ts';
import { NOT_RECORDED } from '../../../../src/core/execution/runs/replays/recorded-calls.ts';
import { processTokens } from '../../../../src/main/tokens.ts';
import {
  gate,
  hangUntilAbort,
  ScriptedModel,
  text,
  toolCalls,
  type Step,
} from '../../../doubles/scripted-model.ts';
import { aTool, coreOver, type CoreOptions } from '../../../harness/core.ts';
import { verifies } from '../../../spec/verifies.ts';

const PRICE = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 };
const ASKED = { profile: null, model: null, startedBy: BY_OWNER };

const note = (...said: readonly string[]): Step =>
  toolCalls(...said.map((say) => ({ name: 'note', input: { say } })));
const NOTES = [[note('a', 'b')], [note('a')], [text('Noted.')]];

/** A thread with one run, which has ended, and models for the runs after it. */
async function recorded(options: CoreOptions = {}) {
  const made: string[] = [];
  const written: AnyChange[] = [];
  const tool = aTool('note', async ({ say }) => {
    made.push(String(say));
    return { output: `noted ${made.length}: ${String(say)}`, success: true };
  });
  const models = [new ScriptedModel(NOTES, 'first', PRICE)];
  const opened: (readonly [string | null, string | undefined])[] = [];
  const core = coreOver({
    tools: [tool],
    open: async (profile, modelId) => {
      opened.push([profile, modelId]);
      return models.at(-1) ?? new ScriptedModel([]);
    },
    journal: (journal) => ({
      commit: async (changes, durability) => {
        written.push(...changes);
        await journal.commit(changes, durability);
      },
    }),
    ...options,
  });
  const session = await core.newSession();
  const run = await core.start(session, 'Note a and b');
  const events = await core.eventsOf(run);
  const replay = async (turns: readonly (readonly Step[])[], named: RunId = run) => {
    models.push(new ScriptedModel(turns, 'second', PRICE));
    return await core.runs.replay(named, ASKED);
  };
  const messages = () => core.history.threads.messages(session.threadId, { after: 0, limit: 100 });
  return { ...core, session, run, events, made, written, models, opened, replay, messages };
}

const results = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'tool_result' ? [event.data.output] : []));

/** Ids of calls are new in each run. */
const shape = (messages: unknown): unknown =>
  JSON.parse(JSON.stringify(messages).replaceAll(/"toolCallId":"[^"]+"/gu, '"toolCallId":"x"'));

verifies(
  'replays.recorded',
  'the same calls get their recorded results, equal ones in their order, and no tool is called',
  async () => {
    const { events, made, replay, eventsOf, models, history } = await recorded();
    expect(results(events)).toEqual(['noted 1: a', 'noted 2: b', 'noted 3: a']);
    const again = await eventsOf(await replay(NOTES));
    expect(results(again)).toEqual(results(events));
    expect(again.at(-1)).toMatchObject({ type: 'done', data: { text: 'Noted.', stopReason: 'end_turn' } });
    expect(made).toEqual(['a', 'b', 'a']);
    const [first, second] = models.map(({ requests }) => requests.map(({ messages }) => shape(messages)));
    expect(second).toEqual(first);
    expect(await history.runs.unfinished()).toEqual([]);
  },
);

test('what became a secret after it was recorded is masked, as in the result of any call', async () => {
  const { replay, eventsOf, written, get } = await recorded();
  get(processTokens.knownSecrets).learn(['noted 1: a'], 'always');
  written.length = 0;
  const again = await eventsOf(await replay(NOTES));
  expect(results(again).slice(1)).toEqual(['noted 2: b', 'noted 3: a']);
  expect(results(again)[0]).not.toContain('noted 1: a');
  expect(JSON.stringify(written)).not.toContain('noted 1: a');
});

verifies(
  'replays.recorded',
  'what was said and remembered after the run began is not told to the model',
  async () => {
    const made = await recorded();
    made.models.push(new ScriptedModel([[text('Later.')]], 'later'));
    await made.eventsOf(await made.start(made.session, 'Something later'));
    await made.eventsOf(await made.replay([[text('x')]]));
    const [request] = made.models.at(-1)?.requests ?? [];
    expect(request?.messages).toHaveLength(1);
    expect(JSON.stringify(request?.messages)).not.toContain('later');
  },
);

verifies(
  ['replays.diverging', 'runs.compare'],
  'a call that was not recorded is not carried out, the model is told, and the comparison lists it',
  async () => {
    const { made, replay, eventsOf, get, run } = await recorded();
    const id = await replay([[note('c', 'b')], [text('I could not note c.')]]);
    expect(results(await eventsOf(id))).toEqual([NOT_RECORDED, 'noted 2: b']);
    expect(made).toEqual(['a', 'b', 'a']);
    const { replays } = get(processTokens.services);
    expect(await replays.of(EVERYONE, run)).toMatchObject([{ runId: id, replayOf: run }]);
    const { counts, calls, isSameText, first, second } = await replays.compare(EVERYONE, run, id);
    expect(counts).toEqual({ same: 1, other_arguments: 1, only_first: 1, only_second: 0 });
    expect(calls.map((pair) => [pair.relation, pair.first?.input, pair.second?.input])).toEqual([
      ['other_arguments', '{"say":"a"}', '{"say":"c"}'],
      ['same', '{"say":"b"}', '{"say":"b"}'],
      ['only_first', '{"say":"a"}', undefined],
    ]);
    expect([isSameText, first.text, second.text]).toEqual([false, 'Noted.', 'I could not note c.']);
  },
);

verifies('replays.nothing-outside', 'a replay writes its own record and nothing else', async () => {
  const { replay, eventsOf, written, messages, models, threads, session } = await recorded();
  const said = await messages();
  const thread = await threads.get(EVERYONE, session.threadId);
  written.length = 0;
  await eventsOf(await replay([[note('z')], [note('a')], [text('Done.')]]));
  const kinds = new Set(written.map(({ change }) => change));
  expect([...kinds].toSorted()).toEqual([
    'call.begin',
    'call.end',
    'run.end',
    'run.event',
    'run.start',
    'tool-call.end',
    'tool-call.start',
  ]);
  expect(await messages()).toEqual(said);
  expect(await threads.get(EVERYONE, session.threadId)).toEqual(thread);
  // Nor does the provider search for it.
  expect(models.at(-1)?.requests.map(({ searches }) => searches)).toEqual([0, 0, 0]);
});

verifies('replays.cost', 'its cost counts for the ceilings, and not as one of its thread', async () => {
  const { replay, eventsOf, threads, session, history, run } = await recorded();
  const before = await threads.get(EVERYONE, session.threadId);
  const sum = await history.runs.costSince(EVERYONE, 0);
  const id = await replay(NOTES);
  await eventsOf(id);
  const row = await history.runs.get(EVERYONE, id);
  expect(row?.costUsd).toBeCloseTo(0.00033, 8);
  expect(row).toMatchObject({ replayOf: run, toolCallCount: 3, model: 'second', status: 'completed' });
  expect(await history.runs.costSince(EVERYONE, 0)).toBeCloseTo(sum + 0.00033, 8);
  expect(await threads.get(EVERYONE, session.threadId)).toEqual(before);
});

verifies('replays.cost', 'one that could exceed a ceiling makes no call', async () => {
  const { run, runs, eventsOf, models } = await recorded({
    spendingLimits: { run: Infinity, day: 2, month: Infinity },
  });
  const dear = new ScriptedModel([[text('x')]], 'dear', { ...PRICE, output: 1_000_000 });
  models.push(dear);
  const events = await eventsOf(await runs.replay(run, ASKED));
  expect(events.at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'budget' } });
  expect(dear.requests).toHaveLength(0);
});

verifies(
  'replays.beside',
  'it takes no place in its thread: a run begins beside it, and it is stopped by its own id',
  async () => {
    const { replay, threads, session, models, start, eventsOf, runs } = await recorded();
    const pause = gate();
    const id = await replay([[text('x'), pause.step]]);
    await pause.reached;
    expect((await threads.get(EVERYONE, session.threadId)).activeRunId).toBeNull();
    await expect(runs.abortIn(EVERYONE, session.threadId, null)).rejects.toMatchObject({
      code: 'not_running',
    });
    models.push(new ScriptedModel([[text('beside')]], 'third'));
    expect((await eventsOf(await start(session, 'Something else'))).at(-1)?.type).toBe('done');
    await runs.stop(EVERYONE, id);
    expect((await eventsOf(id)).at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'aborted' } });
    await expect(runs.stop(EVERYONE, id)).rejects.toMatchObject({ code: 'not_running' });
    await expect(runs.stop(EVERYONE, runId('gone'))).rejects.toMatchObject({ code: 'run_not_found' });
  },
);

verifies(['replays.refused', 'replays.beside'], 'what cannot be replayed is refused by name', async () => {
  const { runs, run, models, start, session, eventsOf, replay, history } = await recorded();
  await expect(runs.replay(runId('gone'), ASKED)).rejects.toMatchObject({ code: 'run_not_found' });
  models.push(new ScriptedModel([[hangUntilAbort()]], 'hangs'));
  const running = await start(session, 'Something else');
  await expect(runs.replay(running, ASKED)).rejects.toMatchObject({ code: 'run_not_ended' });
  await runs.stop(EVERYONE, running);
  await eventsOf(running);
  const all = [];
  while (all.length < runLimits.replays) all.push(await replay([[hangUntilAbort()]]));
  await expect(replay([])).rejects.toMatchObject({ code: 'too_many_replays' });
  for (const id of all) await runs.stop(EVERYONE, id);
  for (const id of all) await eventsOf(id);
  // Of a replay, the run that it repeats is replayed.
  const second = await replay([[text('once more')]], all[0]);
  expect(await history.runs.get(EVERYONE, second)).toMatchObject({ replayOf: run });
  await eventsOf(second);
});

verifies('replays.thread-deleted', 'with its thread a replay ends and loses its words', async () => {
  const { replay, threads, session, history } = await recorded();
  const id = await replay([[text('x'), hangUntilAbort()]]);
  await threads.delete(EVERYONE, session.threadId, 'keep');
  expect(await history.runs.get(EVERYONE, id)).toMatchObject({ status: 'aborted', threadId: null, task: '' });
  expect(await history.runs.events(id, 0, 10)).toEqual([]);
  await expect(replay([], id)).rejects.toMatchObject({ code: 'run_not_found' });
});

verifies(
  'replays.killed',
  'one that a kill cut off ends as interrupted at its worst case, without a word in its thread',
  async () => {
    const { replay, messages, clock, history, run } = await recorded();
    const said = await messages();
    const pause = gate();
    const id = await replay([[note('a')], [text('half'), pause.step]]);
    await pause.reached;
    await clock.advance(100);
    const [begun] = await history.runs.callsBegun();
    expect(begun?.callerId).toBe(id);
    const next = coreOver({ history, firstId: 1_000 });
    await next.runs.recover();
    const row = await history.runs.get(EVERYONE, id);
    expect(row).toMatchObject({ status: 'interrupted', replayOf: run });
    expect(row?.costUsd).toBeCloseTo(0.00011 + (begun?.worstUsd ?? NaN), 8);
    const events = await next.eventsOf(id);
    expect(events.at(-1)).toMatchObject({ type: 'error', data: { code: 'interrupted' } });
    expect(await messages()).toEqual(said);
    expect(await history.runs.callsBegun()).toEqual([]);
  },
);

test('another model and profile are opened by their names', async () => {
  const { runs, run, opened, models } = await recorded();
  models.push(new ScriptedModel([[text('x')]], 'second'));
  await runs.replay(run, { profile: 'cheap', model: 'm-2', startedBy: BY_OWNER });
  expect(opened.at(-1)).toEqual(['cheap', 'm-2']);
});
