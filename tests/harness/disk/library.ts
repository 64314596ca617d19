import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('./disk.c', import.meta.url));
const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));

/** The path of the library to preload, or null with the reason why this machine has none. */
export type Library =
  | { readonly path: string; readonly reason: null }
  | { readonly path: null; readonly reason: string };

/** Builds the library of `disk.c` where there is a compiler. A build is kept until the source changes. */
export function library(): Library {
  if (process.platform !== 'linux') return { path: null, reason: 'needs Linux' };
  const text = readFileSync(source);
  const path = join(cache, `disk-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.so`);
  if (existsSync(path)) return { path, reason: null };
  mkdirSync(cache, { recursive: true });
  // Renamed when it is whole: other tests may look for it at the same time.
  const unfinished = `${path}.${process.pid}`;
  const { status, error, stderr } = spawnSync(
    'cc',
    ['-O2', '-shared', '-fPIC', '-o', unfinished, source, '-lpthread'],
    { encoding: 'utf8' },
  );
  if (error) return { path: null, reason: 'needs a C compiler (cc)' };
  if (status !== 0) return { path: null, reason: `cc failed: ${stderr}` };
  renameSync(unfinished, path);
  return { path, reason: null };
}

export interface DiskSettings {
  /** Each fsync and fdatasync takes at least this much longer. */
  readonly syncMs?: number;
  /** The log of every change below `root`, which must exist. `power-cut.ts` reads it. */
  readonly record?: { readonly log: string; readonly root: string };
  /** While this file exists, syncs of write-ahead logs fail, and what they should have synced is lost. */
  readonly failSync?: string;
  /** The file that has the id of the machine's boot. */
  readonly bootId?: string;
}

/** The environment of a process that runs on such a disk. */
export function onDisk(path: string, settings: DiskSettings): Record<string, string> {
  const { syncMs, record, failSync, bootId } = settings;
  return {
    LD_PRELOAD: path,
    // Otherwise libuv may hand writes to the kernel without a call that the library sees.
    UV_USE_IO_URING: '0',
    ...(syncMs === undefined ? {} : { DISK_SYNC_MS: String(syncMs) }),
    ...(record ? { DISK_LOG: record.log, DISK_ROOT: record.root } : {}),
    ...(failSync === undefined ? {} : { DISK_FAIL_SYNC: failSync }),
    ...(bootId === undefined ? {} : { DISK_BOOT_ID: bootId }),
  };
}
