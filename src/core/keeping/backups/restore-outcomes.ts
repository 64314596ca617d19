import { saysInFile } from '../../kernel/worded.ts';
import { RESTORE_STATUSES, type RestoreOutcome } from './model.ts';
import type { RestoresFile } from './restore-port.ts';

const KEPT = 10;

/** What became of the last restores. It is in a file of its own, because a restore replaces the databases. */
export class RestoreOutcomes {
  readonly #file: RestoresFile;

  constructor(file: RestoresFile) {
    this.#file = file;
  }

  /** Reads the file each time, because the engine before a restore and the one after it tell the same. */
  async get(operationId: string): Promise<RestoreOutcome | null> {
    return (await this.#all()).find((one) => one.operationId === operationId) ?? null;
  }

  /** The newest of this backup. */
  async ofBackup(backupId: string): Promise<RestoreOutcome | null> {
    return (await this.#all()).find((one) => one.backupId === backupId) ?? null;
  }

  /** Null if there was none. */
  async newest(): Promise<RestoreOutcome | null> {
    return (await this.#all())[0] ?? null;
  }

  /** Durable when this resolves; repeatable. @throws Refusal disk_full, storage_error */
  async record(outcome: RestoreOutcome): Promise<void> {
    const others = (await this.#all()).filter(({ operationId }) => operationId !== outcome.operationId);
    const kept = [outcome, ...others].slice(0, KEPT);
    await this.#file.replace(`${JSON.stringify(kept, null, 1)}\n`);
  }

  /** An unreadable file tells of nothing. */
  async #all(): Promise<readonly RestoreOutcome[]> {
    try {
      const all = JSON.parse((await this.#file.read()) ?? '[]') as readonly RestoreOutcome[];
      return all
        .filter(({ operationId, status }) => operationId && RESTORE_STATUSES.includes(status))
        .map((one) => ({ ...one, problems: one.problems.map(saysInFile) }));
    } catch {
      return [];
    }
  }
}
