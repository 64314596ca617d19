import { entryOf } from '../../instance/data-directory/inventory.ts';
import type { Says } from '../../kernel/says.ts';
import { saysInFile } from '../../kernel/worded.ts';
import { inStorage, type FileSet } from './restore-plan.ts';

/**
 * How far a restore is. Each phase is on disk before the first move of it, and can be repeated from its beginning:
 * - `aside`: the present files are moved aside. In their places there is nothing else yet.
 * - `in`: the files of the backup are moved in. In those places there is nothing else.
 * - `opening`: all are in; the engine has yet to start on them.
 * - `keeping`: an engine has started on them, and the earlier workspace is kept beside.
 * - `out`: it is undone: what is in those places is moved out.
 * - `back`: the earlier files are moved back.
 */
const PHASES = ['aside', 'in', 'opening', 'keeping', 'out', 'back'] as const;
export type RestorePhase = (typeof PHASES)[number];

/** `restore.json`: a restore that was begun, and what each of its steps moves. */
export interface RestoreIntent {
  readonly operationId: string;
  readonly backupId: string;
  readonly safetyBackupId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly restoredFiles: number;
  /** Entries of the present workspace that the safety backup does not hold. */
  readonly inNoBackup: number;
  readonly sets: readonly FileSet[];
  readonly phase: RestorePhase;
  /** How often an engine has begun to start on the restored files. */
  readonly starts: number;
  readonly problems: readonly Says[];
}

export const intentText = (intent: RestoreIntent): string => `${JSON.stringify(intent, null, 1)}\n`;

/** Of a restore that an earlier version has begun. */
const NOTHING_LEFT_OUT = { inNoBackup: 0 };

/** Null if the text is none: then nothing may be moved or removed. */
export function intentFrom(text: string): RestoreIntent | null {
  try {
    const read = JSON.parse(text) as Omit<RestoreIntent, 'inNoBackup'>;
    const intent: RestoreIntent = { ...NOTHING_LEFT_OUT, ...read, problems: read.problems.map(saysInFile) };
    const names = intent.sets.flatMap((set) => [...set.out, ...set.in]);
    const isOne =
      PHASES.includes(intent.phase) &&
      /^[\da-f-]{36}$/u.test(intent.operationId) &&
      names.every((name) => name === inStorage || (!name.includes('/') && entryOf(name) !== null));
    return isOne ? intent : null;
  } catch {
    return null;
  }
}
