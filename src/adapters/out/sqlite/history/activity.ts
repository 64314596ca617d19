import { sql } from 'kysely';
import { runId, threadId, type ThreadId } from '../../../../core/kernel/ids.ts';
import { idle, type ThreadActivity } from '../../../../core/conversation/threads/model.ts';
import { asJson, membersOf, textsOf } from '../../sql/words.ts';
import type { MakeRead } from '../../sql/prepared.ts';
import type { Db } from './part.ts';
import { isPending, promptFrom } from './prompts.ts';
import { isInPlace, isRunning } from './runs.ts';

/** One parameter for any number of ids, so that the statement is always the same. */
interface Listed {
  readonly ids: string;
}

const stretches = asJson(sql.ref('stretches_json'));

/**
 * Whether the runs may have left a file different from how they found it: the core's `isUnchanged`, negated, in SQL.
 */
const isChanged = sql<boolean>`
  EXISTS (
    SELECT 1 FROM ${membersOf(sql`${stretches} -> -1 -> 'left'`)} AS content
    WHERE content.value IS DISTINCT FROM ${stretches} -> 0 -> 'original' ->> 'contentId'
  )`;

type Kind = 'run' | 'changes' | 'tag' | 'unread' | 'fork' | 'place' | 'queued';

/** One thing that a thread is busy with, or has; what the columns hold depends on its kind. */
interface Found {
  readonly thread_id: string;
  readonly kind: Kind;
  readonly name: string | null;
  readonly other: string | null;
  readonly amount: number | null;
}

/**
 * What threads are busy with. Every page of threads reads it, so it is one statement: a row for each thing that
 * is there, with its kind. CROSS JOIN makes SQLite look up each thread by its index.
 */
export function activityReads(db: Db, makeRead: MakeRead) {
  const found = makeRead(({ ids }: Listed) => {
    const listed = db.withTables<{ listed: { value: string } }>();
    const runs = db
      .with(
        (cte) => cte('listed').materialized(),
        () =>
          db
            .selectFrom(sql<{ value: string }>`${membersOf(ids)}`.as('each'))
            .select('value')
            .distinct(),
      )
      .selectFrom('listed')
      .crossJoin('runs')
      .whereRef('thread_id', '=', 'value')
      .where(isRunning)
      .where(isInPlace)
      .select(['thread_id', kind('run'), 'run_id as name', 'session_id as other', none('amount')])
      .$castTo<Found>();
    const changes = listed
      .selectFrom('listed')
      .crossJoin('changesets')
      .whereRef('thread_id', '=', 'value')
      .select(['thread_id', kind('changes'), 'run_id as name', none('other')])
      .select(({ selectFrom }) =>
        selectFrom('changed_files')
          .select(sql<number>`count(*)`.as('files'))
          .whereRef('changed_files.thread_id', '=', 'changesets.thread_id')
          .where(isChanged)
          .as('amount'),
      )
      .$castTo<Found>();
    const tags = listed
      .selectFrom('listed')
      .crossJoin('thread_tags')
      .whereRef('thread_id', '=', 'value')
      .select(['thread_id', kind('tag'), 'tag as name', none('other'), none('amount')])
      .$castTo<Found>();
    const unread = listed
      .selectFrom('listed')
      .crossJoin('unread_threads')
      .whereRef('thread_id', '=', 'value')
      .select(['thread_id', kind('unread'), none('name'), none('other'), none('amount')])
      .$castTo<Found>();
    const forks = listed
      .selectFrom('listed')
      .crossJoin('thread_forks')
      .whereRef('thread_id', '=', 'value')
      .select(['thread_id', kind('fork'), 'from_thread_id as name', none('other'), 'from_seq as amount'])
      .$castTo<Found>();
    const places = listed
      .selectFrom('listed')
      .crossJoin('thread_places')
      .whereRef('thread_id', '=', 'value')
      .select(['thread_id', kind('place'), 'folder as name', none('other'), 'pinned_at as amount'])
      .$castTo<Found>();
    const queued = listed
      .selectFrom('listed')
      .crossJoin('queued_tasks')
      .whereRef('thread_id', '=', 'value')
      .select(['thread_id', kind('queued'), none('name'), none('other'), none('amount')])
      .$castTo<Found>();
    return runs
      .unionAll(changes)
      .unionAll(tags)
      .unionAll(unread)
      .unionAll(forks)
      .unionAll(places)
      .unionAll(queued);
  });

  const prompts = makeRead(({ ids }: Listed) =>
    db.selectFrom('prompts').selectAll().where('session_id', 'in', textsOf(ids)).where(isPending),
  );

  /** At most two queries, for any number of threads. */
  async function activityIn(threadIds: readonly ThreadId[]): Promise<ReadonlyMap<ThreadId, ThreadActivity>> {
    const activity = new Map<ThreadId, ThreadActivity>();
    const note = (id: ThreadId, what: Partial<ThreadActivity>) =>
      activity.set(id, { ...(activity.get(id) ?? idle), ...what });
    const rows = await found({ ids: JSON.stringify(threadIds) });
    const sessionIds = rows.flatMap(({ kind, other }) => (kind === 'run' ? [other] : []));
    const asked = sessionIds.length === 0 ? [] : await prompts({ ids: JSON.stringify(sessionIds) });
    for (const { kind, thread_id, name, amount } of rows) {
      const thread = threadId(thread_id);
      if (kind === 'run') {
        const prompt = asked.find(({ run_id }) => run_id === name);
        note(thread, { activeRunId: runId(name ?? ''), pendingPrompt: prompt ? promptFrom(prompt) : null });
      } else if (kind === 'changes') {
        if (amount) note(thread, { pendingChangeset: { runId: runId(name ?? ''), fileCount: amount } });
      } else if (kind === 'tag') {
        const { tags } = activity.get(thread) ?? idle;
        note(thread, { tags: [...tags, name ?? ''].toSorted() });
      } else if (kind === 'unread') {
        note(thread, { unread: true });
      } else if (kind === 'fork') {
        if (name !== null) note(thread, { forkedFrom: { threadId: threadId(name), seq: amount ?? 0 } });
      } else if (kind === 'place') {
        note(thread, { folder: name, pinnedAt: amount });
      } else note(thread, { queued: (activity.get(thread) ?? idle).queued + 1 });
    }
    return activity;
  }

  return { activityIn };
}

const kind = (one: Kind) => sql.lit<Kind>(one).as('kind');
/** With its type, which the first of the queries says for all. */
const none = <Column extends keyof typeof TYPES>(column: Column) =>
  sql<null>`CAST(NULL AS ${TYPES[column]})`.as(column);
const TYPES = { name: sql`TEXT`, other: sql`TEXT`, amount: sql`BIGINT` } as const;
