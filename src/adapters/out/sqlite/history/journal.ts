import { sql, type CompiledQuery, type Compilable, type Kysely } from 'kysely';
import { JournalConflict, type Change, type Journal } from '../../../../core/ports/journal.ts';
import type { Connection, OpenDatabase, Statement } from '../open.ts';
import { classified } from '../storage-errors.ts';
import { eventRow, messageRow, runRow, sessionRow, threadRow, toolCallRow } from './rows.ts';
import type { HistorySchema } from './schema.ts';

interface Step {
  readonly query: CompiledQuery;
  /** The change's own condition: this many rows at least, or the whole list is undone. */
  readonly atLeast?: number;
}

interface Waiting {
  readonly changes: readonly Change[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Compiles lists of changes with Kysely and runs them in synchronous transactions of history.db.
 *
 * Lists that come in one turn of the event loop share one transaction, each behind a savepoint of its own: with
 * many runs at once, the wait for the disk is paid once for all of them.
 */
export class SqliteJournal implements Journal {
  readonly #connection: Connection;
  readonly #queries: Kysely<HistorySchema>;
  /** A transaction, or inside of one a savepoint. */
  readonly #whole: (work: () => void) => void;
  readonly #statements = new Map<string, Statement<unknown[]>>();
  #waiting: Waiting[] = [];

  constructor({ connection, queries }: OpenDatabase<HistorySchema>) {
    this.#connection = connection;
    this.#queries = queries;
    this.#whole = connection.transaction((work: () => void) => work()).immediate;
  }

  commit(changes: readonly Change[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ changes, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#commitAll());
    });
  }

  #commitAll(): void {
    const lists = this.#waiting;
    this.#waiting = [];
    const refused = new Map<Waiting, unknown>();
    try {
      if (lists.length === 1) this.#whole(() => lists.forEach(({ changes }) => this.#apply(changes)));
      else this.#whole(() => lists.forEach((list) => this.#applyAlone(list, refused)));
    } catch (error) {
      for (const list of lists) refused.set(list, error);
    }
    for (const list of lists)
      if (refused.has(list)) list.reject(classified(refused.get(list)));
      else list.resolve();
  }

  /** Behind a savepoint: a list that fails is undone alone. */
  #applyAlone(list: Waiting, refused: Map<Waiting, unknown>): void {
    try {
      this.#whole(() => this.#apply(list.changes));
    } catch (error) {
      // After a full disk and the like SQLite has undone the whole transaction: then none of the lists holds.
      if (!this.#connection.inTransaction) throw error;
      refused.set(list, error);
    }
  }

  #apply(changes: readonly Change[]): void {
    for (const step of changes.flatMap((change) => compile(this.#queries, change))) this.#execute(step);
  }

  #execute({ query, atLeast }: Step): void {
    let statement = this.#statements.get(query.sql);
    if (!statement) {
      statement = this.#connection.prepare<unknown[]>(query.sql);
      this.#statements.set(query.sql, statement);
    }
    const { changes } = statement.run(...query.parameters);
    if (atLeast !== undefined && changes < atLeast)
      throw new JournalConflict('what was to be changed is not there');
  }
}

function compile(db: Kysely<HistorySchema>, change: Change): readonly Step[] {
  const steps = (...queries: readonly Compilable[]): readonly Step[] =>
    queries.map((query) => ({ query: query.compile() }));
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
      return steps(
        db
          .updateTable('threads')
          .set({ title: change.title, titled: 1 })
          .where('thread_id', '=', change.threadId)
          .where('titled', '=', 0),
      );
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
      const { message } = change;
      const next = db
        .selectFrom('messages')
        .select(sql<number>`coalesce(max(seq), 0) + 1`.as('seq'))
        .where('thread_id', '=', message.threadId);
      return steps(
        db.insertInto('messages').values({ ...messageRow(message), seq: next }),
        db
          .updateTable('threads')
          .set((row) => ({ message_count: row('message_count', '+', 1), updated_at: message.createdAt }))
          .where('thread_id', '=', message.threadId),
      );
    }
    case 'session.create':
      return steps(db.insertInto('sessions').values(sessionRow(change.session)));
    case 'session.delete':
      return steps(db.deleteFrom('sessions').where('session_id', '=', change.sessionId));
    case 'run.start': {
      const { run, idempotencyKey } = change;
      const key = {
        session_id: run.sessionId,
        key: idempotencyKey ?? '',
        run_id: run.runId,
        created_at: run.createdAt,
      };
      return steps(
        db.insertInto('runs').values(runRow(run)),
        ...(idempotencyKey === null ? [] : [db.insertInto('idempotency_keys').orReplace().values(key)]),
      );
    }
    case 'run.end': {
      const { runId, status, stopReason, error, totals, endedAt } = change;
      const end = db
        .updateTable('runs')
        .set({
          status,
          stop_reason: stopReason,
          usage_json: JSON.stringify(totals.usage),
          cost_usd: totals.costUsd,
          duration_ms: totals.durationMs,
          ended_at: endedAt,
          error_json: error && JSON.stringify(error),
        })
        .where('run_id', '=', runId)
        .where('status', '=', 'running');
      const spent = db
        .updateTable('threads')
        .set((row) => ({ cost_usd: row('cost_usd', '+', totals.costUsd) }))
        .where('thread_id', '=', db.selectFrom('runs').select('thread_id').where('run_id', '=', runId));
      return [{ query: end.compile(), atLeast: 1 }, ...steps(spent)];
    }
    case 'run.event':
      return steps(db.insertInto('events').values(eventRow(change.runId, change.event, change.at)));
    case 'tool-call.start':
      return steps(
        db.insertInto('tool_calls').values(toolCallRow(change.call)),
        db
          .updateTable('runs')
          .set((row) => ({ tool_call_count: row('tool_call_count', '+', 1) }))
          .where('run_id', '=', change.call.runId),
      );
    case 'tool-call.end':
      return steps(
        db
          .updateTable('tool_calls')
          .set({ output: change.output, success: Number(change.success), duration_ms: change.durationMs })
          .where('run_id', '=', change.runId)
          .where('tool_call_id', '=', change.toolCallId),
      );
    case 'idempotency.forget':
      return steps(db.deleteFrom('idempotency_keys').where('created_at', '<', change.before));
  }
}
