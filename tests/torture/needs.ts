import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { library } from '../harness/disk/library.ts';
import { isPostgresInstalled } from '../../config/tooling/postgres.mjs';
import type { Need } from './scenario.ts';

/** Why this machine lacks what a scenario needs, or null. Installs a missing package if it can. */
export function missing(need: Need, hasOwnMounts: boolean): string | null {
  switch (need) {
    case 'strace':
      return runs('strace') || (install('strace') && runs('strace'))
        ? null
        : 'strace is not installed; apt-get needs root';
    case 'mounts':
      return hasOwnMounts ? null : 'needs root and private mounts (unshare --mount)';
    case 'disk':
      return library().reason;
    case 'postgres':
      return isPostgresInstalled ? null : 'no PostgreSQL was found: see make setup-postgres';
    case 'proc':
      return existsSync('/proc/self/status') ? null : 'needs /proc';
  }
}

const runs = (command: string): boolean =>
  spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

function install(packageName: string): boolean {
  if (process.getuid?.() !== 0 || !runs('apt-get')) return false;
  return spawnSync('apt-get', ['install', '--yes', '--quiet', packageName], { stdio: 'ignore' }).status === 0;
}
