import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The resident memory of a process. */
export function residentMb(pid: number): number {
  const kb =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  return Number(kb) / 1024;
}
