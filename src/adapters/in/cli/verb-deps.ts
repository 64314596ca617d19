import type { Attached } from './attach.ts';
import type { TypedLines } from './typed-lines.ts';
import type { StorageName } from '../../../contract/cli/own.ts';
import type { Tell } from '../../../contract/cli/says.ts';

export interface StorageProgress {
  readonly step: 'copying' | 'comparing';
  readonly database: string;
  readonly doneRows: number;
  readonly totalRows: number;
}

/** Why a storage was not copied: a code of the terminal. */
export type StorageRefused =
  | 'storage_not_empty'
  | 'storage_not_ready'
  | 'storage_in_use'
  | 'storage_differs'
  | 'storage_package'
  | 'storage_away';

export type StorageCopied =
  /** `isNew`: false where all of it was there already. */
  | { readonly isNew: boolean; readonly rows: number; readonly tables: number }
  | { readonly refused: StorageRefused };

export type CopyStorage = (
  to: StorageName,
  onProgress: (progress: StorageProgress) => void,
) => Promise<StorageCopied>;

/** What the terminal gives its commands. */
export interface VerbDeps {
  /** The running engine for this data directory; null when there is none. */
  readonly attached: () => Promise<Attached | null>;
  /** The same, or one that this process starts and `close` ends. */
  readonly attachedOrOwn: () => Promise<Attached>;
  /** The same for commands that only read or configure: it creates no store. */
  readonly attachedOrLooking: () => Promise<Attached>;
  /** What kind of engine runs; null for one that is nothing special. */
  readonly kind: () => 'pipes' | 'http' | 'editor' | null;
  /** Where the page of the running engine is on this machine; null: nowhere. */
  readonly page: () => string | null;
  /** Says what the engine and the terminal say, in the language of the person at the terminal. */
  readonly tell: Tell;
  /** What is printed is JSON, which is in no language. */
  readonly json: boolean;
  /** Copies all data from the one storage to the other. Null: none but the files is set. */
  readonly copyStorage: CopyStorage | null;
  readonly dataDir: string;
  readonly version: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** All of stdin, or more than any request accepts; null when `interrupted` aborts before its end. */
  readonly readInput: (what: 'task' | 'value') => Promise<string | null>;
  /** The same, but at a terminal one line without echo, after a prompt for `what`. */
  readonly readSecret: (what?: string) => Promise<string | null>;
  /** Typed lines until `stop` aborts or the input ends; null when stdin is not a terminal. */
  readonly readLines: ((stop: AbortSignal) => AsyncIterable<string>) | null;
  /** The same for a caller that reads more than answers; from then on it is the only reader of stdin. */
  readonly typedLines: () => TypedLines;
  /** Whether `out` is a terminal. */
  readonly tty: boolean;
  /** Whether `err` is a terminal. */
  readonly screen: boolean;
  /** Aborts when the person at the terminal interrupts the command. */
  readonly interrupted: AbortSignal;
  /** At a Ctrl-C, calls `deal` first; it returns true when it handled the interrupt. @returns removes it */
  readonly onInterrupt: (deal: () => boolean) => () => void;
}
