import { isRefusal, refusals, storage, storageFull, unavailable, type Refusal } from './refusal.ts';

/** What any route may answer when the disk does not do its part (promises R7–R9). */
export const refuseStorage = refusals({
  disk_full: storageFull(
    'The disk is full. Nothing that was acknowledged is lost; free some space and try again.',
  ),
  storage_error: storage('The data could not be written or read. The engine log says which file and why.'),
  store_corrupt: unavailable(
    'What is kept in this store is damaged, so it cannot be used; the rest of the engine serves. Its files were left ' +
      'as they are: stop the engine, put a copy of them in their place, and start it again.',
  ),
  store_newer: unavailable(
    'This store was written by a newer version of svc, so this one cannot use it; the rest of the engine serves. Its ' +
      'files were left as they are: start the newer version again, or restore a backup made with this one.',
  ),
});

/** A store that serves nothing until its owner has done something: it is damaged, or of a newer version. */
export const isStoreUnusable = (error: unknown): error is Refusal =>
  isRefusal(error) && (error.code === 'store_corrupt' || error.code === 'store_newer');
