import type { WriteGate } from '../../kernel/write-gate.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { Restarting } from '../../ports/restarting.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { refuse as refuseRun } from '../../execution/runs/errors.ts';
import { refuse } from './errors.ts';
import type { Erasing } from './erasing.ts';
import { erasureLimits } from './limits.ts';
import { CONFIRMATION, type Erasure, type ErasureWishes, type Remaining } from './model.ts';
import { fateOf } from './plan.ts';
import type { BackupsAtRest, ErasureDisk, RunsToStop } from './port.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';

export interface ErasureServiceDeps {
  readonly erasing: Erasing;
  readonly disk: Pick<ErasureDisk, 'find'>;
  readonly runs: RunsToStop;
  readonly backups: BackupsAtRest;
  /** Null where the engine cannot restart. */
  readonly restart: Restarting | null;
  readonly gate: Pick<WriteGate, 'refuseWrites' | 'allowWrites'>;
  /** Whether a host runs this machine. */
  readonly isHosted: boolean;
  /** Whether the engine takes no new work. */
  readonly isDraining: () => boolean;
  /** The workspace, where it is not in the data directory. */
  readonly workspaceElsewhere: string | null;
  /** The folder for backups that the owner has chosen. */
  readonly backupFolder: () => string | null;
  readonly isConnected: () => boolean;
  readonly ids: Ids;
  readonly log: Log;
}

/**
 * Erases everything that the engine keeps. What can be refused is refused first; then it is on disk that the erasure
 * happens, the engine restarts, and `Erasing` does the work while no database is open. The request waits for that.
 */
export class ErasureService {
  readonly #deps: ErasureServiceDeps;
  #isErasing = false;

  constructor(deps: ErasureServiceDeps) {
    this.#deps = deps;
  }

  /** What became of the last erasure; null if there was none. @throws Error if `erasure.json` cannot be read */
  async last(): Promise<Erasure | null> {
    return await this.#deps.erasing.last();
  }

  /**
   * Resolves when everything is gone; what it cannot reach is in `remains`.
   * @throws Refusal not_confirmed, erasure_on_host, erasure_in_progress, operation_in_progress, draining, unknown_entries,
   *   runs_did_not_stop, erasure_incomplete, disk_full, storage_error
   */
  async erase(wishes: ErasureWishes): Promise<Erasure> {
    const { isHosted, restart, backups, isDraining, erasing, log } = this.#deps;
    if (isHosted) throw refuse.erasure_on_host();
    if (wishes.confirm !== CONFIRMATION) throw refuse.not_confirmed({ word: CONFIRMATION });
    if (this.#isErasing) throw refuse.erasure_in_progress();
    if (!restart) throw new Error('this engine cannot restart');
    const release = backups.hold();
    this.#isErasing = true;
    try {
      if (isDraining()) throw refuseRun.draining();
      await this.#begun(wishes, restart, release);
    } catch (error) {
      this.#isErasing = false;
      release();
      if (isRefusal(error)) log.info('an erasure was refused', { code: error.code });
      else log.error('an erasure failed before anything was removed', { error });
      throw error;
    }
    restart.begin('erasing');
    await restart.isOver();
    const last = await erasing.last();
    if (last?.status === 'completed') return last;
    throw refuse.erasure_incomplete({
      remains: last?.status === 'incomplete' ? last.remains : [NOT_STARTED],
    });
  }

  /** Until it is on disk that the erasure happens. */
  async #begun(wishes: ErasureWishes, restart: Restarting, release: () => void): Promise<void> {
    const { runs, gate, backups, erasing, ids, backupFolder, isConnected } = this.#deps;
    const covered = await this.#covered(wishes);
    if (!(await runs.stop(erasureLimits.stopMs))) throw refuse.runs_did_not_stop();
    const wasConnected = isConnected();
    const chosen = backupFolder();
    await restart.quiet();
    try {
      if (!(await runs.stop(erasureLimits.stopMs))) throw refuse.runs_did_not_stop();
      gate.refuseWrites('erasing');
      const { keepBackups } = wishes;
      const erasureId = ids.next();
      await erasing.begin({ ...covered, erasureId, keepBackups, backupFolder: chosen, wasConnected });
    } catch (error) {
      // Only a restart lets it work again.
      gate.allowWrites();
      backups.close();
      release();
      restart.begin('erasing');
      throw error;
    }
    // Nothing begins beside it any more; the place is given back, so that the engine can stop.
    backups.close();
    release();
  }

  /** @throws Refusal unknown_entries */
  async #covered({ keepBackups, workspace, removeUnknown }: ErasureWishes) {
    const { disk, workspaceElsewhere } = this.#deps;
    const elsewhere = workspace && workspaceElsewhere !== null ? [workspaceElsewhere] : [];
    const found = await disk.find((name) => fateOf(name, keepBackups) !== 'stays', elsewhere);
    if (found.mountedWithin.length > 0)
      throw refuse.unknown_entries(
        { names: found.mountedWithin.slice(0, erasureLimits.unknownNamed) },
        say('erasure.mounted'),
      );
    const unnamed = found.unknown.filter((name) => !removeUnknown.includes(name));
    if (unnamed.length > 0) {
      const facts = {
        names: found.unknown.slice(0, erasureLimits.unknownNamed),
        count: found.unknown.length,
      };
      if (removeUnknown.length === 0) throw refuse.unknown_entries(facts);
      const notFound = removeUnknown.filter((name) => !found.unknown.includes(name));
      throw refuse.unknown_entries(facts, wrongList(unnamed, notFound));
    }
    return { unknown: found.unknown, emptied: [...found.mounted, ...elsewhere] };
  }
}

/** Says what a list of unknown entries lacks, and which of its names are of none. */
const wrongList = (missing: readonly string[], notFound: readonly string[]): readonly Says[] => [
  say('erasure.not_all_named', listed(missing)),
  ...(notFound.length > 0 ? [say('erasure.not_there', listed(notFound))] : []),
  say('erasure.name_them'),
];

const listed = (names: readonly string[]) => ({
  names: names.slice(0, erasureLimits.leftNamed).map((name) => quote(name)),
  more: Math.max(0, names.length - erasureLimits.leftNamed),
});

const NOT_STARTED: Remaining = {
  what: say('remains.everything'),
  why: say('why.not_ended'),
  how: say('how.start'),
};
