import { isRefusal, refusalsInText, storage, storageFull, unavailable, type Refusal } from './refusal.ts';

/** `store`: its file, or words for it. */
function damaged(store: string): string {
  return (
    `${store} is damaged and cannot be used; the rest of the engine works. Its files were left as they are: stop the ` +
    'engine, replace them with a backup, and start it again.'
  );
}

/** Refusals that any route may give when the disk fails. */
export const refuseStorage = refusalsInText({
  disk_full: storageFull('The disk is full. No acknowledged data is lost; free some space and try again.'),
  storage_error: storage(
    'The data could not be written or read. The log of the engine names the file and the reason.',
  ),
  store_corrupt: unavailable(damaged('A store of this engine')),
  store_newer: unavailable(
    'This store was written by a newer version of svc, so this one cannot use it; the rest of the engine works. Its ' +
      'files were left as they are: start the newer version again, or restore a backup made with this one.',
  ),
});

/** @param why replaces the sentence */
export const refuseDamaged = (store: string, why: string = damaged(store)): Refusal =>
  refuseStorage.store_corrupt({ store }, why);

/** A store that refuses everything until its owner acts: it is damaged, or of a newer version. */
export const isStoreUnusable = (error: unknown): error is Refusal =>
  isRefusal(error) && (error.code === 'store_corrupt' || error.code === 'store_newer');
