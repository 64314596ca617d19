import { EVERYONE } from '../../../../core/trust/people/model.ts';
import { sql } from 'kysely';
import { folderLimits } from '../../../../core/conversation/folders/limits.ts';
import type { FolderChange, FolderStore } from '../../../../core/conversation/folders/store.ts';
import { kept } from '../exported.ts';
import { stepsOf } from '../../sql/step.ts';
import { threadPlaces as migration } from './migrations/thread-places.ts';
import { read, type Db, type Part } from './part.ts';
import type { FolderTables } from './schema.ts';

export const folders: Part<FolderTables, FolderChange, { readonly folders: FolderStore }> = {
  migration,
  exported: {
    thread_places: {
      arriving: {
        columns: {
          ...kept('thread_id', 'pinned_at'),
          folder: {
            checked: `folder IS NULL OR (length(folder) BETWEEN 1 AND ${folderLimits.chars} AND instr(folder, char(0)) = 0)`,
          },
        },
      },
      section: 'threadPlaces',
      says: 'the conversations that are pinned or in a folder',
    },
  },
  steps: (db) => ({
    'thread.place': ({ threadId, pinnedAt, folder }) => [
      {
        ...sql`INSERT INTO thread_places (thread_id) SELECT thread_id FROM threads WHERE thread_id = ${threadId}
          ON CONFLICT (thread_id) DO UPDATE SET thread_id = excluded.thread_id`.compile(db),
        atLeast: 1,
      },
      ...stepsOf([
        db
          .updateTable('thread_places')
          .set({
            thread_id: threadId,
            ...(pinnedAt === undefined ? {} : { pinned_at: pinnedAt }),
            ...(folder === undefined ? {} : { folder }),
          })
          .where('thread_id', '=', threadId),
        db
          .deleteFrom('thread_places')
          .where('thread_id', '=', threadId)
          .where('pinned_at', 'is', null)
          .where('folder', 'is', null),
      ]),
    ],
  }),
  reads: (db) => ({ folders: folderStore(db) }),
};

/** Of a row of `threads`. */
export const isPinned = sql<boolean>`
  thread_id IN (SELECT thread_id FROM thread_places WHERE pinned_at IS NOT NULL)`;

/** Of a row of `threads`; null: wherever it is. */
export const isIn = (folder: string | null) => sql<boolean>`
  (CAST(${folder} AS TEXT) IS NULL OR thread_id IN (SELECT thread_id FROM thread_places WHERE folder = ${folder}))`;

const folderStore = (db: Db): FolderStore => ({
  folders: async (whose) => {
    const inFolders = db
      .selectFrom('thread_places')
      .select(({ fn }) => ['folder', fn.countAll<number>().as('threads')])
      .where('folder', 'is not', null)
      .groupBy('folder')
      .orderBy('folder');
    const ofOne = db.selectFrom('threads').select('thread_id').where('person_id', '=', whose);
    const rows = await read(
      (whose === EVERYONE ? inFolders : inFolders.where('thread_id', 'in', ofOne)).execute(),
    );
    return rows.flatMap(({ folder, threads }) => (folder === null ? [] : [{ folder, threads }]));
  },
});
