import { OWNER_ID } from '../../../doubles/people.ts';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runId, sessionId, toolSessionId } from '../../../../src/core/kernel/ids.ts';
import { databaseTokens, toolRunTokens } from '../../../../src/main/tokens.ts';
import { graphOver, testSettings } from '../../../harness/graph.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'svc-test-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

test('a run that was about to start when the process died is forgotten at the next start, with its files', async () => {
  const made = graphOver({ dataDir: join(place, 'data') });
  const id = runId('01900000-0000-7000-8000-0000000000aa');
  const folder = join(place, 'data-files', id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.bin'), 'a');
  const session = {
    toolSessionId: toolSessionId('01900000-0000-7000-8000-0000000000bb'),
    principal: 'stdio',
    personId: OWNER_ID,
    sessionId: sessionId('01900000-0000-7000-8000-0000000000cc'),
    createdAt: 1,
  } as const;
  const toolRun = {
    runId: id,
    toolSessionId: session.toolSessionId,
    principal: 'stdio',
    personId: OWNER_ID,
    client: null,
    waits: 'poll',
    stateDir: null,
    filesPlace: 'data-files',
    createdAt: 1,
  } as const;
  await made.get(databaseTokens.journal).commit([
    { change: 'tool-session.put', session },
    { change: 'tool-run.track', toolRun },
  ]);
  expect(await made.get(toolRunTokens.toolRunStore).tracked()).toEqual([toolRun]);
  await made.get(toolRunTokens.untrackedRuns).sweep();
  expect(await made.get(toolRunTokens.toolRunStore).tracked()).toEqual([]);
  expect(made.get(toolRunTokens.trackedRuns).all()).toEqual([]);
  expect(existsSync(folder)).toBe(false);
  // Its session can be used again.
  expect(await made.get(toolRunTokens.toolRunStore).session(session.toolSessionId)).toEqual(session);
  await made.close();
});

test('files that this engine wrote for a start that was killed are removed at its next start; those of a copy of it stay', async () => {
  const filesDir = join(place, 'files');
  const engineIn = (name: string) => {
    const dataDir = join(place, name);
    mkdirSync(dataDir);
    // A copy of a data directory has the same instance.
    writeFileSync(join(dataDir, 'instance.json'), `{"instanceId":"${INSTANCE}"}`);
    const { toolServer } = testSettings(dataDir);
    return graphOver({ dataDir, settings: { toolServer: { ...toolServer, filesDir } } });
  };
  const [engine, copy] = [engineIn('data'), engineIn('copy')];
  const file = [{ name: 'a.bin', bytes: new Uint8Array(1) }];
  const written = async ({ get }: typeof engine, id: string) =>
    await get(toolRunTokens.runFolders).write(runId(`01900000-0000-7000-8000-0000000000${id}`), file);
  // No row says that these runs were about to start.
  const [killed, theirs] = [await written(engine, 'aa'), await written(copy, 'ab')];
  await engine.get(toolRunTokens.untrackedRuns).sweep();
  expect([killed, theirs].map(existsSync)).toEqual([false, true]);
  await copy.get(toolRunTokens.untrackedRuns).sweep();
  expect(readdirSync(filesDir)).toEqual([]);
  await engine.close();
  await copy.close();
});

const INSTANCE = '01900000-0000-7000-8000-0000000000dd';
