import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import {
  answers,
  startFakeProvider,
  streams,
  type Arrived,
  type FakeProvider,
  type Reply,
} from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { asksFor, primary, says as providerSays, stageFor } from '../providers/providers.ts';
import { allOf, newSession, replay, startRun, type Event } from './runs.ts';

interface Message {
  readonly role: string;
  readonly content: unknown;
}

const messagesOf = ({ body }: Arrived): readonly Message[] =>
  ((body?.['messages'] ?? []) as readonly Message[]).filter(({ role }) => role !== 'system');

/**
 * A provider that several agents call at once: the first message of a conversation identifies the agent,
 * its length the step.
 */
async function castAt(parts: Readonly<Record<string, readonly Reply[]>>): Promise<FakeProvider> {
  const server = await startFakeProvider(async (request, response) => {
    const said = messagesOf(request);
    const first = JSON.stringify(said[0]);
    const [, script = []] = Object.entries(parts).find(([name]) => first.includes(`Play ${name}`)) ?? [];
    const turn = said.filter(({ role }) => role === 'assistant').length;
    const reply = script[turn] ?? answers(400, 'more than it was told');
    await reply(request, response);
  });
  return server;
}

const says = (...pieces: readonly string[]): Reply => streams(...chat.textAnswer(...pieces));
const calls = (name: string, input: object): Reply =>
  streams(...chat.callAnswer(name, JSON.stringify(input)));
const spawns = (...agents: readonly object[]): Reply => calls('spawn_agent', { agents });
const an = (name: string, more: object = {}) => ({
  name,
  task: `Play ${name}.`,
  role: 'creator',
  ...more,
});

const agentEvents = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === 'subagent' ? [event.data] : []));
const ends = (events: readonly Event[]) =>
  agentEvents(events)
    .flatMap((event) => (event.event === 'ended' ? [`${event.name} ${event.outcome}`] : []))
    .toSorted();
const spawned = (events: readonly Event[]) =>
  events.flatMap((event) =>
    event.type === 'tool_result' && event.data.name === 'spawn_agent' ? [event.data] : [],
  );

/** A model on this machine costs nothing otherwise. */
const DEAR = { input: 15, output: 75, cache_read: 1.5, cache_write: 18.75 };

/** The run of `svc` in an engine with this provider. */
async function played(server: FakeProvider) {
  const dataDir = temporaryDir();
  writeFileSync(join(dataDir, 'pricing.json'), JSON.stringify({ 'top-model': DEAR }));
  const at = await startTestEngine({ dataDir });
  await at.client['config.set']({
    body: {
      provider: 'compat',
      api_base_url: `${server.url}/v1`,
      compat_model_id: 'top-model',
      api_key: 'top-key-012345678',
    },
  });
  const session = await newSession(at);
  const stream = await startRun(at, session.id, 'Play svc');
  return { at, client: at.client, session, runId: stream.runId ?? '', events: await allOf(stream) };
}

verifies(
  ['agents.changes', 'agents.parallel', 'agents.history', 'events.subagent', 'agents.budget'],
  'two sub-agents work over HTTP: one changes a file of the run, one has no budget for a call',
  async () => {
    const server = await castAt({
      svc: [spawns(an('Ann'), an('Ben', { max_budget_usd: 0.01 })), says('All ', 'done.')],
      Ann: [calls('write_file', { path: 'ann.txt', content: 'by Ann' }), says('I wrote ann.txt.')],
    });
    const { at, client, session, runId, events } = await played(server);
    expect(ends(events)).toEqual(['Ann answered', 'Ben budget']);
    expect(spawned(events)).toMatchObject([{ success: true }]);
    expect(await readFile(join(at.dataDir, 'workspace', 'ann.txt'), 'utf8')).toBe('by Ann');

    // The change belongs to the owner's run and can be undone under that run's id.
    expect(events.at(-2)).toMatchObject({ type: 'changeset_ready', data: { runId, fileCount: 1 } });
    const params = { id: session.id };
    expect(await client['changesets.get']({ params })).toMatchObject({
      runId,
      files: [{ path: 'ann.txt', status: 'added' }],
    });
    const review = { params, body: { action: 'rollback' as const, runId } };
    expect(await client['changesets.review'](review)).toMatchObject({ rolledBack: 1 });

    const { toolCalls } = await client['history.toolCalls']({ params: { id: runId } });
    expect(toolCalls.map(({ agent, name }) => [agent, name])).toEqual([
      [null, 'spawn_agent'],
      ['Ann', 'write_file'],
    ]);
    const done = events.at(-1);
    const run = await client['history.run']({ params: { id: runId } });
    expect(done?.type === 'done' && done.data.costUsd).toBe(run.costUsd);
    expect(run.costUsd).toBeGreaterThan(0);
    expect((await client['threads.get']({ params: { id: session.threadId } })).costUsd).toBeCloseTo(
      run.costUsd,
      9,
    );
    const { days } = await client['history.dailyCost']({ query: { days: 1 } });
    expect(days[0]?.costUsd).toBeCloseTo(run.costUsd, 9);
    const { sideCalls } = await client['history.stats']({ query: {} });
    expect(sideCalls).toMatchObject([{ purpose: 'subagent', calls: 2, failures: 1 }]);
    const bundle = (await (
      await fetch(`${at.baseUrl}/api/threads/${session.threadId}/debug-export`)
    ).json()) as { runs: { toolCalls: { agent: string | null }[] }[] };
    expect(bundle.runs[0]?.toolCalls.map(({ agent }) => agent)).toEqual([null, 'Ann']);

    expect(await allOf(replay(at, runId))).toEqual(events);
    expect(at.log.events('error')).toEqual([]);
  },
);

verifies(
  'agents.fast',
  'a collector uses the fast model of the provider with the same key, and that model is reported and priced',
  async () => {
    const { spoken } = primary;
    const stage = await stageFor(
      primary,
      asksFor(spoken, 'spawn_agent', { agents: [an('Ann', { role: 'collector' })] }),
      providerSays(spoken, 'gathered'),
      providerSays(spoken, 'ok'),
    );
    const { engine } = stage;
    const session = await newSession(engine);
    const events = await allOf(startRun(engine, session.id, 'collect'));
    const models = ['claude-sonnet-4-6', 'claude-haiku-4-5', 'claude-sonnet-4-6'];
    expect(stage.server.arrived.map(({ body }) => body?.['model'])).toEqual(models);
    expect(new Set(stage.server.arrived.map(({ headers }) => headers['x-api-key'])).size).toBe(1);
    expect(spawned(events)[0]?.output).toContain('Ann (collector, on claude-haiku-4-5)');
    const end = agentEvents(events).at(-1);
    // 12 tokens in at $1, and 9 out at $5 for a million.
    expect(end).toMatchObject({ event: 'ended', model: 'claude-haiku-4-5', costUsd: (12 + 9 * 5) / 1e6 });
    const { metrics } = await engine.client['metrics.get']();
    expect(JSON.stringify(metrics)).toContain('claude-haiku-4-5');
  },
);
