import { readFile } from 'node:fs/promises';
import type { StagedConfig } from '../../../../core/backups/restore-port.ts';
import { isJsonObject, type JsonObject } from '../../../../core/kernel/json.ts';
import { atomicWrite } from '../atomic-write.ts';

type FromElsewhere = (
  given: JsonObject,
) => Promise<{ readonly values: JsonObject; readonly left: readonly string[] }>;

/** See the port. The folder belongs to the restore alone. */
export const stagedConfig = (allowed: FromElsewhere): StagedConfig => ({
  fromElsewhere: async (file) => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    const config = text === null ? null : parsed(text);
    if (config === null) return [];
    const { values, left } = await allowed(config);
    await atomicWrite(file, `${JSON.stringify(values, null, 2)}\n`);
    return left;
  },
});

/** Null for a file that the engine ignores as a whole, too. */
function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
