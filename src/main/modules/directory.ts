import { say as sayOfSetup } from '../../contract/setup-says.ts';
import { say } from '../../core/kernel/storage-says.ts';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ContainerModuleLoadOptions } from 'inversify';
import { overlap } from '../../adapters/out/files/folder-overlap.ts';
import { repairModes, secureDirectory, sweepTemporaries } from '../../adapters/out/files/atomic-write.ts';
import { sameFileAt } from '../../adapters/out/files/same-file.ts';
import { readEngineRecord, removeEngineRecord } from '../serving/engine-record.ts';
import type { RestoreSwap } from '../../core/keeping/backups/restore-swap.ts';
import type { DirectoryLock } from '../directory-lock.ts';
import type { Erasing } from '../../core/keeping/erasure/erasing.ts';
import { backupTokens, directoryTokens, erasureTokens, processTokens } from '../tokens.ts';
import type { Get, Module } from '../module.ts';
import { provide } from '../provide.ts';
import { placeFiles } from '../storage-copy/place-files.ts';
import type { Settings } from '../settings.ts';
import type { Says } from '../../core/kernel/says.ts';
import { UnusableSetup } from '../unusable-setup.ts';
import { whyOf } from '../reason-of.ts';

const lockIn = (dataDir: string): string => join(dataDir, 'lock.db');

/** The data directory: created, repaired or refused, locked, and cleared of unfinished writes. */
export const directoryModule = {
  name: 'directory',
  tokens: directoryTokens,
  bind: (options: ContainerModuleLoadOptions) =>
    provide(
      options,
      directoryTokens.directoryProblem,
      { settings: processTokens.settings },
      ({ settings: { dataDir } }) => {
        const isInPlace = sameFileAt(lockIn(dataDir));
        return () => (isInPlace() ? null : say('directory.gone'));
      },
    ),
  start: async ({ get, onStop }) => {
    const settings = get(processTokens.settings);
    const { dataDir } = settings;
    await prepareDirectory(dataDir);
    confirmFolder(settings);
    confirmApart(settings);
    const lock = get(processTokens.lock);
    const isRestart = lock.isHeld;
    takeLock(lock, dataDir);
    onStop('lock', () => lock.release());
    // From here on it is compared with what is locked now.
    get(directoryTokens.directoryProblem);
    // Its writer is dead, since this process has the lock; no client may be sent there.
    if (!isRestart) removeEngineRecord(dataDir);
    await sweepTemporaries(dataDir);
    await repairModes(dataDir);
    await serverForUnfinished(get);
    await goOnWithErasure(get(erasureTokens.erasing));
    // A pending erasure removes these files, so it must come first.
    await placeFiles(dataDir);
    await goOnWithRestore(get(backupTokens.restoreSwap), get(processTokens.restoring).problem);
  },
} satisfies Module;

async function prepareDirectory(dataDir: string): Promise<void> {
  try {
    await secureDirectory(dataDir);
  } catch (cause) {
    throw new UnusableSetup(sayOfSetup('setup.directory', { dataDir, why: whyOf(cause) }), cause);
  }
}

/** The agent may change the whole workspace, so it must not contain anything of the data directory. */
function confirmApart({ dataDir, workspaceDir }: Settings): void {
  const how = overlap(dataDir, workspaceDir);
  if (how === null) return;
  const instead = join(dataDir, 'workspace');
  throw new UnusableSetup(
    how === 'same'
      ? sayOfSetup('setup.workspace_is_data', { workspaceDir, instead })
      : sayOfSetup(how === 'in-data' ? 'setup.workspace_in_data' : 'setup.data_in_workspace', {
          workspaceDir,
          dataDir,
          instead,
        }),
  );
}

/** A missing workspace is made when it is needed. */
function confirmFolder({ workspaceDir }: Settings): void {
  let why: readonly Says[] | null = null;
  try {
    const stats = statSync(workspaceDir, { throwIfNoEntry: false });
    if (stats === undefined ? !isBelowFile(workspaceDir) : stats.isDirectory()) return;
  } catch (cause) {
    why = whyOf(cause);
  }
  throw new UnusableSetup(sayOfSetup('setup.workspace', { workspaceDir, why }));
}

/** Then no folder can be made there. */
function isBelowFile(path: string): boolean {
  const above = dirname(path);
  if (above === path) return false;
  const stats = statSync(above, { throwIfNoEntry: false });
  return stats === undefined ? isBelowFile(above) : !stats.isDirectory();
}

function takeLock(lock: DirectoryLock, dataDir: string): void {
  try {
    lock.take(lockIn(dataDir));
  } catch (cause) {
    if ((cause as Error).name !== 'DirectoryInUse')
      throw new UnusableSetup(sayOfSetup('setup.directory_fault', { dataDir, why: whyOf(cause) }), cause);
    const holder = readEngineRecord(dataDir);
    const [pid, kind] = [holder?.pid ?? null, holder?.servesHosts || null];
    throw new UnusableSetup(sayOfSetup('setup.in_use', { dataDir, pid, kind }), cause);
  }
}

async function goOnWithErasure(erasing: Erasing): Promise<void> {
  try {
    await erasing.goOn();
  } catch (cause) {
    throw new UnusableSetup(sayOfSetup('setup.erasure', { why: whyOf(cause) }), cause);
  }
}

/** A restore or an erasure that was begun goes on where its data is: it waits for the server as the engine does. */
async function serverForUnfinished(get: Get): Promise<void> {
  const { settings, clock, log, waiting } = processTokens;
  const { storage } = get(settings);
  if (storage === null) return;
  // What cannot be read is told where it goes on.
  const restore = await get(backupTokens.restoreSwap)
    .pending()
    .catch(() => null);
  const erasure = await get(erasureTokens.erasing)
    .last()
    .catch(() => null);
  if (restore === null && (erasure === null || erasure.status === 'completed')) return;
  const { reachServer } = await import('../postgres-stores.ts');
  await reachServer({ storage, clock: get(clock), log: get(log), ...get(waiting) });
}

async function goOnWithRestore(swap: RestoreSwap, problem: Says | null): Promise<void> {
  try {
    await swap.goOn(problem);
  } catch (cause) {
    throw new UnusableSetup(sayOfSetup('setup.restore', { why: whyOf(cause) }), cause);
  }
}
