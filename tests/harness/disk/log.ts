// The log that `disk.c` writes.
import { readFileSync } from 'node:fs';

const KINDS = [
  'none',
  'start',
  'create',
  'open',
  'write',
  'length',
  'extend',
  'rename',
  'remove',
  'mkdir',
  'link',
  'sync',
  'synced',
  'opaque',
] as const;

export interface DiskRecord {
  readonly kind: (typeof KINDS)[number];
  /** The position in the log right after this record. A cut there keeps the record. */
  readonly end: number;
  readonly inode: bigint;
  /** The offset of a write, the length of a file, or the name of a sync. */
  readonly number: bigint;
  /** Of a sync: 0, errno, or `TOLD_LATE`. */
  readonly result: number;
  /** Relative to the recorded folder; `.` is the folder itself. */
  readonly path: string;
  readonly other: string;
  readonly data: Buffer;
}

/** The sync returned the error of an earlier one: what it covers is neither lost nor acknowledged. */
export const TOLD_LATE = -1;

const HEAD_BYTES = 32;

/** The records of a log. A kill may have torn the last one, which then is left out. */
export function readLog(file: string): readonly DiskRecord[] {
  const bytes = readFileSync(file);
  const records: DiskRecord[] = [];
  let at = 0;
  while (at + HEAD_BYTES <= bytes.length) {
    const end = at + bytes.readUInt32LE(at);
    if (end > bytes.length) break;
    const pathBytes = bytes.readUInt16LE(at + 28);
    const pathEnd = at + HEAD_BYTES + pathBytes;
    const otherEnd = pathEnd + bytes.readUInt16LE(at + 30);
    records.push({
      kind: KINDS[bytes.readUInt32LE(at + 4)] ?? 'none',
      end,
      inode: bytes.readBigUInt64LE(at + 8),
      number: bytes.readBigInt64LE(at + 16),
      result: bytes.readInt32LE(at + 24),
      path: bytes.toString('utf8', at + HEAD_BYTES, pathEnd),
      other: bytes.toString('utf8', pathEnd, otherEnd),
      data: bytes.subarray(otherEnd, end),
    });
    at = end;
  }
  return records;
}
