import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { localZone, minuteIn } from '../../../src/contract/cli/local-time.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere } from './engines.ts';

verifies('threads.terminal', 'svc threads lists threads, and shows the messages of one', async () => {
  const dataDir = join(temporaryDir(), 'data');
  const engine = await engineHere(dataDir);
  expect(await svc(dataDir, ['threads'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'No threads found.\n',
  });
  await svc(dataDir, ['run', 'write a.txt: one\n  two'], { LOG_LEVEL: 'error' });
  await svc(dataDir, ['run', 'count to 2']);
  const [newer, older] = (await engine.client['threads.list']()).threads;
  await engine.client['threads.set']({ params: { id: older?.threadId ?? '' }, body: { archived: true } });
  const count = `${newer?.threadId}  ${minuteIn(newer?.updatedAt ?? '', localZone())}  count to 2\n`;
  expect(await svc(dataDir, ['threads'])).toMatchObject({ code: 0, stdout: count, stderr: '' });
  const all = (await svc(dataDir, ['threads', 'list', '--archived'])).stdout.split('\n');
  expect(all.some((line) => line.startsWith(`${older?.threadId}  `) && line.includes('  archived  '))).toBe(
    true,
  );
  const json = JSON.parse((await svc(dataDir, ['threads', '--archived', '--json'])).stdout) as object;
  expect(json).toEqual(await engine.client['threads.list']({ query: { limit: 200, includeArchived: true } }));

  const shown = await svc(dataDir, ['threads', 'show', older?.threadId ?? '']);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toMatch(
    /^1 {2}You {2}\d{4}-\d\d-\d\d \d\d:\d\d\n {2}write a\.txt: one\n {4}two\n2 {2}svc {2}\d{4}-\d\d-\d\d \d\d:\d\d\n/u,
  );
  expect(shown.stdout).toMatch(/\n {2}→ write_file \{"path":"a\.txt",[^\n]*\n/u);
  expect(shown.stdout).toMatch(/\n {2}✓ [^\n]*\n/u);
  const later = await svc(dataDir, ['threads', 'show', newer?.threadId ?? '', '--after', '1']);
  expect(later.stdout).toMatch(/^2 {2}svc {2}\d{4}-\d\d-\d\d \d\d:\d\d\n {2}1 2 \n$/u);
  const messages = await svc(dataDir, ['threads', 'show', newer?.threadId ?? '', '--json']);
  expect((JSON.parse(messages.stdout) as { messages: object[] }).messages).toHaveLength(2);
  expect(await svc(dataDir, ['threads', 'show', 'nothing'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('No thread has this id') as unknown,
  });
});

verifies('folders.terminal', 'by the ids of threads', async () => {
  const dataDir = join(temporaryDir(), 'data');
  const engine = await engineHere(dataDir);
  const ids: string[] = [];
  for (let nth = 0; nth < 3; nth++) ids.push((await engine.client['sessions.create']({ body: {} })).threadId);
  const [first = '', second = '', third = ''] = ids;
  const listed = async (...options: readonly string[]) =>
    (await svc(dataDir, ['threads', ...options])).stdout
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [line.slice(0, first.length)]));
  expect(await svc(dataDir, ['threads', 'pin', first, second])).toMatchObject({ code: 0, stderr: '' });
  expect(await listed()).toEqual([second, first, third]);
  await svc(dataDir, ['threads', 'unpin', second]);
  expect(await listed()).toEqual([first, third, second]);
  expect(await svc(dataDir, ['threads', 'move', 'Trips', second, third])).toMatchObject({ code: 0 });
  expect(await listed('--folder', 'Trips')).toEqual([third, second]);
  expect((await svc(dataDir, ['threads', 'folders'])).stdout).toMatch(/^Trips +2\n$/u);
  await svc(dataDir, ['threads', 'move', 'none', second, third]);
  expect((await svc(dataDir, ['threads', 'folders'])).stdout).toBe('');
  expect((await svc(dataDir, ['threads', 'move', 'Trips', 'nothing'])).code).toBe(1);
});

verifies('versions.show', 'in the terminal, which says which version a message is of', async () => {
  const dataDir = join(temporaryDir(), 'data');
  const { client } = await engineHere(dataDir);
  const { sessionId, threadId } = await client['sessions.create']({ body: {} });
  const run = async (task: string, insteadOf?: string) => {
    const body = { task, ...(insteadOf === undefined ? {} : { insteadOf }) };
    const { events, runId } = await client['runs.start']({ params: { id: sessionId }, body });
    for await (const event of events) if (event.type === 'error') throw new Error(event.data.error);
    return runId ?? '';
  };
  await run('count to 3', await run('count to 2'));
  const show = async () => (await svc(dataDir, ['threads', 'show', threadId])).stdout;
  expect(await show()).toMatch(
    /^3 {2}You {2}[^\n]+ {2}version 2 of 2, which begin at 1, 3\n {2}count to 3\n/u,
  );
  expect(await svc(dataDir, ['threads', 'version', threadId, '2'])).toMatchObject({ code: 0, stderr: '' });
  expect(await show()).toMatch(
    /^1 {2}You {2}[^\n]+ {2}version 1 of 2, which begin at 1, 3\n {2}count to 2\n/u,
  );
  expect((await svc(dataDir, ['threads', 'version', threadId, '9'])).code).toBe(1);
});

verifies(
  ['threads.terminal', 'threads.markdown'],
  'svc threads save keeps a thread as a zip, once',
  async () => {
    const folder = temporaryDir();
    const dataDir = join(folder, 'data');
    const engine = await engineHere(dataDir);
    await svc(dataDir, ['run', 'count to 2']);
    const [thread] = (await engine.client['threads.list']()).threads;
    const [id, file] = [thread?.threadId ?? '', join(folder, 'thread.zip')];
    expect(await svc(dataDir, ['threads', 'save', id, file])).toMatchObject({ code: 0, stdout: `${file}\n` });
    const zip = readFileSync(file);
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    expect(zip.includes('conversation.md')).toBe(true);
    // It replaces nothing, and makes nothing of a thread that there is not.
    expect(await svc(dataDir, ['threads', 'save', id, file])).toMatchObject({ code: 1, stdout: '' });
    expect(readFileSync(file)).toEqual(zip);
    const other = join(folder, 'other.zip');
    expect(await svc(dataDir, ['threads', 'save', 'nothing', other])).toMatchObject({ code: 1, stdout: '' });
    expect(() => readFileSync(other)).toThrow();
    const json = await svc(dataDir, ['threads', 'save', id, other, '--json']);
    expect(JSON.parse(json.stdout)).toEqual({ file: other });
  },
);
