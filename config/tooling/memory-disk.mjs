// Tests sync files more than anything else. On a file system in memory a sync waits for nothing, and the tests see the
// same files; what a loss of power leaves is shown by disks that the tests make themselves.
import { readFileSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** Tests in parallel write large files; a container has 64 MB here unless it is told otherwise. */
const LEAST_BYTES = 2 ** 31;

/** The folder for temporary files, where there is one in memory that is large and may hold programs; null elsewhere. */
export function memoryDisk() {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, folder, type]) => folder === FOLDER && type === 'tmpfs');
    if (!mount || !/^rw\b/u.test(mount[3]) || /\bnoexec\b/u.test(mount[3])) return null;
    const { bavail, bsize } = statfsSync(FOLDER);
    return bavail * bsize >= LEAST_BYTES ? FOLDER : null;
  } catch {
    return null;
  }
}
