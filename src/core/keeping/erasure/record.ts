import { saysInFile } from '../../kernel/worded.ts';
import { ERASURE_STATUSES, type Erasure, type Remaining } from './model.ts';

/**
 * How far an erasure is. Each phase is on disk before its first step, and can be repeated from its beginning:
 * - `counting`: nothing was changed yet.
 * - `aside`: everything that goes is moved into a folder of its own. No engine has started on what is left.
 * - `removing`: what was moved is removed. The places that it had are new, and are not touched again.
 * - `ended`: nothing is left to do.
 */
const PHASES = ['counting', 'aside', 'removing', 'ended'] as const;
export type ErasurePhase = (typeof PHASES)[number];

/** `erasure.json`: the last erasure. What it covers is forgotten with its end. */
export interface ErasureRecord extends Erasure {
  readonly phase: ErasurePhase;
  readonly keepBackups: boolean;
  /** Names in the data directory, as the caller has repeated them. */
  readonly unknown: readonly string[];
  /**
   * Folders that stay, and whose contents go: a workspace elsewhere (its path), and what is a file system of its own in the
   * data directory (its name).
   */
  readonly emptied: readonly string[];
  /** The folder for backups that the owner has chosen; null for the one in the data directory. */
  readonly backupFolder: string | null;
  /** What goes outside the data directory, by the part that removes it: found before anything goes, so that nothing new goes later. */
  readonly outside: Readonly<Record<string, readonly string[]>>;
  /** What could not be moved, and is tried again. */
  readonly stuck: readonly Placed[];
  readonly wasConnected: boolean;
}

/** An entry of the data directory (`folder` null), or of a folder that is emptied. */
export interface Placed {
  readonly folder: string | null;
  readonly name: string;
}

export const recordText = (record: ErasureRecord): string => `${JSON.stringify(record, null, 1)}\n`;

/** Null if the text is none: then nothing may be moved or removed. */
export function recordFrom(text: string): ErasureRecord | null {
  try {
    const record = JSON.parse(text) as ErasureRecord;
    const lists = [
      record.stores,
      record.remains,
      record.unknown,
      record.emptied,
      record.stuck,
      ...Object.values(record.outside),
    ];
    const isOne =
      PHASES.includes(record.phase) &&
      ERASURE_STATUSES.includes(record.status) &&
      /^[\da-f-]{36}$/u.test(record.erasureId) &&
      typeof record.keepBackups === 'boolean' &&
      lists.every((list) => Array.isArray(list)) &&
      record.stuck.every(
        ({ folder, name }) => isOneName(name) && (folder === null || record.emptied.includes(folder)),
      );
    return isOne ? { ...record, remains: record.remains.map(ofAnyVersion) } : null;
  } catch {
    return null;
  }
}

/** An earlier version wrote texts. */
const ofAnyVersion = ({ what, why, how }: Remaining): Remaining => ({
  what: saysInFile(what),
  why: saysInFile(why),
  how: saysInFile(how),
});

const isOneName = (name: unknown): boolean =>
  typeof name === 'string' && name !== '' && name !== '.' && name !== '..' && !name.includes('/');
