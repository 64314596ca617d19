import { open } from 'node:fs/promises';

/** Makes the names in these folders durable. */
export async function syncFolders(folders: Iterable<string>): Promise<void> {
  for (const path of folders) {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}
