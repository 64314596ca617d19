import { sql } from 'kysely';
import { runId, threadId, type ThreadId } from '../../../../core/kernel/ids.ts';
import { idle, type ThreadActivity } from '../../../../core/threads/model.ts';
import type { MakeRead } from '../prepared.ts';
import type { Db } from './part.ts';
import { isPending, promptFrom } from './prompts.ts';
import { isInPlace, isRunning } from './runs.ts';

/** One parameter for any number of ids, so that the statement is always the same. */
interface Listed {
  readonly ids: string;
}

const inList = (ids: string) => sql<string>`(SELECT value FROM json_each(${ids}))`;

/**
 * Whether the runs may have left a file different from how they found it: the core's `isUnchanged`, negated, in SQL.
 */
const isChanged = sql<boolean>`
  EXISTS (
    SELECT 1 FROM json_each(stretches_json, '$[#-1].left') content
    WHERE content.value IS NOT stretches_json ->> '$[0].original.contentId'
  )`;

/** What threads are busy with. Every page of threads reads it, so its statements are compiled once. */
export function activityReads(db: Db, makeRead: MakeRead) {
  const runs = makeRead(({ ids }: Listed) =>
    db
      .selectFrom('runs')
      .select(['run_id', 'session_id', 'thread_id'])
      .where('thread_id', 'in', inList(ids))
      .where(isRunning)
      .where(isInPlace),
  );
  const sets = makeRead(({ ids }: Listed) =>
    db
      .selectFrom('changesets')
      .select(['thread_id', 'run_id'])
      .select(({ selectFrom }) =>
        selectFrom('changed_files')
          .select(sql<number>`count(*)`.as('files'))
          .whereRef('changed_files.thread_id', '=', 'changesets.thread_id')
          .where(isChanged)
          .as('files'),
      )
      .where('thread_id', 'in', inList(ids)),
  );
  const prompts = makeRead(({ ids }: Listed) =>
    db.selectFrom('prompts').selectAll().where('session_id', 'in', inList(ids)).where(isPending),
  );

  const tags = makeRead(({ ids }: Listed) =>
    db.selectFrom('thread_tags').select(['thread_id', 'tag']).where('thread_id', 'in', inList(ids)),
  );

  const unread = makeRead(({ ids }: Listed) =>
    db.selectFrom('unread_threads').select('thread_id').where('thread_id', 'in', inList(ids)),
  );

  const forks = makeRead(({ ids }: Listed) =>
    db.selectFrom('thread_forks').selectAll().where('thread_id', 'in', inList(ids)),
  );

  const queued = makeRead(({ ids }: Listed) =>
    db
      .selectFrom('queued_tasks')
      .select(['thread_id', sql<number>`count(*)`.as('tasks')])
      .where('thread_id', 'in', inList(ids))
      .groupBy('thread_id'),
  );

  /** At most seven queries, for any number of threads. */
  async function activityIn(threadIds: readonly ThreadId[]): Promise<ReadonlyMap<ThreadId, ThreadActivity>> {
    const activity = new Map<ThreadId, ThreadActivity>();
    const note = (id: ThreadId, what: Partial<ThreadActivity>) =>
      activity.set(id, { ...(activity.get(id) ?? idle), ...what });
    const inThreads = { ids: JSON.stringify(threadIds) };
    const [running, waiting, tagged, news, forked, queues] = [
      runs(inThreads),
      sets(inThreads),
      tags(inThreads),
      unread(inThreads),
      forks(inThreads),
      queued(inThreads),
    ];
    const sessionIds = running.map(({ session_id }) => session_id);
    const asked = sessionIds.length === 0 ? [] : prompts({ ids: JSON.stringify(sessionIds) });
    for (const { run_id: run, thread_id: thread } of running) {
      const prompt = asked.find((one) => one.run_id === run);
      const pendingPrompt = prompt ? promptFrom(prompt) : null;
      note(threadId(thread ?? ''), { activeRunId: runId(run), pendingPrompt });
    }
    for (const { thread_id: thread, run_id: run, files } of waiting)
      if (files) note(threadId(thread), { pendingChangeset: { runId: runId(run), fileCount: files } });
    for (const [thread, rows] of Map.groupBy(tagged, ({ thread_id: thread }) => thread))
      note(threadId(thread), { tags: rows.map(({ tag }) => tag).toSorted() });
    for (const { thread_id: thread } of news) note(threadId(thread), { unread: true });
    for (const { thread_id: thread, from_thread_id: from, from_seq: seq } of forked)
      if (from !== null) note(threadId(thread), { forkedFrom: { threadId: threadId(from), seq } });
    for (const { thread_id: thread, tasks } of queues) note(threadId(thread), { queued: tasks });
    return activity;
  }

  return { activityIn };
}
