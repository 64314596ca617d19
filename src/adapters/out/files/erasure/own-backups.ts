import { quote } from '../../../../core/kernel/quoted.ts';
import { say } from '../../../../core/keeping/erasure/says.ts';
import type { InstanceFile } from '../../../../core/keeping/backups/port.ts';
import type { Left, Outside } from '../../../../core/keeping/erasure/port.ts';
import type { ErasureRecord } from '../../../../core/keeping/erasure/record.ts';
import { DiskBackupFolders, type DiskFoldersDeps } from '../backup/disk-folders.ts';
import { codeIn } from './erase-tree.ts';

export interface OwnBackupsDeps extends Omit<DiskFoldersDeps, 'chosen'> {
  readonly instance: InstanceFile;
}

/** Backups of this instance in a folder that the owner has chosen, which may hold those of others, too. */
export class OwnBackups implements Outside {
  readonly name = 'backups';
  readonly #deps: OwnBackupsDeps;

  constructor(deps: OwnBackupsDeps) {
    this.#deps = deps;
  }

  async find(record: ErasureRecord): Promise<readonly string[]> {
    const folders = this.#foldersOf(record);
    if (!folders || record.keepBackups) return [];
    try {
      const own: string[] = [];
      for (const found of await folders.list())
        if (instanceIn(await folders.manifest(found)) === (await this.#deps.instance.id()))
          own.push(`${found.backupId}${found.failed ? FAILED : ''}`);
      return own;
    } catch {
      // `erase` says so.
      return [];
    }
  }

  async erase(record: ErasureRecord, own: readonly string[]): ReturnType<Outside['erase']> {
    const { backupFolder, keepBackups } = record;
    const folders = this.#foldersOf(record);
    if (!folders || backupFolder === null) return { left: [], remains: [] };
    if (keepBackups) return { left: [], remains: [kept(backupFolder)] };
    const left: Left[] = [];
    try {
      for (const name of own)
        await folders
          .remove({ backupId: name.replace(FAILED, ''), failed: name.endsWith(FAILED) })
          .catch((error: unknown) =>
            left.push({ path: `${backupFolder}/${name}`, code: codeIn(causeOf(error)) }),
          );
      await folders.sweep();
      const others = (await folders.list()).length - left.length;
      return { left, remains: others > 0 ? [ofOthers(backupFolder, others)] : [] };
    } catch {
      return { left, remains: [unreachable(backupFolder)] };
    }
  }

  #foldersOf({ backupFolder }: ErasureRecord): DiskBackupFolders | null {
    const { dataDir, workspaceDir, mark } = this.#deps;
    return backupFolder === null
      ? null
      : new DiskBackupFolders({ dataDir, workspaceDir, mark, chosen: () => backupFolder });
  }
}

const FAILED = '.failed';

const causeOf = (error: unknown): unknown => (error as Error).cause ?? error;

function instanceIn(manifest: string | null): string | null {
  try {
    const { instanceId } = JSON.parse(manifest ?? 'null') as { readonly instanceId?: unknown };
    return typeof instanceId === 'string' ? instanceId : null;
  } catch {
    return null;
  }
}

const kept = (folder: string) => ({
  what: backupsIn(folder, null),
  why: say('why.kept'),
  how: say('how.kept_there'),
});

const ofOthers = (folder: string, count: number) => ({
  what: backupsIn(folder, count),
  why: say('why.of_others'),
  how: say('how.of_others'),
});

const unreachable = (folder: string) => ({
  what: backupsIn(folder, null),
  why: say('why.unreachable'),
  how: say('how.unreachable'),
});

const backupsIn = (folder: string, count: number | null) =>
  say('remains.backups', { folder: quote(folder), count });
