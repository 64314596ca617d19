import type { StorageSettings } from '../storage-settings.ts';
import type { Says } from '../../core/kernel/says.ts';
import type {
  CheckProblem,
  CheckRequest,
  Copied,
  CopyRequest,
  DrillRequest,
} from '../../core/keeping/backups/port.ts';
import type { Settled, StagedDatabase } from '../../core/keeping/backups/restore-port.ts';
import type { ManifestFile } from '../../core/keeping/backups/model.ts';
import type { MigrationPreview } from '../../core/keeping/migration/model.ts';

/** Staged files of databases that go into a schema beside the engine's. */
export interface LoadRequest {
  readonly operationId: string;
  readonly folder: string;
  /** Those that are in the folder. */
  readonly databases: readonly string[];
  /** Those that the engine goes on with as they are. */
  readonly staying: readonly string[];
}

/** From the engine to the process that copies or checks. */
export type Order =
  | {
      readonly order: 'copy';
      readonly dataDir: string;
      /** Whether the workspace is the folder in the data directory. */
      readonly withWorkspace: boolean;
      /** The server that has the databases; null: they are files. */
      readonly storage: StorageSettings | null;
      /** A new folder for what is held while it is copied; the process removes it. */
      readonly scratch: string;
      readonly request: CopyRequest;
    }
  | { readonly order: 'pin' }
  | {
      readonly order: 'measure';
      readonly dataDir: string;
      readonly withWorkspace: boolean;
      readonly storage: StorageSettings | null;
      readonly plan: CopyRequest['plan'];
    }
  | {
      readonly order: 'drill';
      /** The URL of the folder of the launcher. */
      readonly home: string;
      readonly request: DrillRequest;
    }
  | {
      readonly order: 'stage';
      readonly storage: StorageSettings;
      readonly folder: string;
      /** Their names; null: all. */
      readonly databases: readonly string[] | null;
    }
  | { readonly order: 'load'; readonly storage: StorageSettings; readonly request: LoadRequest }
  | { readonly order: 'settle'; readonly database: StagedDatabase }
  /** `files` of its manifest come before it: a message with all of them would hold the engine's event loop. */
  | { readonly order: 'check'; readonly scratch: string; readonly request: CheckRequest }
  | { readonly order: 'files'; readonly files: readonly ManifestFile[] };

/** The code of a failure: the server of the data was not reached. */
export const AWAY = 'STORAGE_AWAY';

/** Back. `withinMs`: the next report comes in this time, or the process is stuck. */
export type Report =
  | { readonly report: 'ready' }
  | { readonly report: 'pinned' }
  | {
      readonly report: 'progress';
      readonly doneBytes: number;
      readonly totalBytes: number;
      readonly withinMs?: number;
    }
  /** Some of the files that were copied; `copied` comes after them, without any. */
  | { readonly report: 'files'; readonly files: readonly ManifestFile[] }
  | { readonly report: 'copied'; readonly copied: Copied }
  | { readonly report: 'checked'; readonly problems: readonly CheckProblem[] }
  | {
      readonly report: 'measured';
      readonly measured: Pick<MigrationPreview, 'databases' | 'files' | 'totalBytes'>;
    }
  | { readonly report: 'loaded' }
  | { readonly report: 'staged' }
  | { readonly report: 'settled'; readonly settled: Settled }
  | { readonly report: 'drilled'; readonly problems: readonly Says[] }
  | {
      readonly report: 'failed';
      readonly code: string | null;
      readonly message: string;
      readonly needBytes?: number;
      readonly freeBytes?: number;
    };
