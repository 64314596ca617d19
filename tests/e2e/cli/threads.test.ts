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
