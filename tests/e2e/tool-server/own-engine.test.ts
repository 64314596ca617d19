import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { attach, isLostConnection, type SocketClient } from '../../../src/adapters/in/cli/attach.ts';
import { ProblemError } from '../../../src/contract/client.ts';
import type { DrainFor } from '../../../src/main/module.ts';
import { systemPlatform } from '../../../src/main/platform.ts';
import { engineLink, type EngineLink } from '../../../src/main/serving/engine-link.ts';
import { engineReach } from '../../../src/main/serving/engine-reach.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { hangUntilAbort, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { SOURCE, testSettings, validator } from '../../harness/graph.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { refusal } from '../http/problems.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { backedUp, ended } from '../backups/backups.ts';
import { within } from '../http/wire.ts';

interface Ways {
  readonly engine: RestartableEngine;
  readonly socket: SocketClient;
  readonly direct: SocketClient;
}

async function bothWays(model?: ScriptedModel): Promise<Ways> {
  const engine = await startRestartable(model && { model });
  const { client, close } = attach(engine.running.socket);
  afterwards(close);
  return { engine, socket: client, direct: engine.running.direct.client };
}

async function outcome(call: Promise<unknown>): Promise<unknown> {
  try {
    return { answer: await call };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { instance: _, ...problem } = error.problem;
    return { problem };
  }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const read: Item[] = [];
  for await (const item of items) read.push(item);
  return read;
}

test('a run is begun, followed, left and read again directly, as over the socket', async () => {
  const { socket, direct } = await bothWays(new ScriptedModel([[text('So far '), text('so good.')]]));
  const { sessionId } = await direct['sessions.create']();
  const begun = await direct['runs.start']({ params: { id: sessionId }, body: { task: 'go' } });
  const runId = begun.runId ?? '';
  for await (const { type } of begun.events) if (type === 'text') break;
  const read = async (client: SocketClient) =>
    await all((await client['runs.events']({ params: { runId }, headers: { 'last-event-id': 1 } })).events);
  const directly = await within('the end of the run', read(direct));
  expect(directly.at(-1)?.type).toBe('done');
  expect(directly).toEqual(await read(socket));
});

test('a restore swaps the engine under its client: a run ends, requests are refused meanwhile, then it serves', async () => {
  const model = new ScriptedModel([[text('So far '), hangUntilAbort()]]);
  const { engine, socket, direct } = await bothWays(model);
  const { sessionId, threadId } = await direct['sessions.create']();
  const id = await backedUp({ client: direct });
  const run = await direct['runs.start']({ params: { id: sessionId }, body: { task: 'go' } });
  const reading = all(run.events);
  // Holds the engine between its stop and its next start.
  const before = engine.running.engine;
  const drained = before.drain.bind(before);
  const held = Promise.withResolvers<void>();
  Object.assign(before, {
    drain: (why?: DrainFor) => drained(why).then(() => (why === 'restore' ? undefined : held.promise)),
  });

  const { operationId } = await direct['backups.restore']({ params: { id } });
  const types = (await within('the end of the run', reading)).map(({ type }) => type);
  expect(types.filter((type) => type === 'done' || type === 'error')).toHaveLength(1);
  expect(await refusal(direct['threads.list']())).toMatchObject({ status: 503, reason: 'restoring' });
  expect(await outcome(direct['threads.list']())).toEqual(await outcome(socket['threads.list']()));
  expect(await direct['health.get']()).toEqual({ status: 'ok' });
  expect(await direct['backups.restored']({ params: { operationId } })).toMatchObject({ status: 'running' });
  held.resolve();

  expect(await ended({ client: direct }, operationId)).toMatchObject({ status: 'completed' });
  expect(engine.running.engine).not.toBe(before);
  const { messages } = await direct['threads.messages']({ params: { id: threadId } });
  expect(messages).toEqual([]);
});

test('an erasure is asked for and told directly, and its client goes on with the empty engine', async () => {
  const { direct } = await bothWays();
  await direct['sessions.create']();
  const { deleted } = await direct['data.erase']({ body: { confirm: 'DELETE_ALL_DATA' } });
  expect(deleted).toBe(true);
  expect((await direct['threads.list']()).threads).toEqual([]);
  expect((await direct['data.erasure']()).erasure?.status).toBe('completed');
});

function linkTo(dataDir: string): EngineLink {
  const settings = testSettings(dataDir, { SVC_DEMO: '1' });
  const log = new RecordingLog();
  const platform = { ...systemPlatform(settings, SOURCE), log, validator };
  const link = engineLink(engineReach(settings, platform, new AbortController().signal, 'pipes'), log);
  afterwards(() => link.close());
  return link;
}

test('a tool server that is the engine asks it without the socket, and others still attach to that', async () => {
  const dataDir = temporaryDir();
  const { client, close } = linkTo(dataDir);
  const { threadId: id } = await client['sessions.create']();
  const other = linkTo(dataDir);
  expect((await other.client['threads.get']({ params: { id } })).threadId).toBe(id);
  await other.close();
  rmSync(join(dataDir, 'engine.sock'));
  expect((await client['threads.get']({ params: { id } })).threadId).toBe(id);

  const { events } = await client['threads.events']();
  const reading = all(events).catch((error: unknown) => error);
  await close();
  expect(isLostConnection(await within('the end of the stream', reading))).toBe(true);
  // The next request starts another engine.
  expect((await client['threads.get']({ params: { id } })).threadId).toBe(id);
});
