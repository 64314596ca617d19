import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What measures, which must be the same for both sides. */
const RULER = ['bench', 'tests/harness/disk'];

/** A built state of the project. */
export interface Tree {
  readonly name: string;
  readonly folder: string;
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();

export const isCommit = (name: string): boolean =>
  spawnSync('git', ['-C', root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`], { stdio: 'ignore' })
    .status === 0;

/** The working tree as it is. */
export function workingTree(): Tree {
  build(root);
  const changes = git('status', '--porcelain') === '' ? '' : ' with changes';
  return { name: `${git('rev-parse', '--short', 'HEAD')}${changes}`, folder: root };
}

/** A commit below `parent`, with the benchmarks of the working tree. */
export function treeOf(commit: string, parent: string): Tree {
  const name = git('rev-parse', '--short', commit);
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['-C', root, 'archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const part of RULER) {
    rmSync(join(folder, part), { recursive: true, force: true });
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  build(folder);
  return { name, folder };
}

const lockOf = (folder: string): string => readFileSync(join(folder, 'package-lock.json'), 'utf8');

function build(folder: string): void {
  const script = join(folder, 'config/tooling/build.mjs');
  execFileSync(process.execPath, [script, '--if-stale'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
