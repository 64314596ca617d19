import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';

verifies('files.found', 'the last of 12,000 files is listed, and found by a part of its name', async () => {
  const engine = await startTestEngine({ model: new ScriptedModel() });
  const folder = join(engine.dataDir, 'workspace/many');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'file-00000.txt'), '');
  for (let nth = 1; nth < 12_000; nth += 1)
    linkSync(join(folder, 'file-00000.txt'), join(folder, `file-${String(nth).padStart(5, '0')}.txt`));
  const list = engine.client['files.list'];
  const { files, nextCursor, complete } = await list({ query: { path: 'many', limit: 200 } });
  expect([files.length, files[0]?.name, files.at(-1)?.name]).toEqual([
    200,
    'file-00000.txt',
    'file-00199.txt',
  ]);
  expect([typeof nextCursor, complete]).toEqual(['string', true]);
  const found = await list({ query: { path: 'many', q: 'FILE-1199', limit: 200 } });
  expect(found.files.map(({ name }) => name)).toEqual(
    Array.from({ length: 10 }, (_, nth) => `file-1199${nth}.txt`),
  );
  expect(found.nextCursor).toBeNull();
  const rest = await list({ query: { path: 'many', q: '-1199', limit: 5 } });
  const last = await list({ query: { path: 'many', q: '-1199', limit: 5, cursor: rest.nextCursor ?? '' } });
  expect(last.files.map(({ name }) => name)).toEqual(
    Array.from({ length: 5 }, (_, nth) => `file-1199${nth + 5}.txt`),
  );
  await engine.stop();
});
