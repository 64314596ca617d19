import { readdir, readFile } from 'node:fs/promises';
import { KIB } from '../../../core/kernel/bytes.ts';

/** What the processes of a group use together. */
export interface GroupUsage {
  readonly processes: number;
  /**
   * Memory of their own and shared memory, also where it is swapped out; not the files that they have mapped. What several of
   * them share counts for each, so it may be less.
   */
  readonly bytes: number;
}

/** After so many readings, processes that belonged to no group are looked at again: a number may have a new owner. */
const READINGS = 60;
const PROPORTIONAL = /^(?:Pss_Anon|Pss_Shmem|SwapPss):\s+(?<kib>\d+) kB$/gmu;
const COUNTED = /^(?:RssAnon|RssShmem|VmSwap):\s+(?<kib>\d+) kB$/gmu;

/** Reads what process groups use. Where there is no `/proc`, nothing is found. */
export class GroupUsages {
  /** Processes of none of the groups: nearly all of a machine, and not worth a second look each time. */
  readonly #others = new Set<string>();
  #readings = 0;

  /** Call it before another group is read. */
  anew(): void {
    this.#others.clear();
  }

  /**
   * By the numbers of the groups, without those that have ended. A group that is added meanwhile may be missing. Never
   * rejects.
   */
  async of(groups: Pick<ReadonlySet<number>, 'has' | 'size'>): Promise<ReadonlyMap<number, GroupUsage>> {
    if (++this.#readings % READINGS === 0) this.anew();
    const usages = new Map<number, GroupUsage>();
    if (groups.size === 0) return usages;
    for (const pid of await readdir('/proc').catch(() => [])) {
      if (this.#others.has(pid)) continue;
      const group = /^\d+$/u.test(pid) ? await groupOf(pid) : null;
      if (group === null || !groups.has(group)) {
        // One that leads a group belongs to it, if only a moment after it has come to be.
        if (!groups.has(Number(pid))) this.#others.add(pid);
        continue;
      }
      const { processes, bytes } = usages.get(group) ?? { processes: 0, bytes: 0 };
      usages.set(group, { processes: processes + 1, bytes: bytes + (await bytesOf(pid)) });
    }
    return usages;
  }
}

/**
 * The memory of a group with what its processes share counted once: of a page that n processes have, each has an nth. Takes
 * the system some time. Infinite where it does not tell.
 */
export async function sharedOnceIn(group: number): Promise<number> {
  let kib = 0;
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/u.test(pid) || (await groupOf(pid)) !== group) continue;
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => null);
    // Of a process that has ended meanwhile there is nothing to read, either.
    if (rollup === null && (await groupOf(pid)) === group) return Infinity;
    for (const { groups } of (rollup ?? '').matchAll(PROPORTIONAL)) kib += Number(groups?.['kib']);
  }
  return kib * KIB;
}

/** Null for a process that has ended. */
async function groupOf(pid: string): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name of the program may contain spaces and brackets. After it: state, parent, group.
  const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3);
  return group === undefined ? null : Number(group);
}

async function bytesOf(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  let kib = 0;
  for (const { groups } of status.matchAll(COUNTED)) kib += Number(groups?.['kib']);
  return kib * KIB;
}
