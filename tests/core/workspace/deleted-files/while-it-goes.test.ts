import { Places } from '../../../../src/core/workspace/files/places.ts';
import { OWNER_ID } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import type { DeletedFileChange } from '../../../../src/core/workspace/deleted-files/store.ts';
import type { DeletedFile } from '../../../../src/core/workspace/deleted-files/model.ts';
import {
  DeletedFileService,
  type DeletedFileServiceDeps,
} from '../../../../src/core/workspace/deleted-files/service.ts';
import type { DeletedFileId } from '../../../../src/core/kernel/ids.ts';
import { refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import { CountingIds } from '../../../doubles/counting-ids.ts';
import { RecordingLog } from '../../../doubles/recording-log.ts';
import { trusting } from '../../../doubles/trusted-clock.ts';

const CONTENT = 'id';

/** A workspace of one file; `removing` is between the record of its deletion and the answer of the disk, and lets it go. */
function deleting(removing: (go: () => void) => Promise<void>, completed: () => void = () => undefined) {
  const rows = new Map<string, DeletedFile>();
  const kept = new Set<string>();
  const recorded = Promise.withResolvers<DeletedFileId>();
  const log = new RecordingLog();
  let isThere = true;
  const content = async function* () {
    yield new Uint8Array([65]);
  };
  const contentId = () => Promise.resolve(CONTENT);
  const deps: DeletedFileServiceDeps = {
    ids: new CountingIds(),
    places: new Places({ id: OWNER_ID }),
    clock: { now: () => 1_000 } as DeletedFileServiceDeps['clock'],
    expiry: trusting({ now: () => 1_000 }),
    log,
    deletedFiles: {
      all: async () => [...rows.values()],
      get: async (id: DeletedFileId) => rows.get(id) ?? null,
    } as unknown as DeletedFileServiceDeps['deletedFiles'],
    copies: {
      keep: async (copyId) => {
        kept.add(copyId);
        return { contentId: CONTENT, sizeBytes: 1 };
      },
      remove: async (copyIds) => copyIds.forEach((copyId) => kept.delete(copyId)),
      content,
      contentId,
    },
    journal: {
      commit: async (changes: readonly DeletedFileChange[]) => {
        for (const one of changes)
          if (one.change === 'deletedFile.keep') {
            rows.set(one.file.deletedFileId, one.file);
            recorded.resolve(one.file.deletedFileId);
          } else if (one.change === 'deletedFile.forget') one.deletedFileIds.forEach((id) => rows.delete(id));
          else {
            completed();
            rows.set(one.deletedFileId, { ...(rows.get(one.deletedFileId) as DeletedFile), isBegun: false });
          }
      },
    },
    workspace: {
      remove: async (_, change) => {
        await change?.before?.({ sizeBytes: 1, mode: 0o600, content, contentId });
        await removing(() => (isThere = false));
      },
      contentId: async () => (isThere ? CONTENT : null),
    } as Partial<DeletedFileServiceDeps['workspace']> as DeletedFileServiceDeps['workspace'],
    writableFor: () => ({
      write: async (_path, _content, change) => {
        await change?.before?.(null);
        isThere = true;
        return { created: true };
      },
    }),
  };
  const service = new DeletedFileService(deps);
  return { service, recorded: recorded.promise, rows, kept, log, isThere: () => isThere };
}

test('a file that is brought back while it is being deleted is there afterwards', async () => {
  const mayGo = Promise.withResolvers<void>();
  const { service, recorded, kept, isThere } = deleting(async (go) => {
    await mayGo.promise;
    go();
  });
  const deletion = service.delete(OWNER_ID, 'notes.txt');
  const restoring = service.restore(OWNER_ID, await recorded);
  const first = await Promise.race([restoring, new Promise((resolve) => setImmediate(resolve, 'it waits'))]);
  expect(first).toBe('it waits');
  mayGo.resolve();
  await deletion;
  expect(await restoring).toEqual({ path: 'notes.txt' });
  expect([isThere(), kept.size]).toEqual([true, 0]);
});

test.each([
  ['after the file went keeps the copy and says so in the list', true],
  ['before the file went leaves nothing behind', false],
])('a deletion that fails %s', async (_what, goes) => {
  const { service, rows, kept } = deleting(async (go) => {
    if (goes) go();
    throw refuseStorage.storage_error({});
  });
  await expect(service.delete(OWNER_ID, 'notes.txt')).rejects.toMatchObject({ code: 'storage_error' });
  expect([...rows.values()]).toMatchObject(goes ? [{ path: 'notes.txt', isBegun: false }] : []);
  expect(kept.size).toBe(goes ? 1 : 0);
});

test('a record that could not be completed is left to the next start, and the log says so', async () => {
  const full = () => {
    throw refuseStorage.disk_full();
  };
  const { service, rows, log, isThere } = deleting(async (go) => go(), full);
  await service.delete(OWNER_ID, 'notes.txt');
  expect([isThere(), log.events('warn').length]).toEqual([false, 1]);
  expect([...rows.values()]).toMatchObject([{ path: 'notes.txt', isBegun: true }]);
});
