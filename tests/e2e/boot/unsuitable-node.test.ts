import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What a script says under a Node that calls itself so. */
function saidUnder(version: string, script: string, ...args: readonly string[]) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, script, ...args],
    { encoding: 'utf8' },
  );
  return { status, lines: stderr.trimEnd().split('\n').length };
}

test('an installation under a Node that is too old ends with one line, and installs nothing', () => {
  expect(saidUnder('18.20.4', join(root, 'config/tooling/install.mjs'), 'run')).toEqual({
    status: 78,
    lines: 1,
  });
});

test('a start under an older Node, without the one that is installed beside it, ends with one line', () => {
  const clone = temporaryDir();
  mkdirSync(join(clone, 'dist'));
  copyFileSync(join(root, 'dist/index.js'), join(clone, 'dist/index.js'));
  writeFileSync(join(clone, 'package.json'), '{"type":"module"}');
  expect(saidUnder('20.11.0', join(clone, 'dist/index.js'), '--http-api')).toEqual({ status: 78, lines: 1 });
});
