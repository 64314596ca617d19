import { readdir, readFile } from 'node:fs/promises';

/** The variable that a program gets, and with it everything that it starts. */
export const MARK = 'SVC_STARTED_AS';

/** One that is ended may just have started another. */
const ROUNDS = 5;

/**
 * Ends every process whose environment has this mark, wherever it went: a group can be left (`setsid`), an environment
 * is inherited. One that started others with an environment of its own is not found. Where there is no `/proc`, none is.
 * Never rejects.
 */
export async function endMarked(mark: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const pids = await marked(`${MARK}=${mark}`);
    if (pids.length === 0) return;
    for (const pid of pids) end(pid);
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

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
