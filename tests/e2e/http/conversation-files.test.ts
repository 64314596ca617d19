import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { entriesOf } from '../export/zips.ts';
import { refusal } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, newSession } from './runs.ts';

verifies('threads.markdown', 'as a person reads it', async () => {
  const dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'workspace'));
  const model = new ScriptedModel([[text('It says **hello**.')], [text('Again.')]]);
  const engine = await startTestEngine({ dataDir, model });
  const { id, threadId } = await newSession(engine);
  const kept = async (name: string) =>
    await engine.client['attachments.upload']({
      query: { name },
      body: new TextEncoder().encode(`hello from ${name}`),
    });
  const [one, gone] = [await kept('one [1].txt'), await kept('gone.txt')];
  const stream = await engine.client['runs.start']({
    params: { id },
    body: { task: 'What does it say?', attachments: [{ path: one.path }, { path: gone.path }] },
  });
  await allOf(stream);
  await allOf(
    await engine.client['runs.start']({
      params: { id },
      body: { task: 'And now?', ...(stream.runId === null ? {} : { insteadOf: stream.runId }) },
    }),
  );
  await engine.client['threads.show']({ params: { id: threadId }, body: { seq: 1 } });
  await engine.client['files.delete']({ query: { path: gone.path } });
  const answer = await fetch(`${engine.baseUrl}/api/threads/${threadId}/markdown`);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const entries = await entriesOf(new Uint8Array(await answer.arrayBuffer()));
  expect(Object.keys(entries).toSorted()).toEqual(['conversation.md', `files/${one.path}`]);
  expect(String(entries[`files/${one.path}`])).toBe('hello from one [1].txt');
  const document = String(entries['conversation.md']);
  expect(document).toMatch(
    /^# What does it say\?\n\n## You · \d{4}-\d\d-\d\d \d\d:\d\d UTC\n\nWhat does it say\?\n/u,
  );
  expect(document).toContain(`(files/${one.path.split('/').map(encodeURIComponent).join('/')})`);
  expect(document).toContain('(gone.txt)');
  expect(document).toMatch(/\n## svc · [^\n]+\n\nIt says \*\*hello\*\*\.\n$/u);
  expect(document).not.toContain('And now?');
  expect(await refusal(engine.client['threads.markdown']({ params: { id: UNKNOWN_ID } }))).toMatchObject({
    status: 404,
    code: 'thread_not_found',
  });
});
