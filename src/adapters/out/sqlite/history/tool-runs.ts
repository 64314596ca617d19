import { EVERYONE } from '../../../../core/trust/people/model.ts';
import { sql } from 'kysely';
import { personId, runId, sessionId, threadId, toolSessionId } from '../../../../core/kernel/ids.ts';
import { listLimits } from '../../../../core/kernel/limits.ts';
import type { RunStatus } from '../../../../core/execution/runs/model.ts';
import type { ToolRunChange, ToolRunStore } from '../../../../core/execution/tool-runs/store.ts';
import type { Principal, ToolRun, ToolSession, Waits } from '../../../../core/execution/tool-runs/model.ts';
import { stepsOf } from '../../sql/step.ts';
import { beginningOf } from '../../sql/words.ts';
import { toolRuns as migration } from './migrations/tool-runs.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import { isPending } from './prompts.ts';
import { timedEvents } from './run-events.ts';
import { kept, ofPerson } from '../exported.ts';
import type { ToolRunTables } from './schema.ts';

export const toolRuns: Part<ToolRunTables, ToolRunChange, { readonly toolRuns: ToolRunStore }> = {
  migration,
  ids: [
    ['tool_sessions', 'tool_session_id'],
    ['tool_runs', 'run_id'],
  ],
  exported: {
    tool_sessions: {
      arriving: {
        columns: { ...kept('tool_session_id', 'principal', 'session_id', 'created_at'), ...ofPerson },
      },
      section: 'toolSessions',
      says: 'sessions of hosts of the tool server',
    },
    tool_runs: {
      arriving: {
        columns: {
          ...kept('tool_run_no', 'run_id', 'tool_session_id', 'principal', 'client', 'waits', 'created_at'),
          ...ofPerson,
          state_dir: 'cleared',
          files_place: 'cleared',
        },
      },
      section: 'toolRuns',
      says: 'runs that such hosts have started',
      // Those that never began are forgotten.
      lasting: 'EXISTS (SELECT 1 FROM runs WHERE runs.run_id = t.run_id)',
    },
    tool_state_dirs: {
      arriving: { without: 'all' },
      section: 'toolStateFolders',
      says: 'folders of such hosts',
      notImported: 'they are folders of another machine',
    },
  },
  steps: (db) => ({
    'tool-session.put': ({ session }) => {
      const row = sessionRow(session);
      return stepsOf([
        db
          .insertInto('tool_sessions')
          .values(row)
          .onConflict((clash) => clash.column('tool_session_id').doUpdateSet({ session_id: row.session_id })),
      ]);
    },
    'tool-run.track': ({ toolRun }) => stepsOf([db.insertInto('tool_runs').values(toolRunRow(toolRun))]),
    'tool-run.untrack': ({ runId: id }) => stepsOf([db.deleteFrom('tool_runs').where('run_id', '=', id)]),
    'tool-state-dir.remember': ({ principal, stateDir }) =>
      stepsOf([
        db
          .insertInto('tool_state_dirs')
          .values({ principal, state_dir: stateDir })
          .onConflict((clash) => clash.doNothing()),
      ]),
  }),
  reads: (db) => ({ toolRuns: toolRunStore(db) }),
};

const toolRunStore = (db: Db): ToolRunStore => ({
  session: async (id) => {
    const query = db.selectFrom('tool_sessions').selectAll().where('tool_session_id', '=', id);
    const row = await read(query.executeTakeFirst());
    return row ? sessionFrom(row) : null;
  },

  tracked: async () => {
    const query = db.selectFrom('tool_runs').selectAll().orderBy('tool_run_no');
    return (await read(query.execute())).map(toolRunFrom);
  },

  list: async (whose, { limit, after }) => {
    let query = db
      .selectFrom('tool_runs')
      .innerJoin('runs', 'runs.run_id', 'tool_runs.run_id')
      .leftJoin('threads', 'threads.thread_id', 'runs.thread_id')
      .selectAll('tool_runs')
      .select((eb) => [
        'runs.thread_id',
        'runs.status',
        'runs.ended_at',
        'threads.title',
        beginningOf(sql.ref('runs.task'), listLimits.textChars).as('task'),
        eb
          .exists(
            eb
              .selectFrom('prompts')
              .select('prompts.prompt_id')
              .whereRef('prompts.session_id', '=', 'runs.session_id')
              .whereRef('prompts.run_id', '=', 'runs.run_id')
              .where(isPending),
          )
          .as('waiting'),
      ]);
    if (whose !== EVERYONE)
      query = query.where(sql<boolean>`coalesce(threads.person_id, runs.person_id) = ${whose}`);
    if (after) query = query.where('tool_run_no', '<', after.toolRunNo);
    const rows = await read(
      query
        .orderBy('tool_run_no', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    const found = rows.slice(0, limit);
    const last = found.at(-1);
    return {
      items: found.map((row) => ({
        toolRun: toolRunFrom(row),
        threadId: row.thread_id === null ? null : threadId(row.thread_id),
        threadTitle: row.title,
        task: row.task,
        status: row.status as RunStatus,
        waiting: Boolean(row.waiting),
        createdAt: row.created_at,
        endedAt: row.ended_at,
      })),
      next: last && rows.length > limit ? { toolRunNo: last.tool_run_no } : null,
    };
  },

  events: timedEvents(db),

  stateDirs: async (principal) => {
    const query = db
      .selectFrom('tool_state_dirs')
      .select('state_dir')
      .where('principal', '=', principal)
      .orderBy('state_dir');
    return (await read(query.execute())).map(({ state_dir }) => state_dir);
  },
});

const sessionRow = (session: ToolSession): NewRow<'tool_sessions'> => ({
  tool_session_id: session.toolSessionId,
  principal: session.principal,
  person_id: session.personId,
  session_id: session.sessionId,
  created_at: session.createdAt,
});

const sessionFrom = (row: Row<'tool_sessions'>): ToolSession => ({
  toolSessionId: toolSessionId(row.tool_session_id),
  principal: row.principal as Principal,
  personId: personId(row.person_id),
  sessionId: sessionId(row.session_id),
  createdAt: row.created_at,
});

const toolRunRow = (toolRun: ToolRun) => ({
  tool_run_no: sql<number>`(SELECT coalesce(max(tool_run_no), 0) + 1 FROM tool_runs)`,
  run_id: toolRun.runId,
  tool_session_id: toolRun.toolSessionId,
  principal: toolRun.principal,
  person_id: toolRun.personId,
  client: toolRun.client,
  waits: toolRun.waits,
  state_dir: toolRun.stateDir,
  files_place: toolRun.filesPlace,
  created_at: toolRun.createdAt,
});

const toolRunFrom = (row: Row<'tool_runs'>): ToolRun => ({
  runId: runId(row.run_id),
  toolSessionId: toolSessionId(row.tool_session_id),
  principal: row.principal as Principal,
  personId: personId(row.person_id),
  client: row.client,
  waits: row.waits as Waits,
  stateDir: row.state_dir,
  filesPlace: row.files_place,
  createdAt: row.created_at,
});
