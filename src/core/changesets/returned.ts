import type { Journal } from '../ports/journal.ts';
import type { ChangesetChange } from './changes.ts';
import type { Log } from '../ports/log.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { ReturnedFiles } from './port.ts';
import { copiesOf, isSaidReturned, originalOf, type ChangedFile, type PendingSet } from './model.ts';
import type { CopyStore } from './store.ts';

export interface ReturnedFilesDeps {
  readonly workspace: Pick<Workspace, 'whileHeld'>;
  readonly copies: Pick<CopyStore, 'remove'>;
  readonly journal: Journal<ChangesetChange>;
  readonly log: Log;
}

/** Believes what is written down only where the file is really as it was. */
export class ReturnedFileCheck implements ReturnedFiles {
  readonly #deps: ReturnedFilesDeps;

  constructor(deps: ReturnedFilesDeps) {
    this.#deps = deps;
  }

  async settle(set: PendingSet, isCutOff: boolean): Promise<PendingSet> {
    const said = set.files.filter((file) => isCutOff || isSaidReturned(file));
    if (said.length === 0) return set;
    const { workspace, copies, journal, log } = this.#deps;
    const { threadId } = set;
    try {
      const returned = new Set<ChangedFile>();
      await workspace.whileHeld(said.map(segmentsOf), async (held) => {
        for (const file of said)
          if ((await held.contentId(segmentsOf(file))) === (originalOf(file)?.contentId ?? null))
            returned.add(file);
        if (returned.size === 0) return;
        const settled = [...returned].map((file) => ({ file, left: null }));
        await journal.commit([{ change: 'changeset.settle', threadId, files: settled }]);
        await copies.remove([...returned].flatMap(copiesOf));
      });
      return { ...set, files: set.files.filter((file) => !returned.has(file)) };
    } catch (error) {
      log.warn('files that are as they were before could not be taken from the review', { error });
      return set;
    }
  }
}

const segmentsOf = ({ path }: ChangedFile): readonly string[] => path.split('/');
