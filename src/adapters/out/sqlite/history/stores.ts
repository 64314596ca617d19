import { sql } from 'kysely';
import type { RateStore } from '../../../../core/api-store/store.ts';
import type { ChangesetStore } from '../../../../core/changesets/store.ts';
import type { RateWindow } from '../../../../core/api-store/model.ts';
import { copiesOf } from '../../../../core/changesets/model.ts';
import type { GrantStore } from '../../../../core/consent/store.ts';
import type { PromptStore } from '../../../../core/prompts/store.ts';
import type { RunStore } from '../../../../core/runs/store.ts';
import type { SessionStore } from '../../../../core/sessions/store.ts';
import type { ThreadStore } from '../../../../core/threads/store.ts';
import { runId } from '../../../../core/kernel/ids.ts';
import { listLimits } from '../../../../core/kernel/limits.ts';
import { runLimits } from '../../../../core/runs/limits.ts';
import { fitting } from '../../../../core/kernel/page.ts';
import { pageOf } from '../page-of.ts';
import { activityReads } from './activity.ts';
import { isPending, isRunning, read, type Db } from './reading.ts';
import {
  callBegunFrom,
  changedFileFrom,
  compactionFrom,
  eventFrom,
  grantFrom,
  messageFrom,
  promptFrom,
  runFrom,
  sessionFrom,
  threadFrom,
  toolCallFrom,
} from './rows.ts';
import { inOrder } from './row-order.ts';
import { Turns } from './turns.ts';

export const sqliteSessionStore = (db: Db): SessionStore => ({
  get: async (sessionId) => {
    const row = await read(
      db.selectFrom('sessions').selectAll().where('session_id', '=', sessionId).executeTakeFirst(),
    );
    return row ? sessionFrom(row) : null;
  },
});

export const sqlitePromptStore = (db: Db): PromptStore => ({
  get: async (promptId) => {
    const query = db.selectFrom('prompts').selectAll().where('prompt_id', '=', promptId);
    const row = await read(query.executeTakeFirst());
    return row ? promptFrom(row) : null;
  },

  pendingIn: async (sessionId) => {
    const query = db.selectFrom('prompts').selectAll().where('session_id', '=', sessionId).where(isPending);
    const row = await read(query.executeTakeFirst());
    return row ? promptFrom(row) : null;
  },

  ofRun: async (runId) => {
    const query = db.selectFrom('prompts').selectAll().where('run_id', '=', runId);
    return (await read(query.orderBy(inOrder).execute())).map(promptFrom);
  },
});

export const sqliteRateStore = (db: Db): RateStore => ({
  windows: async () => {
    const rows = await read(db.selectFrom('rate_windows').selectAll().execute());
    return rows.map(({ host, window, used, ends_at: endsAt }) => ({
      host,
      window: window as RateWindow,
      used,
      endsAt,
    }));
  },
});

export const sqliteGrantStore = (db: Db): GrantStore => ({
  get: async (grantId) => {
    const query = db.selectFrom('grants').selectAll().where('grant_id', '=', grantId);
    const row = await read(query.executeTakeFirst());
    return row ? grantFrom(row) : null;
  },

  inForce: async (now) => {
    const query = db.selectFrom('grants').selectAll().where('revoked_at', 'is', null);
    const counting = query.where('created_at', '<=', now).where('expires_at', '>', now);
    const rows = await read(counting.orderBy(inOrder, 'desc').execute());
    return rows.map(grantFrom);
  },
});

export const sqliteChangesetStore = (db: Db): ChangesetStore => ({
  pendingIn: async (threadId) => {
    const set = await read(
      db.selectFrom('changesets').select('run_id').where('thread_id', '=', threadId).executeTakeFirst(),
    );
    if (!set) return null;
    const query = db.selectFrom('changed_files').selectAll().where('thread_id', '=', threadId);
    const files = (await read(query.orderBy('path').execute())).map(changedFileFrom);
    return { threadId, runId: runId(set.run_id), files };
  },

  file: async (threadId, path) => {
    const query = db.selectFrom('changed_files').selectAll().where('thread_id', '=', threadId);
    const row = await read(query.where('path', '=', path).executeTakeFirst());
    return row ? changedFileFrom(row) : null;
  },

  elsewhere: async (threadId, paths) => {
    const named = sql<string>`(SELECT value FROM json_each(${JSON.stringify(paths)}))`;
    const query = db.selectFrom('changed_files').selectAll().where('path', 'in', named);
    return (await read(query.where('thread_id', '!=', threadId).execute())).map(changedFileFrom);
  },

  keptBytes: async (threadId) => {
    const sum = sql<number>`coalesce(sum(kept_bytes), 0)`.as('bytes');
    const query = db.selectFrom('changed_files').select(sum).where('thread_id', '=', threadId);
    return (await read(query.executeTakeFirst()))?.bytes ?? 0;
  },

  inUse: async () => {
    const rows = await read(db.selectFrom('changed_files').select(['path', 'stretches_json']).execute());
    const files = rows.map(changedFileFrom);
    return { copyIds: new Set(files.flatMap(copiesOf)), paths: files.map(({ path }) => path) };
  },
});

