import { constants, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { FileRead, Obstacle } from '../../../core/ports/file-read.ts';
import { configLimits } from '../../../core/instance/config/limits.ts';
import { codeOf, type Disk } from './disk.ts';

/** Does not block: between check and open, a file may be replaced by a FIFO. */
const readFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * The text of a file that people write. Never throws, never waits for special files, and changes nothing, whatever is
 * at the path.
 */
export async function readText(path: string, disk: Disk): Promise<FileRead> {
  try {
    const stats = await disk.stat(path);
    const before = obstacleIn(stats);
    if (before !== null) return { found: 'obstacle', obstacle: before };
    const file = await disk.open(path, readFlags);
    try {
      const after = obstacleIn(await file.stat());
      if (after !== null) return { found: 'obstacle', obstacle: after };
      return textOf(await readBounded(file));
    } finally {
      await file.close();
    }
  } catch (error) {
    return await insteadOf(path, error, disk);
  }
}

function obstacleIn(stats: Stats): Obstacle | null {
  if (stats.isDirectory()) return 'folder';
  if (!stats.isFile()) return 'no_file';
  return stats.size > configLimits.fileBytes ? 'too_large' : null;
}

/** Reads at most one byte more than the limit of a config file: some files are longer than their size says. */
async function readBounded(file: FileHandle): Promise<Uint8Array> {
  const bytes = new Uint8Array(configLimits.fileBytes + 1);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

function textOf(bytes: Uint8Array): FileRead {
  if (bytes.length > configLimits.fileBytes) return { found: 'obstacle', obstacle: 'too_large' };
  try {
    return { found: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { found: 'obstacle', obstacle: 'no_text' };
  }
}

async function insteadOf(path: string, error: unknown, disk: Disk): Promise<FileRead> {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR': {
      const stats = await disk.lstat(path).catch(() => undefined);
      return stats === undefined ? { found: 'nothing' } : { found: 'obstacle', obstacle: 'dangling_link' };
    }
    case 'ELOOP':
      return { found: 'obstacle', obstacle: 'dangling_link' };
    case 'EACCES':
    case 'EPERM':
      return { found: 'obstacle', obstacle: 'not_allowed' };
    case 'EISDIR':
      return { found: 'obstacle', obstacle: 'folder' };
    case 'ENXIO':
      return { found: 'obstacle', obstacle: 'no_file' };
    default:
      return { found: 'obstacle', obstacle: 'failed' };
  }
}
