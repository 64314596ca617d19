import { expect, test } from '@jest/globals';
import type { DeletedFileChange } from '../../../src/core/deleted-files/changes.ts';
import type { DeletedFile } from '../../../src/core/deleted-files/model.ts';
import { DeletedFileService, type DeletedFileServiceDeps } from '../../../src/core/deleted-files/service.ts';
import { refuseStorage } from '../../../src/core/kernel/storage-refusals.ts';
import { CountingIds } from '../../doubles/counting-ids.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';

/** A disk that fails right before or right after the file goes. */
function deletingOn(goes: boolean) {
  const rows = new Map<string, DeletedFile>();
  const kept = new Set<string>();
  let isThere = true;
  const held = {
    sizeBytes: 1,
    mode: 0o600,
    content: async function* () {
      yield new Uint8Array([65]);
    },
    contentId: () => Promise.resolve('id'),
  };
  const deps: DeletedFileServiceDeps = {
    ids: new CountingIds(),
    clock: { now: () => 1_000 } as DeletedFileServiceDeps['clock'],
    log: new RecordingLog(),
    deletedFiles: {
      all: async () => [...rows.values()],
    } as unknown as DeletedFileServiceDeps['deletedFiles'],
    copies: {
      keep: async (copyId) => {
        kept.add(copyId);
        return { contentId: 'id', sizeBytes: 1 };
      },
      remove: async (copyIds) => copyIds.forEach((copyId) => kept.delete(copyId)),
      content: held.content,
      contentId: () => Promise.resolve('id'),
    },
    journal: {
      commit: async (changes: readonly DeletedFileChange[]) => {
        for (const one of changes)
          if (one.change === 'deletedFile.keep') rows.set(one.file.deletedFileId, one.file);
          else if (one.change === 'deletedFile.forget') one.deletedFileIds.forEach((id) => rows.delete(id));
          else
            rows.set(one.deletedFileId, { ...(rows.get(one.deletedFileId) as DeletedFile), isBegun: false });
      },
    },
    workspace: {
      remove: async (_, change) => {
        await change?.before?.(held);
        if (goes) isThere = false;
        throw refuseStorage.storage_error({});
      },
      contentId: async () => (isThere ? 'id' : null),
    } as Partial<DeletedFileServiceDeps['workspace']> as DeletedFileServiceDeps['workspace'],
  };
  return { service: new DeletedFileService(deps), rows, kept };
}

test('a deletion that fails after the file went keeps the copy and says so in the list', async () => {
  const { service, rows, kept } = deletingOn(true);
  await expect(service.delete('notes.txt')).rejects.toMatchObject({ code: 'storage_error' });
  expect([...rows.values()]).toMatchObject([{ path: 'notes.txt', isBegun: false }]);
  expect(kept.size).toBe(1);
});

test('a deletion that fails before the file went leaves nothing behind', async () => {
  const { service, rows, kept } = deletingOn(false);
  await expect(service.delete('notes.txt')).rejects.toMatchObject({ code: 'storage_error' });
  expect([rows.size, kept.size]).toEqual([0, 0]);
});