export const sqliteThreadStore = (db: Db): ThreadStore => ({
  get: async (threadId) => {
    const row = await read(
      db.selectFrom('threads').selectAll().where('thread_id', '=', threadId).executeTakeFirst(),
    );
    return row ? threadFrom(row) : null;
  },

  list: async ({ limit, after, includeArchived }) => {
    let query = db.selectFrom('threads').selectAll();
    if (!includeArchived) query = query.where((eb) => eb('archived', '=', eb.lit(0)));
    if (after) query = query.where('change_no', '<', after.changeNo);
    const rows = await read(
      query
        .orderBy('change_no', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(threadFrom),
      next: last && rows.length > limit ? { changeNo: last.change_no } : null,
    };
  },

  activity: activityReads(db).activityIn,

  compaction: async (threadId) => {
    const query = db.selectFrom('compactions').selectAll().where('thread_id', '=', threadId);
    const row = await read(query.orderBy('upto_seq', 'desc').limit(1).executeTakeFirst());
    return row ? compactionFrom(row) : null;
  },

  compactions: async (threadId) => {
    const query = db.selectFrom('compactions').selectAll().where('thread_id', '=', threadId);
    return (await read(query.orderBy('upto_seq').execute())).map(compactionFrom);
  },

  untoldCompactions: async (threadId) => {
    const query = db
      .selectFrom('compactions')
      .selectAll()
      .where('thread_id', '=', threadId)
      .where('told_at', 'is', null);
    return (await read(query.orderBy('upto_seq').execute())).map(compactionFrom);
  },

  lastMessage: async (threadId) => {
    const query = db.selectFrom('messages').selectAll().where('thread_id', '=', threadId);
    const row = await read(query.orderBy('seq', 'desc').limit(1).executeTakeFirst());
    return row ? messageFrom(row) : null;
  },

  messages: async (threadId, { after, limit }) => {
    const query = db
      .selectFrom('messages')
      .selectAll()
      .where('thread_id', '=', threadId)
      .where('seq', '>', after);
    const rows = await read(query.orderBy('seq').limit(limit).execute());
    return rows.map(messageFrom);
  },

  messagePage: async (threadId, { after, limit }) => {
    const found = db
      .selectFrom('messages')
      .where('thread_id', '=', threadId)
      .where('seq', '>', after)
      .orderBy('seq');
    const sizes = await read(
      found
        .select(['seq', sql<number>`octet_length(content_json)`.as('bytes')])
        .limit(limit + 1)
        .execute(),
    );
    const { items, next } = pageOf(sizes, { limit, mostBytes: listLimits.pageBytes }, ({ seq }) => seq);
    const last = items.at(-1);
    if (!last) return { items: [], next: null };
    const rows = await read(found.selectAll().where('seq', '<=', last.seq).execute());
    return { items: rows.map(messageFrom), next };
  },
});

export function sqliteRunStore(db: Db): RunStore {
  /** Of all readers together. */
  const turns = new Turns();
  return {
    get: async (id) => {
      const row = await read(db.selectFrom('runs').selectAll().where('run_id', '=', id).executeTakeFirst());
      return row ? runFrom(row) : null;
    },

    unfinished: async () => {
      const query = db.selectFrom('runs').selectAll().where(isRunning);
      // The plus keeps SQLite from walking through all runs there ever were, only because that is their order.
      return (await read(query.orderBy(sql`+run_no`).execute())).map(runFrom);
    },

    costSince: async (instant) => {
      const costIn = (table: 'runs' | 'side_calls') =>
        db
          .selectFrom(table)
          .select(sql<number>`coalesce(sum(cost_usd), 0.0)`.as('usd'))
          .where('created_at', '>=', instant);
      const rows = await read(costIn('runs').unionAll(costIn('side_calls')).execute());
      return rows.reduce((sum, { usd }) => sum + usd, 0);
    },

    callsBegun: async () => {
      const query = db.selectFrom('calls_begun').selectAll().orderBy('caller_id');
      return (await read(query.execute())).map(callBegunFrom);
    },

    toolCall: async (threadId, id) => {
      const query = db
        .selectFrom('tool_calls')
        .innerJoin('runs', 'runs.run_id', 'tool_calls.run_id')
        .selectAll('tool_calls')
        .where('tool_calls.tool_call_id', '=', id)
        .where('runs.thread_id', '=', threadId);
      const row = await read(query.executeTakeFirst());
      return row ? toolCallFrom(row) : null;
    },

    liveInThread: async (threadId) => {
      const query = db.selectFrom('runs').select('run_id').where('thread_id', '=', threadId).where(isRunning);
      const row = await read(query.executeTakeFirst());
      return row ? runId(row.run_id) : null;
    },

    byIdempotencyKey: async (sessionId, key, since) => {
      const query = db
        .selectFrom('idempotency_keys')
        .innerJoin('runs', 'runs.run_id', 'idempotency_keys.run_id')
        .selectAll('runs')
        .where('idempotency_keys.session_id', '=', sessionId)
        .where('idempotency_keys.key', '=', key)
        .where('idempotency_keys.created_at', '>=', since);
      const row = await read(query.executeTakeFirst());
      return row ? runFrom(row) : null;
    },

    lastEventId: async (id) => {
      const query = db.selectFrom('events').select('id').where('run_id', '=', id);
      return (await read(query.orderBy('id', 'desc').limit(1).executeTakeFirst()))?.id ?? null;
    },

    events: async (id, after, limit) => {
      await turns.next();
      const found = db.selectFrom('events').where('run_id', '=', id).where('id', '>', after).orderBy('id');
      // Their sizes first: SQLite knows them without reading the data.
      const sizes = await read(
        found
          .select(['id', sql<number>`octet_length(data_json)`.as('bytes')])
          .limit(limit)
          .execute(),
      );
      const last = fitting(sizes, ({ bytes }) => bytes, runLimits.replayBytes).at(-1);
      if (!last) return [];
      const rows = await read(found.select(['id', 'type', 'data_json']).where('id', '<=', last.id).execute());
      return rows.map(eventFrom);
    },

    toolCalls: async (id) => {
      const query = db.selectFrom('tool_calls').selectAll().where('run_id', '=', id);
      return (await read(query.orderBy(inOrder).execute())).map(toolCallFrom);
    },
  };
}
