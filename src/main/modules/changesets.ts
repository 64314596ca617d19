import { join } from 'node:path';
import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskCopies } from '../../adapters/out/files/disk-copies.ts';
import { unifiedDiff, withoutPart } from '../../adapters/out/files/unified-diff.ts';
import { RevertedFileCheck } from '../../core/workspace/changesets/reverted.ts';
import { ChangesetService } from '../../core/workspace/changesets/service.ts';
import { ChangesetTracker } from '../../core/workspace/changesets/tracking.ts';
import { PartUndoing } from '../../core/workspace/changesets/undoing-part.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  changesetTokens,
  databaseTokens,
  deletedFileTokens,
  fileTokens,
  processTokens as p,
  threadTokens,
} from '../tokens.ts';

/** Changes of runs and their review: the copies lie in the data directory, the rows in history.db. */
export const changesetsModule = {
  name: 'changesets',
  tokens: changesetTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = changesetTokens;
    const { databases, journal } = databaseTokens;
    const { workspace } = fileTokens;
    const { settings, ids, clock, log, words } = p;
    const { changesetStore: changesets, copies } = t;
    provide(options, changesets, { databases }, (all) => all.databases.history.changesets);
    provide(
      options,
      copies,
      { settings, gate: p.gate },
      ({ settings: { dataDir }, gate }) => new DiskCopies({ folder: join(dataDir, 'changesets'), gate }),
    );
    provide(
      options,
      t.changeTracker,
      {
        changesets,
        copies,
        threads: threadTokens.threadStore,
        journal,
        revertedFiles: t.revertedFiles,
        ids,
        clock,
      },
      (deps) => new ChangesetTracker(deps),
    );
    provide(
      options,
      t.revertedFiles,
      { workspace, copies, journal, log },
      (deps) => new RevertedFileCheck(deps),
    );
    provide(
      options,
      t.changesets,
      {
        changesets,
        copies,
        workspace,
        journal,
        earlierVersions: deletedFileTokens.deletedFiles,
        holds: threadTokens.threadHolds,
        log,
        words,
      },
      (deps) => new ChangesetService({ ...deps, diff: unifiedDiff }),
    );
    provide(
      options,
      t.changedParts,
      {
        changesets,
        copies,
        workspace,
        holds: threadTokens.threadHolds,
        tracker: t.changeTracker,
        revertedFiles: t.revertedFiles,
      },
      (deps) => new PartUndoing({ ...deps, withoutPart }),
    );
  },
  services: { changesets: changesetTokens.changesets, changedParts: changesetTokens.changedParts },
  /** Without a readable history it is unknown which copies of files are needed. */
  start: async ({ get }) => {
    const { historyIsNew } = get(databaseTokens.databases);
    if (!historyIsNew) await get(changesetTokens.changesets).sweep();
  },
} satisfies Module;
