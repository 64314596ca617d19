import { EVERYONE, isOf } from '../../../../core/trust/people/model.ts';
import { sql } from 'kysely';
import { noticeId, personId, triggerId, workflowRunId } from '../../../../core/kernel/ids.ts';
import type { NoticeChange, NoticeStore } from '../../../../core/automation/notices/store.ts';
import { noticeLimits } from '../../../../core/automation/notices/limits.ts';
import { NOTICES_OF_STATE, type Notice } from '../../../../core/automation/notices/model.ts';
import { inSql, stepsOf } from '../../sql/step.ts';
import { notices as migration } from './migrations/notices.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import { kept, ofPerson } from '../exported.ts';
import type { NoticeTables } from './schema.ts';
import { saysJson, wordedIn } from './worded.ts';

export const notices: Part<NoticeTables, NoticeChange, { readonly notices: NoticeStore }> = {
  migration,
  exported: {
    notices: {
      arriving: {
        columns: {
          ...kept(
            'notice_no',
            'notice_id',
            'kind',
            'title',
            'text',
            'trigger_id',
            'created_at',
            'workflow_run_id',
          ),
          ...ofPerson,
          title_says_json: 'cleared',
          text_says_json: 'cleared',
        },
      },
      section: 'notices',
      says: 'what the engine has to tell its owner',
      // Notices of a state end with that state.
      lasting: `t.kind NOT IN (${NOTICES_OF_STATE.map((kind) => `'${kind}'`).join(', ')})`,
    },
  },
  steps: (db) => ({
    'notice.add': ({ notice }) => [
      ...(notice.triggerId !== null && NOTICES_OF_STATE.includes(notice.kind)
        ? stepsOf([ofState(db, notice.triggerId)])
        : []),
      ...stepsOf([
        db.insertInto('notices').values(rowOf(notice)),
        inSql(
          db,
          sql`DELETE FROM notices WHERE person_id = ${notice.personId} AND notice_no <= (SELECT notice_no FROM notices
            WHERE person_id = ${notice.personId} ORDER BY notice_no DESC LIMIT 1 OFFSET ${sql.lit(noticeLimits.kept)})`,
        ),
      ]),
    ],
    'notice.over': ({ triggerId: id }) => stepsOf([ofState(db, id)]),
    'notice.remove': ({ noticeId: id }) => stepsOf([db.deleteFrom('notices').where('notice_id', '=', id)]),
  }),
  reads: (db) => ({ notices: noticeStore(db) }),
};

const ofState = (db: Db, id: string) =>
  db
    .deleteFrom('notices')
    .where('trigger_id', '=', id)
    .where('kind', 'in', [...NOTICES_OF_STATE]);

const noticeStore = (db: Db): NoticeStore => ({
  get: async (whose, id) => {
    const row = await read(
      db.selectFrom('notices').selectAll().where('notice_id', '=', id).executeTakeFirst(),
    );
    return row && isOf(whose, row.person_id) ? noticeFrom(row) : null;
  },

  list: async (whose, { limit, after }) => {
    let query = db.selectFrom('notices').selectAll();
    if (whose !== EVERYONE) query = query.where('person_id', '=', whose);
    if (after !== null) query = query.where('notice_no', '<', after);
    const rows = await read(
      query
        .orderBy('notice_no', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return { items: shown.map(noticeFrom), next: last && rows.length > limit ? last.notice_no : null };
  },

  count: async (whose) => {
    let query = db.selectFrom('notices').select(sql<number>`count(*)`.as('all'));
    if (whose !== EVERYONE) query = query.where('person_id', '=', whose);
    return (await read(query.executeTakeFirst()))?.all ?? 0;
  },
});

const rowOf = (notice: Notice) =>
  ({
    notice_id: notice.noticeId,
    person_id: notice.personId,
    kind: notice.kind,
    title: notice.title.text,
    title_says_json: saysJson(notice.title),
    text: notice.text.text,
    text_says_json: saysJson(notice.text),
    trigger_id: notice.triggerId,
    workflow_run_id: notice.workflowRunId,
    created_at: notice.createdAt,
  }) as NewRow<'notices'>;

const noticeFrom = (row: Row<'notices'>): Notice => ({
  noticeId: noticeId(row.notice_id),
  personId: personId(row.person_id),
  kind: row.kind,
  title: wordedIn(row.title, row.title_says_json),
  text: wordedIn(row.text, row.text_says_json),
  triggerId: row.trigger_id === null ? null : triggerId(row.trigger_id),
  workflowRunId: row.workflow_run_id === null ? null : workflowRunId(row.workflow_run_id),
  createdAt: row.created_at,
});
