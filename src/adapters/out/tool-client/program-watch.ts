import type { Says } from '../../../core/kernel/says.ts';
import { say } from '../../../core/execution/tool-servers/says.ts';
import { OVER } from '../../../core/kernel/abort.ts';
import { MIB } from '../../../core/kernel/bytes.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { refuse } from '../../../core/execution/tool-servers/errors.ts';
import { programMemory, toolServerLimits as limits } from '../../../core/execution/tool-servers/limits.ts';
import { GroupUsages, sharedOnceIn, type GroupUsage } from './group-usage.ts';

export interface ProgramWatchDeps {
  readonly clock: Clock;
  /** Memory of this machine, or what the engine may have of it. */
  readonly machineBytes: number;
}

/**
 * Watches what tool servers that are programs use, all of them in one look, and only as long as there is one. The system
 * has no limit for that: its own ones count the processes of all programs of a user, and the addresses that a program
 * reserves instead of the memory that it uses.
 */
export class ProgramWatch {
  readonly #clock: Clock;
  readonly #bytes: number;
  readonly #usages = new GroupUsages();
  readonly #watched = new Map<number, (why: Refusal) => void>();
  #pause = new AbortController();
  #isLooking = false;

  constructor({ clock, machineBytes }: ProgramWatchDeps) {
    this.#clock = clock;
    this.#bytes = programMemory(machineBytes);
  }

  /**
   * Watches a process group until what it returns is called. `over` is told once, and then it is watched no longer.
   */
  watch(group: number, over: (why: Refusal) => void): () => void {
    this.#usages.anew();
    this.#watched.set(group, over);
    if (!this.#isLooking) void this.#look();
    return () => {
      this.#watched.delete(group);
      if (this.#watched.size === 0) this.#pause.abort(OVER);
    };
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#watched.size > 0) {
      this.#pause = new AbortController();
      await this.#clock.sleep(limits.programLookMs, this.#pause.signal);
      for (const [group, usage] of await this.#usages.of(this.#watched)) {
        const why = await this.#excess(group, usage);
        const over = this.#watched.get(group);
        if (why === null || !over) continue;
        this.#watched.delete(group);
        over(why);
      }
    }
    this.#isLooking = false;
  }

  async #excess(group: number, { processes, bytes }: GroupUsage): Promise<Refusal | null> {
    const used = bytes > this.#bytes ? Math.min(bytes, await sharedOnceIn(group)) : bytes;
    if (used > this.#bytes)
      return ended(say('server.memory', { mib: inMib(used), allowedMib: inMib(this.#bytes) }));
    if (processes > limits.programProcesses)
      return ended(say('server.processes', { processes, allowed: limits.programProcesses }));
    return null;
  }
}

const inMib = (bytes: number): number => Math.round(bytes / MIB);

const ended = (why: Says): Refusal => refuse.tool_server_failed({}, why);
