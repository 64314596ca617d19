import { readdir, readFile } from 'node:fs/promises';
import type { Clock } from '../../../core/ports/clock.ts';

/** The variable that a program gets, and with it everything that it starts. */
export const MARK = 'SVC_STARTED_AS';

/** One that is ended may just have started another. */
const ROUNDS = 5;
/** How long they may take to end by themselves: it may be a browser that the program opened, with work of its user in it. */
const ASKED_MS = 1_000;
const LOOK_MS = 50;

/**
 * Ends every process whose environment has this mark, wherever it went: a group can be left (`setsid`), an environment
 * is inherited. First by SIGTERM, then by SIGKILL. One that started others with an environment of its own is not found. Where there is no `/proc`, none is.
 * Never rejects.
 */
export async function endMarked(mark: string, clock: Clock): Promise<void> {
  const variable = `${MARK}=${mark}`;
  const until = clock.monotonic() + ASKED_MS;
  const asked = new Set<number>();
  while (clock.monotonic() < until) {
    const pids = await marked(variable);
    if (pids.length === 0) return;
    for (const pid of pids.filter((one) => !asked.has(one))) {
      asked.add(pid);
      signal(pid, 'SIGTERM');
    }
    await clock.sleep(LOOK_MS);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const pids = await marked(variable);
    if (pids.length === 0) return;
    for (const pid of pids) signal(pid, 'SIGKILL');
  }
}

async function marked(variable: string): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  const found: number[] = [];
  for (const pid of pids)
    // Those of other users cannot be read.
    if ((await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')).split('\0').includes(variable))
      found.push(pid);
  return found;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
