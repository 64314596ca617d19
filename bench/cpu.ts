import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TICK_MS = 10;

/** Processor time of a process since its start, in milliseconds (proc(5): utime and stime). */
export function cpuMs(pid: number): number {
  if (process.platform !== 'linux') {
    const spent = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [seconds = 0, minutes = 0, hours = 0] = spent.split(':').map(Number).toReversed();
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
  }
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
