import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { backupPlan, type BackupPlan } from '../../../../core/keeping/backups/plan.ts';
import {
  exportScratch,
  inventory,
  type DataName,
} from '../../../../core/instance/data-directory/inventory.ts';
import type { FileMoments, HeldFile, PinnedFiles } from '../../../../core/keeping/export/port.ts';
import { pinFiles, type PinnedEntry } from '../backup/pinned-files.ts';

/** What an export has of the data directory, by the inventory. Settings are read on their own. */
export const exportPlan: BackupPlan = {
  databases: [],
  files: [],
  folders: backupPlan.folders.filter((name) => inventory[name].exported === 'yes'),
  workspace: backupPlan.workspace,
};

/** Files of the data directory, held by hard links in a folder of its own while they are exported. */
export class DiskMoments implements FileMoments {
  readonly #dataDir: string;
  readonly #withWorkspace: boolean;

  constructor({ dataDir, withWorkspace }: { readonly dataDir: string; readonly withWorkspace: boolean }) {
    this.#dataDir = dataDir;
    this.#withWorkspace = withWorkspace;
  }

  async clear(): Promise<void> {
    await rm(join(this.#dataDir, exportScratch), { recursive: true, force: true });
  }

  async pin(withWorkspace: boolean = this.#withWorkspace): Promise<PinnedFiles> {
    const scratch = join(this.#dataDir, exportScratch);
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    const own = await mkdtemp(join(scratch, 'one-'));
    const close = async () => {
      await rm(own, { recursive: true, force: true });
      // Another export may be in there.
      await rmdir(scratch).catch(() => undefined);
    };
    try {
      const held = join(own, 'held');
      const { entries, skipped } = await pinFiles(this.#dataDir, exportPlan, withWorkspace, held);
      return { files: entries.filter(isShown).map(heldFile), skipped, close };
    } catch (error) {
      await close();
      throw error;
    }
  }
}

/** Only folders of the workspace say something. */
const isShown = ({ kind, path }: PinnedEntry): boolean =>
  kind === 'file' || path === ('workspace' satisfies DataName) || path.startsWith('workspace/');

const heldFile = ({ path, kind, sizeBytes, mode, modifiedAt, heldAt }: PinnedEntry): HeldFile => ({
  path,
  kind: kind === 'folder' ? 'folder' : 'file',
  sizeBytes,
  mode,
  modifiedAt,
  read: () => contentOf(heldAt ?? ''),
});

const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, flags);
  try {
    yield* file.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>;
  } finally {
    await file.close();
  }
}
