import { EVERYONE } from '../../trust/people/model.ts';
import type { Journal } from '../../ports/journal.ts';
import type { RunService } from '../runs/service.ts';
import type { ToolRunChange } from './store.ts';
import type { ToolRun } from './model.ts';
import type { ToolRunPolls } from './polls.ts';
import type { RunFolders } from './port.ts';
import type { TrackedRuns } from './tracked-runs.ts';

export interface UntrackedRunsDeps {
  readonly journal: Journal<ToolRunChange>;
  readonly tracked: TrackedRuns;
  readonly polls: Pick<ToolRunPolls, 'forget'>;
  readonly folders: Pick<RunFolders, 'folderOf' | 'remove' | 'left' | 'removeEmptyPlaces'>;
  readonly runs: Pick<RunService, 'get'>;
}

/** What is left of runs that are not tracked. */
export class UntrackedRuns {
  readonly #deps: UntrackedRunsDeps;

  constructor(deps: UntrackedRunsDeps) {
    this.#deps = deps;
  }

  /** Forgets a run whose row is still there, with its files. @throws the errors of the journal */
  async forget(toolRun: ToolRun): Promise<void> {
    const { tracked, journal } = this.#deps;
    // First the files: the row names their folder.
    await this.clear([toolRun]);
    await journal.commit([{ change: 'tool-run.untrack', runId: toolRun.runId }]);
    tracked.forget(toolRun.runId);
  }

  /** Removes the files of these runs, and what memory has of them. Repeatable; never rejects. */
  async clear(toolRuns: readonly ToolRun[]): Promise<void> {
    const { folders, polls } = this.#deps;
    for (const { runId, filesPlace } of toolRuns) {
      polls.forget(runId);
      const folder = filesPlace === null ? null : folders.folderOf(runId, filesPlace);
      if (folder !== null) await folders.remove(folder);
    }
  }

  /**
   * For startup, after the runs of the last process have ended: forgets those that never began, and removes folders of
   * files that belong to no tracked run. @throws the errors of the store and of the journal
   */
  async sweep(): Promise<void> {
    const { tracked, folders, runs } = this.#deps;
    await tracked.load();
    for (const toolRun of tracked.all())
      if (!(await runs.get(EVERYONE, toolRun.runId))) await this.forget(toolRun);
    for (const { runId, folder, isOwn } of await folders.left()) {
      if (tracked.get(runId)) continue;
      // Another engine of this user may have put its folders there: they stay.
      if (isOwn || (await runs.get(EVERYONE, runId))) await folders.remove(folder);
    }
    await folders.removeEmptyPlaces();
  }
}
