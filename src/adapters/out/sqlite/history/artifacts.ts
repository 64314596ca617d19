import { sql, type SelectQueryBuilder } from 'kysely';
import type { ArtifactChange, ArtifactStore } from '../../../../core/workspace/artifacts/store.ts';
import { artifactLimits } from '../../../../core/workspace/artifacts/limits.ts';
import type { Artifact } from '../../../../core/workspace/artifacts/model.ts';
import { EVERYONE, type Whose } from '../../../../core/trust/people/model.ts';
import { artifactId, personId, runId, threadId } from '../../../../core/kernel/ids.ts';
import { contains, textsOf } from '../../sql/words.ts';
import { stepsOf } from '../../sql/step.ts';
import { artifacts as migration } from './migrations/artifacts.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import { flag, kept, leftOut, ofPerson } from '../exported.ts';
import type { ArtifactTables, HistorySchema } from './schema.ts';

const NEXT = sql<number>`(SELECT coalesce(max(change_no), 0) + 1 FROM artifacts)`;

export const artifacts: Part<ArtifactTables, ArtifactChange, { readonly artifacts: ArtifactStore }> = {
  migration,
  exported: {
    artifacts: {
      arriving: {
        columns: {
          ...kept(
            'artifact_no',
            'artifact_id',
            'title',
            'type',
            'description',
            'words',
            'version',
            'size_bytes',
            'thread_id',
            'run_id',
            'change_no',
            'created_at',
            'updated_at',
          ),
          ...ofPerson,
          shared: { checked: 'shared IN (0, 1)' },
        },
      },
      section: 'artifacts',
      says: 'results that stay',
      columns: {
        shared: flag,
        words: leftOut('it is made of title and description', ({ title, description }) =>
          wordsOf({ title: String(title), description: description === null ? null : String(description) }),
        ),
      },
    },
    artifact_versions: {
      arriving: {
        columns: kept('artifact_id', 'version', 'type', 'content_hash', 'size_bytes', 'run_id', 'created_at'),
      },
      section: 'artifactVersions',
      says: 'their versions, each with the hash of its content',
    },
  },
  steps: (db) => ({
    'artifact.version': ({ artifact, contentHash }) => [
      ...(artifact.version === 1
        ? stepsOf([
            db.insertInto('artifacts').values({
              ...changing(artifact),
              artifact_id: artifact.artifactId,
              person_id: artifact.personId,
              created_at: artifact.createdAt,
            } as NewRow<'artifacts'>),
          ])
        : [
            {
              ...db
                .updateTable('artifacts')
                .set(changing(artifact))
                .where('artifact_id', '=', artifact.artifactId)
                .where('version', '=', artifact.version - 1)
                .compile(),
              atLeast: 1,
            },
          ]),
      ...stepsOf([
        db.insertInto('artifact_versions').values({
          artifact_id: artifact.artifactId,
          version: artifact.version,
          type: artifact.type,
          content_hash: contentHash,
          size_bytes: artifact.sizeBytes,
          run_id: artifact.runId,
          created_at: artifact.updatedAt,
        }),
        db
          .deleteFrom('artifact_versions')
          .where('artifact_id', '=', artifact.artifactId)
          .where('version', '<=', artifact.version - artifactLimits.versions),
      ]),
    ],
    'artifact.share': ({ artifactId: id, shared }) => [
      {
        ...db
          .updateTable('artifacts')
          .set({ shared: Number(shared) })
          .where('artifact_id', '=', id)
          .compile(),
        atLeast: 1,
      },
    ],
    'artifact.delete': ({ artifactId: id }) =>
      stepsOf([db.deleteFrom('artifacts').where('artifact_id', '=', id)]).map((step) => ({
        ...step,
        atLeast: 1,
      })),
  }),
  reads: (db) => ({ artifacts: artifactStore(db) }),
};

const changing = (artifact: Artifact) => ({
  title: artifact.title,
  type: artifact.type,
  description: artifact.description,
  words: wordsOf(artifact),
  version: artifact.version,
  size_bytes: artifact.sizeBytes,
  thread_id: artifact.threadId,
  run_id: artifact.runId,
  change_no: NEXT,
  updated_at: artifact.updatedAt,
});

const wordsOf = ({ title, description }: Pick<Artifact, 'title' | 'description'>): string =>
  inOneWidth(`${title}\n${description ?? ''}`);

const inOneWidth = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Their own, and what others share. */
const readBy = (whose: Whose, query: SelectQueryBuilder<HistorySchema, 'artifacts', Row<'artifacts'>>) =>
  whose === EVERYONE
    ? query
    : query.where(({ or, eb }) => or([eb('person_id', '=', whose), eb('shared', '=', 1)]));

const artifactStore = (db: Db): ArtifactStore => ({
  get: async (whose, id) => {
    const query = readBy(whose, db.selectFrom('artifacts').selectAll()).where('artifact_id', '=', id);
    const row = await read(query.executeTakeFirst());
    return row ? artifactFrom(row) : null;
  },

  list: async (whose, { type, words, limit, after }) => {
    let query = readBy(whose, db.selectFrom('artifacts').selectAll());
    if (type !== null) query = query.where('type', '=', type);
    if (after !== null) query = query.where('change_no', '<', after);
    for (const word of (words ?? '').split(/\s+/u).filter(Boolean))
      // Earlier versions kept the words in the width in which they were written.
      query = query.where(({ or }) =>
        or([contains(sql.ref('words'), inOneWidth(word)), contains(sql.ref('words'), word.toLowerCase())]),
      );
    const rows = await read(
      query
        .orderBy('change_no', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return { items: shown.map(artifactFrom), next: last && rows.length > limit ? last.change_no : null };
  },

  versions: async (id) => {
    const query = db.selectFrom('artifact_versions').selectAll().where('artifact_id', '=', id);
    return (await read(query.orderBy('version', 'desc').execute())).map((row) => ({
      version: row.version,
      contentHash: row.content_hash,
      sizeBytes: row.size_bytes,
      runId: row.run_id === null ? null : runId(row.run_id),
      createdAt: row.created_at,
    }));
  },

  bytesOf: async (person) => {
    const query = db
      .selectFrom('artifact_versions as v')
      .innerJoin('artifacts as a', 'a.artifact_id', 'v.artifact_id')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('v.size_bytes'), sql.lit(0)).as('bytes'))
      .where('a.person_id', '=', person);
    return (await read(query.executeTakeFirstOrThrow())).bytes;
  },

  referenced: async (hashes) => {
    const named = textsOf(JSON.stringify(hashes));
    const query = db.selectFrom('artifact_versions').select('content_hash').distinct();
    const rows = await read(query.where('content_hash', 'in', named).execute());
    return new Set(rows.map((row) => row.content_hash));
  },

  madeBy: async (run, type) => {
    let query = db.selectFrom('artifact_versions').select('version').where('run_id', '=', run);
    if (type !== null) query = query.where('type', '=', type);
    return (await read(query.limit(1).executeTakeFirst())) !== undefined;
  },
});

const artifactFrom = (row: Row<'artifacts'>): Artifact => ({
  artifactId: artifactId(row.artifact_id),
  personId: personId(row.person_id),
  shared: row.shared === 1,
  title: row.title,
  type: row.type,
  description: row.description,
  version: row.version,
  sizeBytes: row.size_bytes,
  threadId: row.thread_id === null ? null : threadId(row.thread_id),
  runId: row.run_id === null ? null : runId(row.run_id),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
