import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DiskTokenFile, hasTokenFile } from '../../../src/adapters/out/files/token-file.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

verifies('auth.token.file', 'files set aside keep their content, side by side', async () => {
  const dataDir = temporaryDir();
  const file = new DiskTokenFile({ gate, dataDir });
  await file.setAside('corrupt-1');
  for (const text of ['one', 'two']) {
    writeFileSync(join(dataDir, 'token.json'), text);
    await file.setAside('corrupt-1');
  }
  const kept = readdirSync(dataDir).toSorted();
  expect(kept).toEqual(['token.json.corrupt-1', 'token.json.corrupt-1-2']);
  expect(kept.map((name) => readFileSync(join(dataDir, name), 'utf8'))).toEqual(['one', 'two']);
});

test('a folder, a dangling link and a pipe are read at once, and make way', async () => {
  const make: readonly (readonly [string, (path: string) => unknown])[] = [
    ['folder', (path) => mkdirSync(path)],
    ['dangling_link', (path) => symlinkSync('/nonexistent/x', path)],
    ['no_file', (path) => execFileSync('mkfifo', [path])],
    ['too_large', (path) => writeFileSync(path, 'x'.repeat(2 << 20))],
    ['no_text', (path) => writeFileSync(path, Buffer.from([0xff, 0xfe]))],
  ];
  for (const [obstacle, put] of make) {
    const dataDir = temporaryDir();
    put(join(dataDir, 'token.json'));
    const file = new DiskTokenFile({ gate, dataDir });
    expect(await file.read()).toEqual({ found: 'obstacle', obstacle });
    expect(await hasTokenFile(dataDir)).toBe(true);
    await file.setAside('corrupt-1');
    await file.replace('new');
    expect(readdirSync(dataDir).toSorted()).toEqual(['token.json', 'token.json.corrupt-1']);
    expect(await file.read()).toEqual({ found: 'text', text: 'new' });
  }
});

verifies('auth.token.file', 'an unwritable place causes a refusal', async () => {
  const file = new DiskTokenFile({ gate, dataDir: '/nonexistent/svc' });
  await expect(file.replace('x')).rejects.toMatchObject({ code: 'storage_error' });
});
