import { EVERYONE } from '../../../../core/trust/people/model.ts';
import { sql, type ExpressionBuilder } from 'kysely';
import type { ChangesetChange, ChangesetStore } from '../../../../core/workspace/changesets/store.ts';
import {
  copiesOf,
  type ChangedFile,
  type Original,
  type Stretch,
} from '../../../../core/workspace/changesets/model.ts';
import { runId, threadId as asThreadId, type ThreadId } from '../../../../core/kernel/ids.ts';
import { textsOf } from '../../sql/words.ts';
import { stepsOf } from '../../sql/step.ts';
import { changesets as migration } from './migrations/changesets.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import { kept } from '../exported.ts';
import { list, members, orAbsent, orNull, text, whole } from '../shape.ts';
import type { ChangesetTables, HistorySchema } from './schema.ts';

const original = members<Original>({ copyId: text, contentId: text, sizeBytes: whole, mode: whole });
const stretches = list(
  members<Stretch>({
    id: orAbsent(text),
    by: orAbsent(text),
    step: orAbsent(original),
    original: orNull(original),
    left: list(orNull(text)),
  }),
);

export const changesets: Part<ChangesetTables, ChangesetChange, { readonly changesets: ChangesetStore }> = {
  migration,
  exported: {
    changesets: {
      arriving: { columns: kept('thread_id', 'run_id', 'created_at') },
      section: 'changesets',
      says: 'file changes of runs that wait for review',
    },
    changed_files: {
      arriving: {
        columns: { ...kept('thread_id', 'path', 'kept_bytes'), stretches_json: { holds: stretches } },
      },
      section: 'changedFiles',
      says: 'the files of these changes',
    },
  },
  steps: (db) => ({
    'changeset.track': ({ threadId, runId, files, at }) =>
      stepsOf([
        db
          .insertInto('changesets')
          .values({ thread_id: threadId, run_id: runId, created_at: at })
          // A late change by a run that was given up must not move the set back to that run.
          .onConflict((conflict) =>
            conflict.column('thread_id').doUpdateSet({
              run_id: sql<string>`CASE
                  WHEN (SELECT run_no FROM runs WHERE runs.run_id = excluded.run_id)
                    < (SELECT run_no FROM runs WHERE runs.run_id = changesets.run_id)
                  THEN changesets.run_id ELSE excluded.run_id END`,
            }),
          ),
        ...files.map((file) =>
          db
            .insertInto('changed_files')
            .values(changedFileRow(threadId, file))
            .onConflict((same) =>
              same.columns(['thread_id', 'path']).doUpdateSet(changedFileRow(threadId, file)),
            ),
        ),
      ]),
    'changeset.settle': ({ threadId, files }) => {
      const emptied = ({ exists, not, selectFrom }: ExpressionBuilder<HistorySchema, 'changesets'>) =>
        not(exists(selectFrom('changed_files').select('path').where('thread_id', '=', threadId)));
      return stepsOf([
        ...files.map(({ file, left }) => {
          const { path, stretches_json } = changedFileRow(threadId, file);
          const asRead = { thread_id: threadId, path, stretches_json };
          if (!left) return db.deleteFrom('changed_files').where((eb) => eb.and(asRead));
          const { stretches_json: stretches, kept_bytes } = changedFileRow(threadId, left);
          return db
            .updateTable('changed_files')
            .set({ stretches_json: stretches, kept_bytes })
            .where((eb) => eb.and(asRead));
        }),
        db.deleteFrom('changesets').where('thread_id', '=', threadId).where(emptied),
      ]);
    },
  }),
  reads: (db) => ({ changesets: changesetStore(db) }),
};

