import { join } from 'node:path';
import { ContainerModule } from 'inversify';
import { DiskCopies } from '../../adapters/out/files/disk-copies.ts';
import { unifiedDiff } from '../../adapters/out/files/unified-diff.ts';
import type { ChangesetStore } from '../../core/changesets/store.ts';
import { ChangesetService } from '../../core/changesets/service.ts';
import { ReturnedFileCheck } from '../../core/changesets/returned.ts';
import { ChangesetTracker } from '../../core/changesets/tracking.ts';
import { FileService } from '../../core/files/service.ts';
import { ByThread } from '../../core/threads/by-thread.ts';
import { provide } from '../provide.ts';
import { t } from '../tokens.ts';

/** What is done with files, and what becomes of it: the copies lie in the data directory, the rows in history.db. */
export const changesetsModule = (store: ChangesetStore, dataDir: string): ContainerModule =>
  new ContainerModule((options) => {
    options.bind(t.changesetStore).toConstantValue(store);
    provide(
      options,
      t.copies,
      { gate: t.gate },
      ({ gate }) => new DiskCopies({ folder: join(dataDir, 'changesets'), gate }),
    );
    provide(
      options,
      t.changeTracker,
      {
        changesets: t.changesetStore,
        copies: t.copies,
        threads: t.threadStore,
        journal: t.journal,
        ids: t.ids,
        clock: t.clock,
      },
      (deps) => new ChangesetTracker(deps),
    );
    provide(
      options,
      t.returnedFiles,
      { workspace: t.workspace, copies: t.copies, journal: t.journal, log: t.log },
      (deps) => new ReturnedFileCheck(deps),
    );
    provide(
      options,
      t.files,
      { workspace: t.workspace, tracker: t.changeTracker },
      (deps) => new FileService(deps),
    );
    provide(
      options,
      t.changesets,
      {
        changesets: t.changesetStore,
        copies: t.copies,
        workspace: t.workspace,
        journal: t.journal,
        runs: t.runs,
        log: t.log,
      },
      (deps) => new ChangesetService({ ...deps, diff: unifiedDiff }),
    );
    provide(
      options,
      t.byThread,
      {
        threads: t.threadStore,
        sessions: t.sessionStore,
        promptStore: t.promptStore,
        prompts: t.prompts,
      },
      (deps) => new ByThread(deps),
    );
  });
