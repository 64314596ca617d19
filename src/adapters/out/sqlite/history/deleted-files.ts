import type { DeletedFileChange, DeletedFileStore } from '../../../../core/workspace/deleted-files/store.ts';
import type { DeletedFile } from '../../../../core/workspace/deleted-files/model.ts';
import { deletedFileId } from '../../../../core/kernel/ids.ts';
import { stepsOf } from '../../sql/step.ts';
import { deletedFiles as migration } from './migrations/deleted-files.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import { kept } from '../exported.ts';
import type { DeletedFileTables } from './schema.ts';

export const deletedFiles: Part<
  DeletedFileTables,
  DeletedFileChange,
  { readonly deletedFiles: DeletedFileStore }
> = {
  migration,
  exported: {
    deleted_files: {
      arriving: {
        columns: kept(
          'deleted_file_no',
          'deleted_file_id',
          'path',
          'copy_id',
          'content_id',
          'size_bytes',
          'mode',
          'deleted_at',
          'is_begun',
          'is_earlier',
        ),
      },
      section: 'deletedFiles',
      own: (row) => `is_own_path(${row}.path)`,
      // A deletion that a crash cut off may turn out not to have been made.
      lasting: 't.is_begun = 0',
      says: 'files that were deleted, and earlier versions of files, that can be brought back, with the names of their copies',
      columns: { is_begun: { form: 'flag' }, is_earlier: { form: 'flag' } },
    },
  },
  steps: (db) => ({
    'deletedFile.keep': ({ file }) => stepsOf([db.insertInto('deleted_files').values(rowOf(file))]),
    'deletedFile.gone': ({ deletedFileId: id }) =>
      stepsOf([db.updateTable('deleted_files').set({ is_begun: 0 }).where('deleted_file_id', '=', id)]),
    'deletedFile.forget': ({ deletedFileIds }) =>
      stepsOf(deletedFileIds.map((id) => db.deleteFrom('deleted_files').where('deleted_file_id', '=', id))),
  }),
  reads: (db) => ({ deletedFiles: deletedFileStore(db) }),
};

const deletedFileStore = (db: Db): DeletedFileStore => ({
  get: async (id) => {
    const query = db.selectFrom('deleted_files').selectAll().where('deleted_file_id', '=', id);
    const row = await read(query.executeTakeFirst());
    return row ? deletedFileFrom(row) : null;
  },

  // A thousand are kept at most.
  list: async (place, { limit, after }) => {
    let query = db.selectFrom('deleted_files').selectAll().orderBy('deleted_file_no', 'desc');
    if (after !== null) query = query.where('deleted_file_no', '<', after);
    const rows = (await read(query.execute()))
      .filter(({ path }) => place.has(path.split('/')))
      .slice(0, limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map(deletedFileFrom),
      next: last && rows.length > limit ? last.deleted_file_no : null,
    };
  },

  all: async () => {
    const query = db.selectFrom('deleted_files').selectAll().orderBy('deleted_file_no', 'desc');
    return (await read(query.execute())).map(deletedFileFrom);
  },
});

const rowOf = (file: DeletedFile) =>
  ({
    deleted_file_id: file.deletedFileId,
    path: file.path,
    copy_id: file.copyId,
    content_id: file.contentId,
    size_bytes: file.sizeBytes,
    mode: file.mode,
    deleted_at: file.deletedAt,
    is_begun: file.isBegun ? 1 : 0,
    is_earlier: file.isEarlier ? 1 : 0,
  }) as NewRow<'deleted_files'>;

const deletedFileFrom = (row: Row<'deleted_files'>): DeletedFile => ({
  deletedFileId: deletedFileId(row.deleted_file_id),
  path: row.path,
  copyId: row.copy_id,
  contentId: row.content_id,
  sizeBytes: row.size_bytes,
  mode: row.mode,
  deletedAt: row.deleted_at,
  isBegun: row.is_begun === 1,
  isEarlier: row.is_earlier === 1,
});
