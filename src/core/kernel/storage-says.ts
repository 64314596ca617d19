import { saying, type Plain } from './says.ts';

/** Why the data cannot be used now. A store is named by its file, or by words for it. */
export interface StorageProblems extends Plain<
  | 'storage.disk_full'
  | 'storage.storage_error'
  | 'storage.store_corrupt'
  | 'storage.store_newer'
  | 'storage.storage_unavailable'
  | 'storage.storage_taken'
  | 'storage.file_limit'
  | 'storage.not_ready'
> {
  'storage.damaged': { store: string };
  'storage.emptied': { store: string };
  'storage.newer': { store: string; schemaVersion: number; knownVersion: number };
}

/** What is wrong with the data directory while the engine runs. */
export interface DirectoryProblems extends Plain<'directory.gone'> {}

export const say = saying<StorageProblems & DirectoryProblems>();
