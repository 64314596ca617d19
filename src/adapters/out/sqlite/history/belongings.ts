import { AS_RECEIVED } from '../../../../core/trust/handover/model.ts';
import type { BelongingKind } from '../../../../core/trust/removal/model.ts';
import type { BelongingChange, BelongingStore } from '../../../../core/trust/removal/store.ts';
import type { Step } from '../../sql/step.ts';
import { read, type Db, type Part } from './part.ts';
import type { HistorySchema, TableOfPerson } from './schema.ts';
import { assistantLimits } from '../../../../core/conversation/assistants/limits.ts';
import { forgetThreads } from './insights.ts';
import { movedPaths, wordsOfAnother } from './received-threads.ts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

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
const MAY_NOTHING = sql`, permissions_json = ${sql.lit(JSON.stringify(permissions))}`;
/** What becomes of rows of these tables when they are another's: further columns that are set. */
const AS_RECEIVED_SET: Readonly<Record<string, RawBuilder<unknown>>> = {
  triggers: sql`, enabled = ${sql.lit(Number(enabled))}, confirmed_at = ${sql.lit(confirmedAt)},
    next_due_at = ${sql.lit(nextDueAt)}${MAY_NOTHING}`,
  workflows: MAY_NOTHING,
};
export const asReceived = (table: string): RawBuilder<unknown> => AS_RECEIVED_SET[table] ?? sql``;

const ofPerson = (person: string) =>
  sql<SqlBool>`thread_id IN (SELECT thread_id FROM threads WHERE person_id = ${person})`;

/** Of two with one name, that of the person who goes gets another. */
const apart = (db: Db, from: string, to: string): Step => {
  const mark = sql`' (' || substr(assistant_id, length(assistant_id) - 3) || ')'`;
  const most = sql.lit(assistantLimits.nameChars - 7);
  return sql`UPDATE assistants SET name = substr(name, 1, ${most}) || ${mark}, name_key = substr(name_key, 1, ${most}) || ${mark}
    WHERE person_id = ${from} AND name_key IN (SELECT name_key FROM assistants WHERE person_id = ${to})`.compile(
    db,
  );
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
  steps: (db) => ({
    'belongings.handed-over': ({ kind, from, to }) => [
      ...(kind === 'assistants' ? [apart(db, from, to)] : []),
      ...(kind === 'threads'
        ? [...wordsOfAnother(db, ofPerson(from)), forgetThreads(db, ofPerson(from))]
        : []),
      ...tablesOf(kind)
        // What a run has cost was spent for whom it was done, and whoever has its thread reads it.
        .filter(({ table }) => table !== 'runs')
        .map(({ table }): Step =>
          sql`UPDATE ${sql.table(table)} SET person_id = ${to}${asReceived(table)} WHERE person_id = ${from}`.compile(
            db,
          ),
        ),
    ],
    'belongings.files-moved': ({ from, files }) => movedPaths(db, files, ofPerson(from)),
    'belongings.erased': ({ kind, person }) =>
      tablesOf(kind).map(({ table }): Step =>
        (table === 'runs'
          ? sql`UPDATE runs SET task = '', error_json = NULL, attachments_json = NULL, instructions_json = NULL
              WHERE person_id = ${person} AND (thread_id IS NULL OR thread_id NOT IN (SELECT thread_id FROM threads))`
          : sql`DELETE FROM ${sql.table(table)} WHERE person_id = ${person}`
        ).compile(db),
      ),
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
