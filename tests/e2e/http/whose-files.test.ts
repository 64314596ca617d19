import { beforeEach, expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PersonId } from '../../../src/core/kernel/ids.ts';
import { ScriptedModel, text, toolCalls, type ScriptedCall } from '../../doubles/scripted-model.ts';
import type { directSurface } from '../../../src/main/serving/http-surface.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { askingWith, planted, proofOf } from '../../harness/people.ts';
import { verifies } from '../../spec/verifies.ts';
import { refuses } from './problems.ts';

type Asking = ReturnType<typeof directSurface>['client'];

let engine: TestEngine;
let owner: Asking;
let ann: Asking;
let ben: Asking;
let annId: PersonId;
let model: ScriptedModel;
beforeEach(async () => {
  engine = await startTestEngine({ models: { open: async () => model } });
  owner = engine.client as unknown as Asking;
  annId = (await planted(engine, { name: 'Ann' })).personId;
  const benId = (await planted(engine, { name: 'Ben' })).personId;
  [ann, ben] = [askingWith(engine, proofOf(annId)), askingWith(engine, proofOf(benId))];
});

/** A run that makes these calls, in a conversation whose changes wait. */
async function ran(asking: Asking, ...calls: readonly ScriptedCall[]) {
  model = new ScriptedModel([...calls.map((call) => [toolCalls(call)]), [text('done')]]);
  const { sessionId, threadId } = await asking['sessions.create']({ body: {} });
  const { runId, events } = await asking['runs.start']({ params: { id: sessionId }, body: { task: 'go' } });
  const results: { readonly output: string; readonly success: boolean }[] = [];
  for await (const event of events) if (event.type === 'tool_result') results.push(event.data);
  return { sessionId, threadId, runId: runId ?? '', results };
}

const write = (path: string, content: string): ScriptedCall => ({
  name: 'write_file',
  input: { path, content },
});
const readCall = (path: string): ScriptedCall => ({ name: 'read_file', input: { path } });
const listCall = (path: string, depth = 3): ScriptedCall => ({ name: 'list_files', input: { path, depth } });
const fileIn = (path: string) => readFileSync(join(engine.dataDir, 'workspace', path), 'utf8');

verifies('people.files', 'a run writes where its person is, and reaches nothing of others', async () => {
  await ran(owner, write('plan.txt', 'of the owner'), write('shared/all.txt', 'of all'));
  const { results } = await ran(
    ann,
    write('plan.txt', 'of Ann'),
    readCall('shared/all.txt'),
    readCall('plan.txt'),
  );
  expect(results.map(({ success }) => success)).toEqual([true, true, true]);
  expect(results[1]?.output).toContain('of all');
  expect(results[2]?.output).toContain('of Ann');
  expect([fileIn('plan.txt'), fileIn(`people/${annId}/plan.txt`)]).toEqual(['of the owner', 'of Ann']);
  const hers = `people/${annId}/plan.txt`;
  for (const asking of [owner, ben]) {
    const tried = await ran(asking, readCall(hers), write(hers, 'mine'), listCall('.'), listCall('people'));
    for (const { output } of tried.results) expect(output).not.toContain('of Ann');
    // For a member such a path is one below their own folder.
    for (const path of [hers, `people/${annId}`, `./${hers}`, `shared/../${hers}`]) {
      const query = { path };
      const shown = await asking['files.read']({ query }).catch(() => null);
      expect(shown?.content).not.toBe('of Ann');
      await asking['files.delete']({ query }).catch(() => null);
    }
    expect(JSON.stringify(await asking['files.list']({ query: { path: '' } }))).not.toContain(annId);
  }
  expect(fileIn(hers)).toBe('of Ann');
  expect((await ann['files.read']({ query: { path: 'plan.txt' } })).content).toBe('of Ann');
  expect((await ann['files.read']({ query: { path: hers } })).path).toBe(hers);
  await refuses(ann['files.read']({ query: { path: '../plan.txt' } }), {
    status: 403,
    code: 'outside_workspace',
  });
});

verifies('people.files', 'deleted files and what waits for review are told to whose they are', async () => {
  await ran(ann, write('a.txt', 'of Ann'));
  await ran(owner, write('shared/b.txt', 'of all'));
  const { threadId } = await ran(ann, write('shared/b.txt', 'of Ann'));
  const waiting = async (asking: Asking) =>
    (await asking['files.read']({ query: { path: 'shared/b.txt' } })).waitsIn;
  expect(await waiting(ann)).toEqual([threadId]);
  expect(await waiting(ben)).toEqual([]);
  expect(await waiting(owner)).not.toContain(threadId);
  await ann['files.delete']({ query: { path: 'a.txt' } });
  const [deleted] = (await ann['deletedFiles.list']()).deletedFiles;
  expect(deleted).toMatchObject({ path: `people/${annId}/a.txt` });
  const named = { params: { id: deleted?.deletedFileId ?? '' } };
  for (const asking of [owner, ben]) {
    expect((await asking['deletedFiles.list']()).deletedFiles).toEqual([]);
    const unknown = { status: 404, code: 'deleted_file_not_found' };
    await refuses(asking['deletedFiles.restore'](named), unknown);
    await refuses(asking['deletedFiles.purge'](named), unknown);
  }
  await ann['deletedFiles.restore'](named);
  expect(fileIn(`people/${annId}/a.txt`)).toBe('of Ann');
});

verifies(
  'people.files',
  'of two who changed one file, the second review says so and takes back nothing',
  async () => {
    const hers = await ran(ann, write('shared/c.txt', 'of Ann'));
    const his = await ran(ben, write('shared/c.txt', 'of Ben'));
    await ben['threads.review']({
      params: { id: his.threadId },
      body: { action: 'accept', runId: his.runId },
    });
    const review = await ann['threads.review']({
      params: { id: hers.threadId },
      body: { action: 'rollback', runId: hers.runId },
    });
    expect(review.failed).toMatchObject([{ path: 'shared/c.txt' }]);
    expect(fileIn('shared/c.txt')).toBe('of Ben');
  },
);

verifies('people.files', 'a member finds the shared folder at their root, once there is one', async () => {
  const names = async () => (await ann['files.list']({ query: { path: '' } })).files.map(({ name }) => name);
  expect(await names()).toEqual([]);
  await ran(owner, write('shared/all.txt', 'of all'));
  await ran(ann, write('own.txt', 'of Ann'));
  expect(await names()).toEqual(['shared', 'own.txt']);
  const { results } = await ran(ann, listCall('.'));
  expect(results[0]?.output).toContain('shared/');
});
