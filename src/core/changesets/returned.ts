import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { ReturnedFiles } from './port.ts';
import { copiesOf, isUnchanged, originalOf, type ChangedFile, type PendingSet } from './model.ts';
import type { CopyStore } from './store.ts';

export interface ReturnedFilesDeps {
  readonly workspace: Pick<Workspace, 'whileHeld'>;
  readonly copies: Pick<CopyStore, 'remove'>;
  readonly journal: Journal;
  readonly log: Log;
}

/** Believes what is written down only where the file is really as it was. */
export class ReturnedFileCheck implements ReturnedFiles {
  readonly #deps: ReturnedFilesDeps;

  constructor(deps: ReturnedFilesDeps) {
    this.#deps = deps;
  }

  async settle({ threadId, files }: PendingSet): Promise<void> {
    const said = files.filter((file) => isUnchanged(file) && file.stretches.length === 1);
    if (said.length === 0) return;
    const { workspace, copies, journal, log } = this.#deps;
    try {
      await workspace.whileHeld(said.map(segmentsOf), async (held) => {
        const returned: ChangedFile[] = [];
        for (const file of said)
          if ((await held.contentId(segmentsOf(file))) === (originalOf(file)?.contentId ?? null))
            returned.push(file);
        const settled = returned.map((file) => ({ file, left: null }));
        await journal.commit([{ change: 'changeset.settle', threadId, files: settled }]);
        await copies.remove(returned.flatMap(copiesOf));
      });
    } catch (error) {
      log.warn('files that are as they were before could not be taken from the review', { error });
    }
  }
}

const segmentsOf = ({ path }: ChangedFile): readonly string[] => path.split('/');
