import type { Says } from './says.ts';
import { isRefusal, refusals, type Refusal } from './refusal.ts';
import { say, type StorageProblems } from './storage-says.ts';

/** Refusals that any route may give when the disk fails. */
export const refuseStorage = refusals<StorageProblems>()('storage', {
  disk_full: 'storage_full',
  storage_error: 'storage',
  store_corrupt: 'unavailable',
  store_newer: 'unavailable',
  /** The server of the data is away. */
  storage_unavailable: 'unavailable',
  /** Another engine has the data now. */
  storage_taken: 'unavailable',
});

/** @param store its file, or words for it */
export const refuseDamaged = (store: string, says: Says = say('storage.damaged', { store })): Refusal =>
  refuseStorage.store_corrupt({ store }, says);

/** A store that refuses everything until its owner acts: it is damaged, or of a newer version. */
export const isStoreUnusable = (error: unknown): error is Refusal =>
  isRefusal(error) && (error.code === 'store_corrupt' || error.code === 'store_newer');
