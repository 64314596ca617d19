import type { RunId } from '../../kernel/ids.ts';
import { workspaceLimits } from './limits.ts';
import { refuse } from './errors.ts';
import { say } from './says.ts';

/**
 * The bytes that each run may still write to the workspace, all its files together. Runs do not outlive the process,
 * so this lives in memory. The runs that wrote longest ago are forgotten first; far fewer run at a time.
 */
export class WriteAllowance {
  readonly #written = new Map<RunId, number>();

  /** @throws Refusal run_wrote_too_much, and then takes nothing */
  take(runId: RunId, bytes: number): void {
    const { runBytes, runsCounted } = workspaceLimits;
    const written = this.#written.get(runId) ?? 0;
    if (written + bytes > runBytes) {
      throw refuse.run_wrote_too_much(
        { mostBytes: runBytes, writtenBytes: written },
        say('files.run_wrote_too_much', { left: runBytes - written, bytes }),
      );
    }
    this.#written.delete(runId);
    this.#written.set(runId, written + bytes);
    for (const oldest of this.#written.keys()) {
      if (this.#written.size <= runsCounted) break;
      this.#written.delete(oldest);
    }
  }

  /** Gives back the bytes of a write that was not made. */
  giveBack(runId: RunId, bytes: number): void {
    const written = this.#written.get(runId);
    if (written !== undefined) this.#written.set(runId, Math.max(0, written - bytes));
  }
}
