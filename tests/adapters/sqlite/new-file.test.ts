import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { makeFile } from '../../../src/adapters/out/sqlite/new-file.ts';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';

const folder = mkdtempSync(join(tmpdir(), 'svc-new-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a new database has content as soon as it has its name, whatever a kill left of an earlier try', async () => {
  const file = join(folder, 'history.db');
  for (const end of ['', '-journal', '-wal'])
    writeFileSync(join(folder, `.svc-tmp-history.db${end}`), 'left');
  makeFile(file);
  expect(readdirSync(folder)).toEqual(['history.db']);
  expect(statSync(file).size).toBeGreaterThan(0);
  const history = openHistory(file, { isBesideUsed: true });
  expect(
    await history.threads.list(EVERYONE, { limit: 1, after: null, includeArchived: true }),
  ).toMatchObject({
    items: [],
  });
  await history.close();
});

test('a database with content is left as it is, and none is made in memory', () => {
  const file = join(folder, 'other.db');
  writeFileSync(file, 'content');
  makeFile(file);
  makeFile(':memory:');
  expect(statSync(file).size).toBe(7);
  expect(existsSync(':memory:')).toBe(false);
});
