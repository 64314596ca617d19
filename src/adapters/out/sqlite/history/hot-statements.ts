import { sql, type Insertable, type Kysely } from 'kysely';
import { prepared } from '../prepared.ts';
import type { HistorySchema } from './schema.ts';
import { atMost } from './token-sums.ts';

type New<Table extends keyof HistorySchema> = Insertable<HistorySchema[Table]>;

type RunEnd = Pick<
  New<'runs'>,
  | 'run_id'
  | 'status'
  | 'stop_reason'
  | 'usage_json'
  | 'cost_usd'
  | 'duration_ms'
  | 'wait_ms'
  | 'ended_at'
  | 'error_json'
>;
type ToolCallEnd = Pick<New<'tool_calls'>, 'run_id' | 'tool_call_id' | 'output' | 'success' | 'duration_ms'>;

const TOKENS = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'] as const;
const SUMS = ['runs', 'cost_usd', 'duration_ms', 'wait_ms', ...TOKENS] as const;

/** Above all that threads have: for the one that is made or changed. */
export const nextChange = sql<number>`(SELECT coalesce(max(change_no), 0) + 1 FROM threads)`;
const nextRun = sql<number>`(SELECT coalesce(max(run_no), 0) + 1 FROM runs)`;

/** The statements that every run needs, most of them many times, and those that a bound counts on: compiled once. */
export function hotStatements(db: Kysely<HistorySchema>) {
  return {
    rateCount: prepared<New<'rate_windows'>>(({ host, window, used, ends_at }) =>
      db.insertInto('rate_windows').orReplace().values({ host, window, used, ends_at }),
    ),
    event: prepared<New<'events'>>(({ run_id, id, type, data_json, at }) =>
      db.insertInto('events').values({ run_id, id, type, data_json, at }),
    ),
    message: prepared<Omit<New<'messages'>, 'seq'>>(
      ({ thread_id, role, content_json, run_id, created_at }) => {
        const seq = db
          .selectFrom('messages')
          .select(sql<number>`coalesce(max(seq), 0) + 1`.as('seq'))
          .where('thread_id', '=', thread_id);
        return db.insertInto('messages').values({ thread_id, role, content_json, run_id, created_at, seq });
      },
    ),
    threadGrew: prepared<Pick<New<'messages'>, 'thread_id' | 'created_at'>>(({ thread_id, created_at }) =>
      db
        .updateTable('threads')
        .set((row) => ({
          message_count: row('message_count', '+', 1),
          updated_at: created_at,
          change_no: nextChange,
        }))
        .where('thread_id', '=', thread_id),
    ),
    threadName: prepared<Pick<New<'threads'>, 'thread_id' | 'title'>>(({ thread_id, title }) =>
      db
        .updateTable('threads')
        .set({ title, titled: 1 })
        .where('thread_id', '=', thread_id)
        .where('titled', '=', 0),
    ),
    run: prepared<New<'runs'>>((row) =>
      db.insertInto('runs').values({
        run_id: row.run_id,
        // Null, and so refused, where the session is gone: a run never begins in a session that was deleted.
        session_id: db
          .selectFrom('sessions')
          .select('session_id')
          .where('session_id', '=', row.session_id)
          .where('thread_id', 'is', row.thread_id ?? null),
        thread_id: row.thread_id,
        task: row.task,
        status: row.status,
        stop_reason: row.stop_reason,
        model: row.model,
        provider: row.provider,
        profile: row.profile,
        usage_json: row.usage_json,
        cost_usd: row.cost_usd,
        duration_ms: row.duration_ms,
        wait_ms: row.wait_ms,
        started_by: row.started_by,
        created_at: row.created_at,
        ended_at: row.ended_at,
        error_json: row.error_json,
        run_no: nextRun,
      }),
    ),
    runEnd: prepared<RunEnd>(
      ({ run_id, status, stop_reason, usage_json, cost_usd, duration_ms, wait_ms, ended_at, error_json }) =>
        db
          .updateTable('runs')
          .set({ status, stop_reason, usage_json, cost_usd, duration_ms, wait_ms, ended_at, error_json })
          .where('run_id', '=', run_id)
          .where('status', '=', 'running'),
    ),
    callEnd: prepared<Pick<New<'calls_begun'>, 'caller_id'>>(({ caller_id }) =>
      db.deleteFrom('calls_begun').where('caller_id', '=', caller_id),
    ),
    threadCost: prepared<Pick<New<'runs'>, 'run_id' | 'cost_usd'>>(({ run_id, cost_usd }) =>
      db
        .updateTable('threads')
        .set((row) => ({ cost_usd: row('cost_usd', '+', cost_usd) }))
        .where('thread_id', '=', db.selectFrom('runs').select('thread_id').where('run_id', '=', run_id)),
    ),
    spentDay: prepared<Pick<New<'runs'>, 'run_id'>>(({ run_id }) =>
      db
        .insertInto('spent_days')
        .columns(['day', 'model', 'provider', 'status', ...SUMS])
        .expression(
          db
            .selectFrom('runs')
            .select([
              sql<number>`created_at / 86400000`.as('day'),
              'model',
              'provider',
              'status',
              sql<number>`1`.as('runs'),
              'cost_usd',
              'duration_ms',
              'wait_ms',
              ...TOKENS.map((tokens) => atMost(sql.ref<number>(tokens)).as(tokens)),
            ])
            .where('run_id', '=', run_id),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'model', 'provider', 'status'])
            .doUpdateSet(
              Object.fromEntries(
                SUMS.map((sum) => [
                  sum,
                  atMost(sql<number>`${sql.ref(`spent_days.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`),
                ]),
              ),
            ),
        ),
    ),
    toolCall: prepared<New<'tool_calls'>>(
      ({ run_id, tool_call_id, agent, name, input_json, output, success, started_at, duration_ms }) =>
        db.insertInto('tool_calls').values({
          run_id,
          tool_call_id,
          agent,
          name,
          input_json,
          output,
          success,
          started_at,
          duration_ms,
        }),
    ),
    runCalled: prepared<Pick<New<'tool_calls'>, 'run_id'>>(({ run_id }) =>
      db
        .updateTable('runs')
        .set((row) => ({ tool_call_count: row('tool_call_count', '+', 1) }))
        .where('run_id', '=', run_id),
    ),
    /** Before the outcome is written, so that a call which has one already does not count again. */
    toolDay: prepared<Pick<ToolCallEnd, 'run_id' | 'tool_call_id' | 'success'>>(
      ({ run_id, tool_call_id, success }) =>
        db
          .insertInto('tool_days')
          .columns(['day', 'name', 'calls', 'failures'])
          .expression(
            db
              .selectFrom('tool_calls')
              .select([
                sql<number>`started_at / 86400000`.as('day'),
                'name',
                sql<number>`1`.as('calls'),
                sql<number>`${success} = 0`.as('failures'),
              ])
              .where('run_id', '=', run_id)
              .where('tool_call_id', '=', tool_call_id)
              .where('success', 'is', null),
          )
          .onConflict((conflict) =>
            conflict.columns(['day', 'name']).doUpdateSet({
              calls: sql<number>`tool_days.calls + excluded.calls`,
              failures: sql<number>`tool_days.failures + excluded.failures`,
            }),
          ),
    ),
    toolCallEnd: prepared<ToolCallEnd>(({ run_id, tool_call_id, output, success, duration_ms }) =>
      db
        .updateTable('tool_calls')
        .set({ output, success, duration_ms })
        .where('run_id', '=', run_id)
        .where('tool_call_id', '=', tool_call_id),
    ),
  };
}
