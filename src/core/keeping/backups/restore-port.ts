import type { Says } from '../../kernel/says.ts';
import type { BackupProgress } from './model.ts';
import type { RestoreIntent } from './restore-intent.ts';
import type { FileSet } from './restore-plan.ts';

/** Where a restore has a file: in its place in the data directory, staged, moved aside, or moved out again. */
export type Place = 'live' | 'staged' | 'aside' | 'dropped';

/** Told of the work of staging. */
export interface OnStaging {
  readonly onProgress: (progress: Omit<BackupProgress, 'phase'>) => void;
  readonly signal: AbortSignal;
}

/** The folders and the file of a restore. All are on the file system of the data directory, so that a move is a rename. */
export interface RestoreDisk {
  /** `restore.json`; null if there is none. @throws Error if it cannot be read */
  intent(): Promise<string | null>;
  /** Durable when this resolves. @throws Refusal disk_full, storage_error */
  setIntent(text: string): Promise<void>;
  /** Durable when this resolves; repeatable. */
  removeIntent(): Promise<void>;
  /**
   * Makes an empty folder in which the files of a backup can be staged.
   * @returns its path
   * @throws Refusal backup_space if there is less free space than `needBytes`, disk_full, storage_error
   */
  begin(operationId: string, needBytes: number): Promise<string>;
  /**
   * Brings staged databases to where they are kept, if that is not in files: they can take the place of what is there then.
   * @returns the sets that the restore moves
   * @throws Refusal disk_full, storage_error, storage_unavailable
   */
  ready(operationId: string, sets: readonly FileSet[], on: OnStaging): Promise<readonly FileSet[]>;
  /** Of these names, one that cannot be moved, because it is on another file system; null if there is none. */
  elsewhere(names: readonly string[]): Promise<string | null>;
  has(intent: RestoreIntent, name: string, place: Place): Promise<boolean>;
  /** Never replaces anything. */
  move(intent: RestoreIntent, name: string, from: Place, to: Place): Promise<void>;
  /**
   * Moves what was moved aside under another name into the data directory, where it stays. Repeatable.
   * @returns whether it is there
   */
  keep(intent: RestoreIntent, name: string, as: string): Promise<boolean>;
  /** Makes all moves so far durable, where they went first. */
  sync(intent: RestoreIntent, to: Place): Promise<void>;
  /** Removes everything that restores have staged, moved aside or out. Call it while there is no intent. */
  clear(): Promise<void>;
}

/** `restores.json`: what became of the last restores. */
export interface RestoresFile {
  read(): Promise<string | null>;
  /** Durable when this resolves. @throws Refusal disk_full, storage_error */
  replace(text: string): Promise<void>;
}

/** The vault of a staged backup. */
export interface StagedVault {
  /**
   * Seals it with the vault key of this engine, so that the key stays where it is. What was sealed stays readable: the
   * keys of both vaults are in it afterwards. `given` is a key that its owner gives, `provenBy` the id of the key that proves
   * the backup, if any. The file is durable when this resolves.
   * @returns the id of the key that is missing; null if it is sealed, or has no key, or this engine has none
   */
  seal(file: string, given: string | null, provenBy: string | null): Promise<string | null>;
}

/** A database that is to take the place of what is there, as one file beside no other. */
export interface StagedDatabase {
  /** Its name in the data directory. */
  readonly name: string;
  readonly file: string;
  /** The instant at which it comes, in milliseconds since the epoch. */
  readonly at: number;
  /** Rows of another machine are not trusted as if this engine had written them. */
  readonly from: 'own backup' | 'foreign backup' | 'export';
}

export interface Settled {
  /** Why it cannot be used; null if it is settled and durable. */
  readonly unusable: Says | null;
  /** In sentences, what was cleared, and how to have it again. */
  readonly told: readonly Says[];
}

/** The configuration of a staged backup. */
export interface StagedConfig {
  /**
   * Of the configuration of another machine, leaves what it may say here.
   * @returns `left`: the keys that it had, and has no more; `addresses`: where models are asked that were not asked before
   */
  fromElsewhere(
    file: string,
  ): Promise<{ readonly left: readonly string[]; readonly addresses: readonly string[] }>;
}
