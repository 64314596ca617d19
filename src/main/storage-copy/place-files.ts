import { existsSync, readdirSync } from 'node:fs';
import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { syncAt } from '../../adapters/out/files/open-folder.ts';
import { copyFolder, scratchFolder } from '../../core/instance/data-directory/inventory.ts';

/** An empty folder for files that are being made; whatever dies, they may be deleted at any time. */
export async function beginFiles(dataDir: string): Promise<string> {
  const folder = join(dataDir, scratchFolder, copyFolder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * From here on the files of the folder become those of the data directory, whatever dies: `placeFiles` goes on at the next
 * start. In their places there is nothing.
 */
export async function keepFiles(dataDir: string): Promise<void> {
  const made = join(dataDir, scratchFolder, copyFolder);
  for (const name of readdirSync(made)) {
    const file = await open(join(made, name), 'r+');
    try {
      // The command line does not set the modes of new files, as an engine does.
      await file.chmod(0o600);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  await syncAt(made);
  await rename(made, join(dataDir, copyFolder));
  await syncAt(dataDir);
}

/** Moves what `keepFiles` kept into its place. Repeatable. @param moved called after each */
export async function placeFiles(dataDir: string, moved: () => void = () => undefined): Promise<void> {
  const folder = join(dataDir, copyFolder);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (existsSync(join(dataDir, name))) throw new Error(`${name} is in the place of its copy`);
    // Of a database that is gone; SQLite would take it for this one's.
    for (const end of ['-wal', '-shm', '-journal']) await rm(join(dataDir, `${name}${end}`), { force: true });
    await rename(join(folder, name), join(dataDir, name));
    moved();
  }
  await syncAt(dataDir);
  await rmdir(folder);
  await syncAt(dataDir);
}
