import type { StagedConfig } from '../../../../core/keeping/backups/restore-port.ts';
import type { FromElsewhere } from '../../../../core/instance/config/from-elsewhere.ts';
import type { FileRead } from '../../../../core/ports/file-read.ts';
import { atomicWrite } from '../atomic-write.ts';
import type { Disk } from '../disk.ts';
import { readText } from '../read-text.ts';

/** See the port. The folder belongs to the restore alone. The file is read as the engine would read it. */
export const stagedConfig = (
  allowed: (read: FileRead) => Promise<FromElsewhere | null>,
  disk: Disk,
): StagedConfig => ({
  fromElsewhere: async (file) => {
    const taken = await allowed(await readText(file, disk));
    if (taken === null) return { left: [], addresses: [] };
    await atomicWrite(file, `${JSON.stringify(taken.values, null, 2)}\n`);
    return taken;
  },
});
