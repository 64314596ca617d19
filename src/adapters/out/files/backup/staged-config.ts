import { readFile } from 'node:fs/promises';
import type { StagedConfig } from '../../../../core/backups/restore-port.ts';
import { atomicWrite } from '../atomic-write.ts';

/** See the port. `keys` are those to remove. The folder belongs to the restore alone. */
export const stagedConfig = (keys: readonly string[]): StagedConfig => ({
  withoutLocalKeys: async (file) => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    const config = text === null ? null : parsed(text);
    const found = config === null ? [] : keys.filter((key) => Object.hasOwn(config, key));
    if (found.length === 0) return [];
    const kept = Object.fromEntries(Object.entries(config ?? {}).filter(([key]) => !found.includes(key)));
    await atomicWrite(file, `${JSON.stringify(kept, null, 2)}\n`);
    return found;
  },
});

/** Null for a file that the engine ignores as a whole, too. */
function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
