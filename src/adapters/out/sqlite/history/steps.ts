import { sql, type Compilable, type ExpressionBuilder, type Kysely } from 'kysely';
import type { Change } from '../../../../core/changes.ts';
import type { BoundStatement } from '../prepared.ts';
import { hotStatements, nextChange } from './hot-statements.ts';
import {
  callBegunRow,
  changedFileRow,
  compactionRow,
  eventRow,
  grantRow,
  messageRow,
  promptRow,
  runRow,
  sessionRow,
  sideCallRow,
  threadRow,
  toolCallRow,
} from './rows.ts';
import type { HistorySchema } from './schema.ts';
import { usageJson } from './token-sums.ts';

export interface Step extends BoundStatement {
  /** The change's own condition: this many rows at least, or the whole list is undone. */
  readonly atLeast?: number;
}

/** What each change asks of history.db, in order. */
export function historySteps(db: Kysely<HistorySchema>): (change: Change) => readonly Step[] {
  const hot = hotStatements(db);
  /** A list for what grows with what is stored: a call takes no more arguments than the stack has room for. */
  const stepsOf = (queries: readonly Compilable[]): readonly Step[] =>
    queries.map((query) => query.compile());
  const steps = (...queries: readonly Compilable[]): readonly Step[] => stepsOf(queries);
  return (change) => {
    switch (change.change) {
      case 'thread.create':
        return steps(db.insertInto('threads').values({ ...threadRow(change.thread), change_no: nextChange }));
      case 'thread.set': {
        const { title, archived, updatedAt } = change;
        return steps(
          db
            .updateTable('threads')
            .set({
              updated_at: updatedAt,
              change_no: nextChange,
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
      case 'thread.compaction-told': {
        const { threadId, uptoSeq, createdAt } = change.compaction;
        return steps(
          db
            .updateTable('compactions')
            .set({ told_at: change.at })
            .where('thread_id', '=', threadId)
            .where('upto_seq', '=', uptoSeq)
            .where('created_at', '=', createdAt),
        );
      }
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
          usage_json: usageJson(change.totals.usage),
          cost_usd: change.totals.costUsd,
          duration_ms: change.totals.durationMs,
          wait_ms: change.waitMs,
          ended_at: change.endedAt,
          error_json: change.error && JSON.stringify(change.error),
        };
        return [
          { ...hot.runEnd(end), atLeast: 1 },
          hot.threadCost(end),
          hot.spentDay(end),
          hot.callEnd({ caller_id: change.runId }),
        ];
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
      case 'call.begin': {
        const row = callBegunRow(change.call);
        return steps(db.insertInto('calls_begun').orReplace().values(row));
      }
      case 'call.end':
        return [hot.callEnd({ caller_id: change.callerId })];
      case 'side-call.end': {
        const { costUsd, threadId, runId, purpose, sideCallId } = change.call;
        return steps(
          db.deleteFrom('calls_begun').where('caller_id', '=', sideCallId),
          db.insertInto('side_calls').values(sideCallRow(change.call)),
          db
            .updateTable('threads')
            .set((thread) => ({ cost_usd: thread('cost_usd', '+', costUsd) }))
            .where('thread_id', '=', threadId),
          ...(purpose === 'subagent'
            ? [
                db
                  .updateTable('runs')
                  .set((run) => ({ agents_cost_usd: run('agents_cost_usd', '+', costUsd) }))
                  .where('run_id', '=', runId),
              ]
            : []),
        );
      }
      case 'changeset.track': {
        const { threadId, runId, at } = change;
        return stepsOf([
          db
            .insertInto('changesets')
            .values({ thread_id: threadId, run_id: runId, created_at: at })
            // A run that was given up, and changes something late, does not take the set back.
            .onConflict((conflict) =>
              conflict.column('thread_id').doUpdateSet({
                run_id: sql<string>`CASE
                  WHEN (SELECT run_no FROM runs WHERE runs.run_id = excluded.run_id)
                    < (SELECT run_no FROM runs WHERE runs.run_id = changesets.run_id)
                  THEN changesets.run_id ELSE excluded.run_id END`,
              }),
            ),
          ...change.files.map((file) =>
            db.insertInto('changed_files').orReplace().values(changedFileRow(threadId, file)),
          ),
        ]);
      }
      case 'changeset.settle': {
        const { threadId, files } = change;
        const emptied = ({ exists, not, selectFrom }: ExpressionBuilder<HistorySchema, 'changesets'>) =>
          not(exists(selectFrom('changed_files').select('path').where('thread_id', '=', threadId)));
        return stepsOf([
          ...files.map(({ file, left }) => {
            const { path, stretches_json } = changedFileRow(threadId, file);
            const asRead = { thread_id: threadId, path, stretches_json };
            if (!left) return db.deleteFrom('changed_files').where((eb) => eb.and(asRead));
            const { stretches_json: stretches, kept_bytes } = changedFileRow(threadId, left);
            return db
              .updateTable('changed_files')
              .set({ stretches_json: stretches, kept_bytes })
              .where((eb) => eb.and(asRead));
          }),
          db.deleteFrom('changesets').where('thread_id', '=', threadId).where(emptied),
        ]);
      }
      case 'rate.count':
        return change.windows.map(({ host, window, used, endsAt }) =>
          hot.rateCount({ host, window, used, ends_at: endsAt }),
        );
      case 'grant.give':
        return steps(db.insertInto('grants').values(grantRow(change.grant)));
      case 'grant.revoke': {
        const { grantId, at } = change;
        const counting = db.updateTable('grants').set({ revoked_at: at }).where('revoked_at', 'is', null);
        return steps(counting.where('grant_id', '=', grantId));
      }
      case 'idempotency.forget':
        return steps(db.deleteFrom('idempotency_keys').where('created_at', '<', change.before));
    }
  };
}
