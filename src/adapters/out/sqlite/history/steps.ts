import { sql, type Compilable, type ExpressionBuilder, type Insertable, type Kysely } from 'kysely';
import type { Change } from '../../../../core/ports/journal.ts';
import { prepared, type BoundStatement } from '../prepared.ts';
import {
  changedFileRow,
  compactionRow,
  eventRow,
  messageRow,
  promptRow,
  runRow,
  sessionRow,
  sideCallRow,
  threadRow,
  toolCallRow,
} from './rows.ts';
import type { HistorySchema } from './schema.ts';

export interface Step extends BoundStatement {
  /** The change's own condition: this many rows at least, or the whole list is undone. */
  readonly atLeast?: number;
}

type New<Table extends keyof HistorySchema> = Insertable<HistorySchema[Table]>;

/** What each change asks of history.db, in order. */
export function historySteps(db: Kysely<HistorySchema>): (change: Change) => readonly Step[] {
  const hot = hotStatements(db);
  const steps = (...queries: readonly Compilable[]): readonly Step[] =>
    queries.map((query) => query.compile());
  return (change) => {
    switch (change.change) {
      case 'thread.create':
        return steps(db.insertInto('threads').values(threadRow(change.thread)));
      case 'thread.set': {
        const { title, archived, updatedAt } = change;
        return steps(
          db
            .updateTable('threads')
            .set({
              updated_at: updatedAt,
              ...(title === undefined ? {} : { title, titled: 1 }),
              ...(archived === undefined ? {} : { archived: Number(archived) }),
            })
            .where('thread_id', '=', change.threadId),
        );
      }
      case 'thread.name':
        return [hot.threadName({ thread_id: change.threadId, title: change.title })];
      case 'thread.compact':
        return steps(db.insertInto('compactions').orReplace().values(compactionRow(change.compaction)));
      case 'thread.delete': {
        const runs = db.selectFrom('runs').select('run_id').where('thread_id', '=', change.threadId);
        return steps(
          db.deleteFrom('events').where('run_id', 'in', runs),
          db.deleteFrom('tool_calls').where('run_id', 'in', runs),
          db.updateTable('runs').set({ task: '', error_json: null }).where('thread_id', '=', change.threadId),
          db.deleteFrom('threads').where('thread_id', '=', change.threadId),
        );
      }
      case 'message.append': {
        const row = messageRow(change.message);
        return [hot.message(row), hot.threadGrew(row)];
      }
      case 'session.create':
        return steps(db.insertInto('sessions').values(sessionRow(change.session)));
      case 'session.delete':
        return steps(db.deleteFrom('sessions').where('session_id', '=', change.sessionId));
      case 'run.start': {
        const { run, idempotencyKey: key } = change;
        const row = { session_id: run.sessionId, run_id: run.runId, created_at: run.createdAt };
        return [
          hot.run(runRow(run)),
          ...(key === null
            ? []
            : steps(
                db
                  .insertInto('idempotency_keys')
                  .orReplace()
                  .values({ ...row, key }),
              )),
        ];
      }
      case 'run.end': {
        const end = {
          run_id: change.runId,
          status: change.status,
          stop_reason: change.stopReason,
          usage_json: JSON.stringify(change.totals.usage),
          cost_usd: change.totals.costUsd,
          duration_ms: change.totals.durationMs,
          wait_ms: change.waitMs,
          ended_at: change.endedAt,
          error_json: change.error && JSON.stringify(change.error),
        };
        return [{ ...hot.runEnd(end), atLeast: 1 }, hot.threadCost(end), hot.spentDay(end)];
      }
      case 'run.event':
        return [hot.event(eventRow(change.runId, change.event, change.at))];
      case 'tool-call.start': {
        const row = toolCallRow(change.call);
        return [hot.toolCall(row), hot.runCalled(row)];
      }
      case 'tool-call.end': {
        const end = {
          run_id: change.runId,
          tool_call_id: change.toolCallId,
          output: change.output,
          success: Number(change.success),
          duration_ms: change.durationMs,
        };
        return [hot.toolDay(end), hot.toolCallEnd(end)];
      }
      case 'prompt.ask':
        return steps(db.insertInto('prompts').values(promptRow(change.prompt)));
      case 'prompt.answer': {
        const { promptId, answer, at } = change;
        const answered = db
          .updateTable('prompts')
          .set({ state: 'answered', answer, settled_at: at })
          .where('prompt_id', '=', promptId)
          .where('state', '=', 'pending');
        return steps(answered).map((step) => ({ ...step, atLeast: 1 }));
      }
      case 'prompt.expire': {
        const { which, at } = change;
        // A literal, not a parameter: only so can SQLite use the partial index.
        const expired = db
          .updateTable('prompts')
          .set({ state: 'expired', settled_at: at })
          .where('state', '=', sql.lit('pending'));
        if (which === 'all') return steps(expired);
        return steps(
          'runId' in which
            ? expired.where('run_id', '=', which.runId)
            : expired.where('prompt_id', '=', which.promptId),
        );
      }
      case 'side-call.end': {
        const { costUsd, threadId } = change.call;
        return steps(
          db.insertInto('side_calls').values(sideCallRow(change.call)),
          db
            .updateTable('threads')
            .set((thread) => ({ cost_usd: thread('cost_usd', '+', costUsd) }))
            .where('thread_id', '=', threadId),
        );
      }
      case 'changeset.track': {
        const { sessionId, runId, at } = change;
        return steps(
          db
            .insertInto('changesets')
            .values({ session_id: sessionId, run_id: runId, created_at: at })
            // Ids rise: a run that was given up, and changes something late, does not take the set back.
            .onConflict((conflict) =>
              conflict
                .column('session_id')
                .doUpdateSet({ run_id: sql<string>`max(changesets.run_id, excluded.run_id)` }),
            ),
          ...change.files.map((file) =>
            db.insertInto('changed_files').orReplace().values(changedFileRow(sessionId, file)),
          ),
        );
      }
      case 'changeset.settle': {
        const { sessionId, files } = change;
        const emptied = ({ exists, not, selectFrom }: ExpressionBuilder<HistorySchema, 'changesets'>) =>
          not(exists(selectFrom('changed_files').select('path').where('session_id', '=', sessionId)));
        return steps(
          ...files.map(({ file, left }) => {
            const { path, stretches_json } = changedFileRow(sessionId, file);
            const asRead = { session_id: sessionId, path, stretches_json };
            if (!left) return db.deleteFrom('changed_files').where((eb) => eb.and(asRead));
            const { stretches_json: stretches, kept_bytes } = changedFileRow(sessionId, left);
            return db
              .updateTable('changed_files')
              .set({ stretches_json: stretches, kept_bytes })
              .where((eb) => eb.and(asRead));
          }),
          db.deleteFrom('changesets').where('session_id', '=', sessionId).where(emptied),
        );
      }
      case 'idempotency.forget':
        return steps(db.deleteFrom('idempotency_keys').where('created_at', '<', change.before));
    }
  };
}

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

const SUMS = [
  'runs',
  'cost_usd',
  'duration_ms',
  'wait_ms',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
] as const;

/** Those that every run needs, most of them many times. */
function hotStatements(db: Kysely<HistorySchema>) {
  return {
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
        .set((row) => ({ message_count: row('message_count', '+', 1), updated_at: created_at }))
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
        session_id: row.session_id,
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
              'input_tokens',
              'output_tokens',
              'cache_read_tokens',
              'cache_write_tokens',
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
                  sql<number>`${sql.ref(`spent_days.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`,
                ]),
              ),
            ),
        ),
    ),
    toolCall: prepared<New<'tool_calls'>>(
      ({ run_id, tool_call_id, name, input_json, output, success, started_at, duration_ms }) =>
        db
          .insertInto('tool_calls')
          .values({ run_id, tool_call_id, name, input_json, output, success, started_at, duration_ms }),
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
