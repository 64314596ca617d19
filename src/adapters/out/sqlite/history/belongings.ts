import type { BelongingKind } from '../../../../core/trust/removal/model.ts';
import type { BelongingChange, BelongingStore } from '../../../../core/trust/removal/store.ts';
import type { Step } from '../step.ts';
import { read, type Db, type Part } from './part.ts';
import type { HistorySchema, TableOfPerson } from './schema.ts';
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
  notices: ['notices', 'notice_id'],
  grants: ['grants', 'grant_id'],
  side_calls: STAYS,
  spent_days: STAYS,
  tool_days: STAYS,
};

/** What somebody else wrote begins and may nothing by itself until whose it is now has confirmed it. */
const MAY_NOTHING = `, permissions_json = '{"tools":[],"hosts":[],"folders":[]}'`;
const ALSO: Readonly<Record<string, string>> = {
  triggers: `, enabled = 0, confirmed_at = NULL${MAY_NOTHING}`,
  workflows: MAY_NOTHING,
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
    'belongings.handed-over': ({ kind, from, to }) =>
      tablesOf(kind).map(({ table }): Step => ({
        sql: `UPDATE ${table} SET person_id = ?${ALSO[table] ?? ''} WHERE person_id = ?`,
        parameters: [to, from],
      })),
    'belongings.erased': ({ kind, person }) =>
      tablesOf(kind).map(({ table }): Step => ({
        sql:
          table === 'runs'
            ? 'UPDATE runs SET task = ?, error_json = NULL, attachments_json = NULL, instructions_json = NULL WHERE person_id = ?'
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
