import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { handedOverNote } from '../../../../core/conversation/threads/model.ts';
import { asJson, listOfJson, listOfTexts, membersOf, withLast, withText } from '../../sql/words.ts';
import { inSql, stepsOf, type Step } from '../../sql/step.ts';
import type { Db } from './part.ts';

type Which = RawBuilder<SqlBool>;

const FILE = sql.ref<string>('file.value');

/**
 * The files that were sent in some threads are elsewhere now: in their messages, with their runs, and in their queues.
 * @param files new paths by old ones
 * @param where says of `thread_id` which threads
 */
export function movedPaths(db: Db, files: Readonly<Record<string, string>>, where: Which): readonly Step[] {
  if (Object.keys(files).length === 0) return [];
  const moves = membersOf(JSON.stringify(Object.entries(files)));
  const move = asJson(sql.ref('moved.value'));
  const moved = (path: Expression<unknown>) =>
    sql`coalesce((SELECT ${move} ->> 1 FROM ${moves} AS moved WHERE ${move} ->> 0 = ${path}), ${path})`;
  const withPath = withText(FILE, 'path', moved(sql`(${asJson(FILE)} ->> 'path')`));
  const listed = (column: string) => membersOf(sql.ref(column));
  return stepsOf(
    [
      sql`UPDATE messages SET content_json = (
          SELECT ${listOfJson(sql`CASE WHEN ${asJson(FILE)} ->> 'type' = 'attachment' THEN ${withPath} ELSE ${FILE} END`)}
          FROM ${listed('content_json')} AS file
        )
        WHERE ${where} AND ${has('type', 'attachment')}`,
      sql`UPDATE runs SET attachments_json = (
          SELECT ${listOfJson(withPath)} FROM ${listed('attachments_json')} AS file
        ) WHERE attachments_json IS NOT NULL AND ${where}`,
      sql`UPDATE queued_tasks SET attachments_json = (
          SELECT ${listOfTexts(moved(FILE))} FROM ${listed('attachments_json')} AS file
        ) WHERE attachments_json IS NOT NULL AND ${where}`,
    ].map((statement) => inSql(db, statement)),
  );
}

/** Of a message: a block of it says this. */
const has = (name: string, value: string): Which =>
  sql`EXISTS (SELECT 1 FROM ${membersOf(sql.ref('content_json'))} AS said
    WHERE ${asJson(sql.ref('said.value'))} ->> ${sql.lit(name)} = ${value})`;

/**
 * Nothing in some threads speaks for whom they are handed to: what was said in them was said by somebody else, the
 * instructions for them are gone, because a model is told to follow those, with what their runs were given of instructions, and
 * what waits in them waits until its new person lets it go on.
 * @param where as above
 */
export const wordsOfAnother = (db: Db, where: Which): readonly Step[] => [
  saidByAnother(db, where),
  ...stepsOf(
    [
      sql`UPDATE threads SET instructions = NULL WHERE ${where}`,
      sql`UPDATE runs SET instructions_json = NULL WHERE instructions_json IS NOT NULL AND ${where}`,
      sql`INSERT INTO held_queues (thread_id, why)
        SELECT DISTINCT thread_id, ${handedOverNote.code} FROM queued_tasks WHERE ${where}
        ON CONFLICT (thread_id) DO UPDATE SET why = excluded.why`,
    ].map((statement) => inSql(db, statement)),
  ),
];

const saidByAnother = (db: Db, where: Which): Step =>
  sql`UPDATE messages SET content_json = ${withLast(sql.ref('content_json'), JSON.stringify(handedOverNote))}
    WHERE role = 'user' AND ${where} AND ${has('type', 'text')} AND NOT ${has('code', handedOverNote.code)}`.compile(
    db,
  );