const changesetStore = (db: Db): ChangesetStore => ({
  pendingIn: async (threadId) => {
    const set = await read(
      db.selectFrom('changesets').select('run_id').where('thread_id', '=', threadId).executeTakeFirst(),
    );
    if (!set) return null;
    const query = db.selectFrom('changed_files').selectAll().where('thread_id', '=', threadId);
    const files = (await read(query.orderBy('path').execute())).map(changedFileFrom);
    return { threadId, runId: runId(set.run_id), files };
  },

  waiting: async (whose, limit) => {
    const query = sql<{ thread_id: string; title: string; run_id: string; files: number }>`
      SELECT t.thread_id, t.title, c.run_id, count(*) AS files
      FROM changesets AS c JOIN threads AS t USING (thread_id) JOIN changed_files AS f USING (thread_id)
      WHERE NOT EXISTS (SELECT 1 FROM runs AS r WHERE r.thread_id = t.thread_id AND r.status = 'running')
        AND ${whose === EVERYONE ? sql`TRUE` : sql`t.person_id = ${whose}`}
      GROUP BY t.thread_id, c.run_id ORDER BY c.run_id DESC LIMIT ${limit}`;
    return (await read(query.execute(db))).rows.map((row) => ({
      threadId: asThreadId(row.thread_id),
      title: row.title,
      runId: runId(row.run_id),
      fileCount: row.files,
    }));
  },

  file: async (threadId, path) => {
    const query = db.selectFrom('changed_files').selectAll().where('thread_id', '=', threadId);
    const row = await read(query.where('path', '=', path).executeTakeFirst());
    return row ? changedFileFrom(row) : null;
  },

  elsewhere: async (threadId, paths) => {
    const named = textsOf(JSON.stringify(paths));
    const query = db.selectFrom('changed_files').selectAll().where('path', 'in', named);
    return (await read(query.where('thread_id', '!=', threadId).execute())).map(changedFileFrom);
  },

  threadsChanging: async (whose, path) => {
    const ofOne = db.selectFrom('threads').select('thread_id').where('person_id', '=', whose);
    const query = db
      .selectFrom('changed_files')
      .select('thread_id')
      .where('path', '=', path)
      .$if(whose !== EVERYONE, (of) => of.where('thread_id', 'in', ofOne));
    return (await read(query.orderBy('thread_id').execute())).map((row) => asThreadId(row.thread_id));
  },

  keptBytes: async (threadId) => {
    const sum = sql<number>`coalesce(sum(kept_bytes), 0)`.as('bytes');
    const query = db.selectFrom('changed_files').select(sum).where('thread_id', '=', threadId);
    return (await read(query.executeTakeFirst()))?.bytes ?? 0;
  },

  keptBytesOf: async (person) => {
    const query = db
      .selectFrom('changed_files as f')
      .innerJoin('threads as t', 't.thread_id', 'f.thread_id')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('f.kept_bytes'), sql.lit(0)).as('bytes'))
      .where('t.person_id', '=', person);
    return (await read(query.executeTakeFirstOrThrow())).bytes;
  },

  inUse: async () => {
    const rows = await read(db.selectFrom('changed_files').select(['path', 'stretches_json']).execute());
    const files = rows.map(changedFileFrom);
    const deleted = await read(db.selectFrom('deleted_files').select('copy_id').execute());
    const copyIds = [...files.flatMap(copiesOf), ...deleted.map(({ copy_id }) => copy_id)];
    return { copyIds: new Set(copyIds), paths: files.map(({ path }) => path) };
  },
});

const changedFileRow = (thread: ThreadId, { path, stretches }: ChangedFile): NewRow<'changed_files'> => ({
  thread_id: thread,
  path,
  stretches_json: JSON.stringify(stretches),
  kept_bytes: stretches.reduce(
    (sum, { original: first, step }) => sum + (first?.sizeBytes ?? 0) + (step?.sizeBytes ?? 0),
    0,
  ),
});

const changedFileFrom = (row: Pick<Row<'changed_files'>, 'path' | 'stretches_json'>): ChangedFile => ({
  path: row.path,
  stretches: JSON.parse(row.stretches_json) as ChangedFile['stretches'],
});
