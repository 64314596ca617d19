import { sql } from 'kysely';
import { personId } from '../../../../core/kernel/ids.ts';
import type { Handover } from '../../../../core/trust/handover/model.ts';
import type { HandoverChange, HandoverStore } from '../../../../core/trust/handover/store.ts';
import { asJson, membersOf } from '../../sql/words.ts';
import { forgetThreads } from './insights.ts';
import { asReceived } from './belongings.ts';
import { handovers as migration } from './migrations/handovers.ts';
import { isInNow } from './people.ts';
import { read, type Db, type Part, type Row } from './part.ts';
import type { HandoverTables } from './schema.ts';
import { movedPaths, wordsOfAnother } from './received-threads.ts';
import { stepsOf, type Step } from '../../sql/step.ts';

export const handovers: Part<HandoverTables, HandoverChange, { readonly handovers: HandoverStore }> = {
  migration,
  ids: [['handovers', 'handover_id']],
  exported: {
    handovers: {
      arriving: { without: 'all', own: 'none' },
      leftOut: 'it asks somebody of this engine for a yes, and means nothing elsewhere',
    },
  },
  steps: (db) => ({
    'handover.offered': ({ handover }) => [
      isInNow(db, handover.to),
      ...stepsOf([
        db.deleteFrom('handovers').where('kind', '=', handover.kind).where('thing_id', '=', handover.thingId),
        db.insertInto('handovers').values({
          handover_id: handover.handoverId,
          kind: handover.kind,
          thing_id: handover.thingId,
          person_id: handover.from,
          to_id: handover.to,
          created_at: handover.createdAt,
        }),
      ]),
    ],
    'handover.over': ({ handoverId }) =>
      stepsOf([db.deleteFrom('handovers').where('handover_id', '=', handoverId)]),
    'handover.accepted': ({ handover: { handoverId, kind, thingId, from, to }, threadId, files, at }) => [
      { ...db.deleteFrom('handovers').where('handover_id', '=', handoverId).compile(), atLeast: 1 },
      // Of who is out it would outlast the removal that has begun.
      isInNow(db, to),
      ...GOES[kind](db, thingId, { from, to, at }),
      ...(threadId === null ? [] : conversation(db, threadId, { from, to }, files)),
    ],
  }),
  reads: (db) => ({ handovers: handoverStore(db) }),
};

/** The row of the thing itself. Where it is not `from`'s, nothing of the change happens. */
const GOES: Readonly<
  Record<
    Handover['kind'],
    (db: Db, id: string, between: Between & { readonly at: number }) => readonly Step[]
  >
> = {
  // It is its conversation.
  thread: (db, id, { from }) => [
    {
      ...sql`UPDATE threads SET person_id = person_id WHERE thread_id = ${id} AND person_id = ${from}`.compile(
        db,
      ),
      atLeast: 1,
    },
  ],
  trigger: (db, id, { from, to, at }) => [
    {
      ...sql`UPDATE triggers SET person_id = ${to}, updated_at = ${at}${asReceived('triggers')}
        WHERE trigger_id = ${id} AND person_id = ${from}`.compile(db),
      atLeast: 1,
    },
    ...revoked(db, 'trigger_id', id, at),
  ],
  workflow: (db, id, { from, to, at }) => [
    {
      ...sql`UPDATE workflows SET person_id = ${to}${asReceived('workflows')}
        WHERE workflow_id = ${id} AND person_id = ${from}`.compile(db),
      atLeast: 1,
    },
    ...revoked(db, 'workflow_id', id, at),
  ],
};

interface Between {
  readonly from: string;
  readonly to: string;
}

/** A yes is nobody else's. */
const revoked = (db: Db, column: 'trigger_id' | 'workflow_id', id: string, at: number): readonly Step[] =>
  stepsOf([
    db.updateTable('grants').set({ revoked_at: at }).where(column, '=', id).where('revoked_at', 'is', null),
  ]);

/** Its messages, prompts and queue hang on the thread, and who has it reads its runs, whoever they were done for. */
const conversation = (
  db: Db,
  threadId: string,
  { from, to }: Between,
  files: Readonly<Record<string, string>>,
): readonly Step[] => [
  forgetThreads(db, sql`thread_id = ${threadId} AND person_id = ${from}`),
  ...stepsOf(
    (['artifacts', 'threads'] as const).map((table) =>
      db
        .updateTable(table)
        .set({ person_id: to })
        .where('thread_id', '=', threadId)
        .where('person_id', '=', from),
    ),
  ),
  ...movedPaths(db, files, sql`thread_id = ${threadId}`),
  ...wordsOfAnother(db, sql`thread_id = ${threadId}`),
];

const BLOCK = asJson(sql.ref('block.value'));

const handoverStore = (db: Db): HandoverStore => ({
  get: async (id) => {
    const query = db.selectFrom('handovers').selectAll().where('handover_id', '=', id);
    const row = await read(query.executeTakeFirst());
    return row ? handoverFrom(row) : null;
  },

  withPerson: async (person) => {
    const query = db
      .selectFrom('handovers')
      .selectAll()
      .where(({ or, eb }) => or([eb('person_id', '=', person), eb('to_id', '=', person)]));
    return (await read(query.orderBy('created_at').orderBy('handover_id').execute())).map(handoverFrom);
  },

  filesIn: async (threadId) => {
    const query = sql<{ path: string }>`
      SELECT DISTINCT ${BLOCK} ->> 'path' AS path FROM messages, ${membersOf(sql.ref('content_json'))} AS block
        WHERE thread_id = ${threadId} AND ${BLOCK} ->> 'type' = 'attachment'
      UNION SELECT file.value AS path FROM queued_tasks, ${membersOf(sql.ref('attachments_json'))} AS file
        WHERE thread_id = ${threadId}`;
    return (await read(query.execute(db))).rows.map(({ path }) => path);
  },
});

const handoverFrom = (row: Row<'handovers'>): Handover => ({
  handoverId: row.handover_id,
  kind: row.kind,
  thingId: row.thing_id,
  from: personId(row.person_id),
  to: personId(row.to_id),
  createdAt: row.created_at,
});
