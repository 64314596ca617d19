// Kills an engine at its system calls while something is done to it, once for each kill point.
import { join } from 'node:path';
import type { Lab, Started } from './lab.ts';
import { pointsOf } from './scenarios/kill-sweep.ts';
import { callsIn, fileThread, watch } from './strace.ts';

/** What is done to an engine in a place of its own, and what must be true of it afterwards. */
export interface Attempt {
  /** It is killed. */
  readonly engine: Started;
  work(): Promise<unknown>;
  /** What is wrong after the next start. */
  faults(): Promise<readonly string[]>;
  /** Removes what it made. */
  end(): Promise<void> | void;
}

export interface Sweep {
  readonly calls: readonly string[];
  /** Kill points of each thread, evenly spread. */
  readonly most: number;
  begin(): Promise<Attempt>;
}

export interface Swept {
  readonly kills: number;
  readonly broken: readonly string[];
  readonly figures: readonly string[];
}

const THREADS = { file: fileThread, main: (pid: number) => pid };

export async function swept(lab: Lab, { calls, most, begin }: Sweep): Promise<Swept> {
  const broken: string[] = [];
  const figures: string[] = [];
  let kills = 0;
  const watched = async (threadOf: (pid: number) => number, args: readonly string[]): Promise<Attempt> => {
    const attempt = await begin();
    const watching = await watch([threadOf(attempt.engine.pid)], args);
    await attempt.work().catch(() => undefined);
    await attempt.engine.stop();
    await watching.letGo();
    return attempt;
  };
  for (const [thread, threadOf] of Object.entries(THREADS)) {
    const log = join(lab.folder('trace'), 'calls');
    await (await watched(threadOf, ['-o', log, '-e', `trace=${calls.join(',')}`])).end();
    const all = pointsOf(callsIn(log), Infinity);
    const step = Math.max(1, all.length / most);
    const points = all.filter((_, at) => at % step < 1);
    for (const { call, nth } of points) {
      const inject = `inject=${call}:signal=SIGKILL:when=${nth}`;
      const attempt = await watched(threadOf, ['-o', '/dev/null', '-e', inject]);
      kills += Number((await attempt.engine.finished).signal === 'SIGKILL');
      const faults = await attempt.faults();
      broken.push(...faults.map((fault) => `${thread} thread, ${call} no. ${nth}: ${fault}`));
      await attempt.end();
    }
    figures.push(`${points.length} of ${all.length} calls of the ${thread} thread`);
  }
  return { kills, broken, figures };
}
