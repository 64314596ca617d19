import { AS_RECEIVED } from '../../../../core/trust/handover/model.ts';
import type { BelongingKind } from '../../../../core/trust/removal/model.ts';
import type { BelongingChange, BelongingStore } from '../../../../core/trust/removal/store.ts';
import type { Step } from '../step.ts';
import { read, type Db, type Part } from './part.ts';
import type { HistorySchema, TableOfPerson } from './schema.ts';
import { assistantLimits } from '../../../../core/conversation/assistants/limits.ts';
import { forgetThreads } from './insights.ts';
import { movedPaths, wordsOfAnother } from './received-threads.ts';
import { sql } from 'kysely';

/** It goes with the person, and nobody else can have it. */
const WITH_PERSON = 'goes with the person';

/** Amounts without words: the engine has spent them, whoever they were of. */
const STAYS = 'stays';

/** What is in each of these tables, by its id. A new one does not compile without its line. */
const TABLES: {
  readonly [Table in TableOfPerson]:
    | typeof WITH_PERSON
    | typeof STAYS
    | readonly [kind: BelongingKind, id: keyof HistorySchema[Table] & string];
} = {
  people: WITH_PERSON,
  person_sessions: WITH_PERSON,
  person_tokens: WITH_PERSON,
  person_links: WITH_PERSON,
  passkeys: WITH_PERSON,
  person_identities: WITH_PERSON,
  handovers: WITH_PERSON,
  triggers: ['triggers', 'trigger_id'],
  workflow_runs: ['workflowRuns', 'workflow_run_id'],
  workflows: ['workflows', 'workflow_id'],
  tasks: ['tasks', 'task_id'],
  threads: ['threads', 'thread_id'],
  runs: ['runs', 'run_id'],
  batches: ['runs', 'batch_id'],
  tool_sessions: ['runs', 'tool_session_id'],
  tool_runs: ['runs', 'run_id'],
  artifacts: ['artifacts', 'artifact_id'],
  assistants: ['assistants', 'assistant_id'],
  notices: ['notices', 'notice_id'],
  grants: ['grants', 'grant_id'],
  side_calls: STAYS,
  spent_days: STAYS,
  tool_days: STAYS,
};

const { permissions, enabled, confirmedAt, nextDueAt } = AS_RECEIVED;
const MAY_NOTHING = `, permissions_json = '${JSON.stringify(permissions)}'`;
const literal = (value: null): string => String(value).toUpperCase();
/** What becomes of rows of these tables when they are another's. */
export const AS_RECEIVED_SET = {
  triggers: `, enabled = ${Number(enabled)}, confirmed_at = ${literal(confirmedAt)}, next_due_at = ${literal(nextDueAt)}${MAY_NOTHING}`,
  workflows: MAY_NOTHING,
} as const;
const alsoIn = (table: string): string => (AS_RECEIVED_SET as Readonly<Record<string, string>>)[table] ?? '';

const OF_PERSON = 'thread_id IN (SELECT thread_id FROM threads WHERE person_id = ?)';

/** Of two with one name, that of the person who goes gets another. */
const apart = (from: string, to: string): Step => {
  const mark = `' (' || substr(assistant_id, -4) || ')'`;
  const most = assistantLimits.nameChars - 7;
  return {
    sql: `UPDATE assistants SET name = substr(name, 1, ${most}) || ${mark}, name_key = substr(name_key, 1, ${most}) || ${mark}
      WHERE person_id = ? AND name_key IN (SELECT name_key FROM assistants WHERE person_id = ?)`,
    parameters: [from, to],
  };
};

const tablesOf = (kind: BelongingKind) =>
  Object.entries<string | readonly [string, string]>(TABLES).flatMap(([table, what]) =>
    typeof what !== 'string' && what[0] === kind ? [{ table, id: what[1] }] : [],
  );

export const belongings: Part<
  Record<never, never>,
  BelongingChange,
  { readonly belongings: BelongingStore }
> = {
  exported: {},
  steps: () => ({
    'belongings.handed-over': ({ kind, from, to }) => [
      ...(kind === 'assistants' ? [apart(from, to)] : []),
      ...(kind === 'threads'
        ? [...wordsOfAnother(OF_PERSON, [from]), forgetThreads('person_id = ?', [from])]
        : []),
      ...tablesOf(kind)
        // What a run has cost was spent for whom it was done, and whoever has its thread reads it.
        .filter(({ table }) => table !== 'runs')
        .map(({ table }): Step => ({
          sql: `UPDATE ${table} SET person_id = ?${alsoIn(table)} WHERE person_id = ?`,
          parameters: [to, from],
        })),
    ],
    'belongings.files-moved': ({ from, files }) => movedPaths(files, OF_PERSON, [from]),
    'belongings.erased': ({ kind, person }) =>
      tablesOf(kind).map(({ table }): Step => ({
        sql:
          table === 'runs'
            ? `UPDATE runs SET task = ?, error_json = NULL, attachments_json = NULL, instructions_json = NULL
                WHERE person_id = ? AND coalesce(thread_id NOT IN (SELECT thread_id FROM threads), 1)`
            : `DELETE FROM ${table} WHERE person_id = ?`,
        parameters: table === 'runs' ? ['', person] : [person],
      })),
  }),
  reads: (db: Db) => ({
    belongings: {
      ids: async (kind, person) => {
        const all = await Promise.all(
          tablesOf(kind).map(async ({ table, id }) => {
            const query = sql<{
              id: string;
            }>`SELECT ${sql.ref(id)} AS id FROM ${sql.table(table)} WHERE person_id = ${person}`;
            return (await read(query.execute(db))).rows.map((row) => row.id);
          }),
        );
        // What a host started is a run, too.
        return [...new Set(all.flat())];
      },
    },
  }),
};
