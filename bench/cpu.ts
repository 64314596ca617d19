import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Processor time of a process since its start, in milliseconds. On Linux it is the sum over its threads, to the
 * nanosecond (schedstat; the clock ticks of proc(5) are 10 ms); a thread that ended is not in it.
 */
export function cpuMs(pid: number): number {
  if (process.platform !== 'linux') {
    const spent = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [seconds = 0, minutes = 0, hours = 0] = spent.split(':').map(Number).toReversed();
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
  }
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + threadMs(pid, thread), 0);
}

const threadMs = (pid: number, thread: string): number =>
  Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
