import { ContainerModule } from 'inversify';
import { DiskConfigFiles } from '../../adapters/out/files/config-files.ts';
import { DiskTokenFile } from '../../adapters/out/files/token-file.ts';
import { DiskWorkspace } from '../../adapters/out/files/disk-workspace.ts';
import type { MemoryStore } from '../../core/memory/store.ts';
import type { HistoryReads } from '../../adapters/out/sqlite/history/parts.ts';
import type { Change } from '../../core/changes.ts';
import type { Journal } from '../../core/ports/journal.ts';
import type { Settings } from '../settings.ts';
import { t } from '../tokens.ts';

/** Where things are kept. The databases are opened by `boot`, behind the lock. */
export const storageModule = (
  journal: Journal<Change>,
  history: HistoryReads,
  memory: MemoryStore,
  { dataDir, workspaceDir, projectDir }: Pick<Settings, 'dataDir' | 'workspaceDir' | 'projectDir'>,
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(t.journal).toConstantValue(journal);
    bind(t.sessionStore).toConstantValue(history.sessions);
    bind(t.threadStore).toConstantValue(history.threads);
    bind(t.runStore).toConstantValue(history.runs);
    bind(t.memoryStore).toConstantValue(memory);
    bind(t.historyStore).toConstantValue(history.history);
    bind(t.promptStore).toConstantValue(history.prompts);
    bind(t.workspace).toConstantValue(new DiskWorkspace({ root: workspaceDir, dataDir }));
    bind(t.configFiles).toConstantValue(new DiskConfigFiles({ dataDir, projectDir }));
    bind(t.tokenFile).toConstantValue(new DiskTokenFile({ dataDir }));
  });
