import { handedOverNote } from '../../../../core/conversation/threads/model.ts';
import type { SqlValue } from '../exported.ts';
import type { Step } from '../step.ts';

/**
 * The files that were sent in some threads are elsewhere now: in their messages, with their runs, and in their queues.
 * @param files new paths by old ones
 * @param where says of `thread_id` which threads, with `parameters`
 */
export function movedPaths(
  files: Readonly<Record<string, string>>,
  where: string,
  parameters: readonly SqlValue[],
): readonly Step[] {
  if (Object.keys(files).length === 0) return [];
  const map = JSON.stringify(files);
  const moved = (path: string) =>
    `coalesce((SELECT new.value FROM json_each(?) AS new WHERE new.key = ${path}), ${path})`;
  const withPath = `json_set(file.value, '$.path', ${moved("file.value ->> '$.path'")})`;
  return [
    {
      sql: `UPDATE messages SET content_json = (
          SELECT json_group_array(json(CASE WHEN file.value ->> '$.type' = 'attachment' THEN ${withPath} ELSE file.value END))
          FROM json_each(content_json) AS file
        )
        WHERE ${where} AND EXISTS (SELECT 1 FROM json_each(content_json) AS sent WHERE sent.value ->> '$.type' = 'attachment')`,
      parameters: [map, ...parameters],
    },
    {
      sql: `UPDATE runs SET attachments_json = (
          SELECT json_group_array(json(${withPath})) FROM json_each(attachments_json) AS file
        ) WHERE attachments_json IS NOT NULL AND ${where}`,
      parameters: [map, ...parameters],
    },
    {
      sql: `UPDATE queued_tasks SET attachments_json = (
          SELECT json_group_array(${moved('file.value')}) FROM json_each(attachments_json) AS file
        ) WHERE attachments_json IS NOT NULL AND ${where}`,
      parameters: [map, ...parameters],
    },
  ];
}

/**
 * Nothing in some threads speaks for whom they are handed to: what was said in them was said by somebody else, the
 * instructions for them are gone, because a model is told to follow those, with what their runs were given of instructions, and
 * what waits in them waits until its new person lets it go on.
 * @param where as above
 */
export const wordsOfAnother = (where: string, parameters: readonly SqlValue[]): readonly Step[] => [
  saidByAnother(where, parameters),
  { sql: `UPDATE threads SET instructions = NULL WHERE ${where}`, parameters },
  {
    sql: `UPDATE runs SET instructions_json = NULL WHERE instructions_json IS NOT NULL AND ${where}`,
    parameters,
  },
  {
    sql: `INSERT INTO held_queues (thread_id, why) SELECT DISTINCT thread_id, ? FROM queued_tasks WHERE ${where}
      ON CONFLICT (thread_id) DO UPDATE SET why = excluded.why`,
    parameters: [handedOverNote.code, ...parameters],
  },
];

const saidByAnother = (where: string, parameters: readonly SqlValue[]): Step => ({
  sql: `UPDATE messages SET content_json = json_insert(content_json, '$[#]', json(?))
    WHERE role = 'user' AND ${where}
      AND EXISTS (SELECT 1 FROM json_each(content_json) AS said WHERE said.value ->> '$.type' = 'text')
      AND NOT EXISTS (SELECT 1 FROM json_each(content_json) AS said WHERE said.value ->> '$.code' = ?)`,
  parameters: [JSON.stringify(handedOverNote), ...parameters, handedOverNote.code],
});
