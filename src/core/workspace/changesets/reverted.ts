import type { Journal } from '../../ports/journal.ts';
import type { ChangesetChange, CopyStore } from './store.ts';
import type { Log } from '../../ports/log.ts';
import type { Workspace } from '../../ports/workspace.ts';
import type { RevertedFiles } from './port.ts';
import { copiesOf, isSaidReverted, originalOf, type ChangedFile, type PendingSet } from './model.ts';

export interface RevertedFilesDeps {
  readonly workspace: Pick<Workspace, 'whileHeld'>;
  readonly copies: Pick<CopyStore, 'remove'>;
  readonly journal: Journal<ChangesetChange>;
  readonly log: Log;
}

/** Trusts the record only if the file really has its original content. */
export class RevertedFileCheck implements RevertedFiles {
  readonly #deps: RevertedFilesDeps;

  constructor(deps: RevertedFilesDeps) {
    this.#deps = deps;
  }

  async settle(set: PendingSet, isCutOff: boolean): Promise<PendingSet> {
    const said = set.files.filter((file) => isCutOff || isSaidReverted(file));
    if (said.length === 0) return set;
    const { workspace, copies, journal, log } = this.#deps;
    const { threadId } = set;
    try {
      const reverted = new Set<ChangedFile>();
      await workspace.whileHeld(said.map(segmentsOf), async (held) => {
        for (const file of said)
          if ((await held.contentId(segmentsOf(file))) === (originalOf(file)?.contentId ?? null))
            reverted.add(file);
        if (reverted.size === 0) return;
        const settled = [...reverted].map((file) => ({ file, left: null }));
        await journal.commit([{ change: 'changeset.settle', threadId, files: settled }]);
        await copies.remove([...reverted].flatMap(copiesOf));
      });
      return { ...set, files: set.files.filter((file) => !reverted.has(file)) };
    } catch (error) {
      log.warn('files that are as they were before could not be taken from the review', { error });
      return set;
    }
  }
}

const segmentsOf = ({ path }: ChangedFile): readonly string[] => path.split('/');
