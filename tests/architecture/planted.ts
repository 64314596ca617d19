import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../', import.meta.url));

const roots: string[] = [];

/** Deletes what was planted. */
export function clear(): void {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
}

/** A folder outside the repository with these files; packages resolve as in the repository. */
export function plant(files: Iterable<readonly [path: string, source: string, ...rest: string[]]>): string {
  const root = mkdtempSync(join(tmpdir(), 'svc-structure-'));
  roots.push(root);
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'), 'junction');
  for (const [path, source] of files) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), `${source}\n`);
  }
  return root;
}

/** What a program of a package says in that folder. */
export function run(root: string, tool: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(repository, 'node_modules', tool), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout || stderr;
}
