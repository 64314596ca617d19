import { CompiledQuery, sql, type Compilable } from 'kysely';
import type { PendingSummary } from '../../../../core/changesets/model.ts';
import { runId, sessionId, threadId, type ThreadId } from '../../../../core/kernel/ids.ts';
import { idle, type ThreadActivity } from '../../../../core/threads/model.ts';
import { prepared } from '../prepared.ts';
import { isPending, isRunning, read, type Db } from './reading.ts';
import { promptFrom } from './rows.ts';

export interface SetInThread {
  readonly thread: ThreadId;
  readonly summary: PendingSummary;
}

/** One parameter however many they are, so that the statement is the same for all. */
interface Listed {
  readonly ids: string;
}

const inList = (ids: string) => sql<string>`(SELECT value FROM json_each(${ids}))`;

/** Whether the runs have left a file otherwise than they found it: not `isUnchanged` of the core, as SQL. */
const isChanged = sql<boolean>`
  stretches_json ->> '$[0].original.contentId' IS NOT stretches_json ->> '$[#-1].left[#-1]'`;

/** What threads are busy with. Every page of threads asks for it, so its statements are compiled once. */
export function activityReads(db: Db) {
  const runs = listRead(db, ({ ids }) =>
    db
      .selectFrom('runs')
      .select(['run_id', 'session_id', 'thread_id'])
      .where('thread_id', 'in', inList(ids))
      .where(isRunning),
  );
  const sets = listRead(db, ({ ids }) =>
    db
      .selectFrom('sessions')
      .innerJoin('changesets', 'changesets.session_id', 'sessions.session_id')
      .select(['sessions.thread_id', 'changesets.session_id', 'changesets.run_id'])
      .select(({ selectFrom }) =>
        selectFrom('changed_files')
          .select(sql<number>`count(*)`.as('files'))
          .whereRef('changed_files.session_id', '=', 'changesets.session_id')
          .where(isChanged)
          .as('files'),
      )
      .where('sessions.thread_id', 'in', inList(ids)),
  );
  const prompts = listRead(db, ({ ids }) =>
    db.selectFrom('prompts').selectAll().where('session_id', 'in', inList(ids)).where(isPending),
  );

  /** The sets of changes that wait in these threads, that of the latest run first: ids of runs rise. */
  async function setsIn(threadIds: readonly ThreadId[]): Promise<readonly SetInThread[]> {
    const rows = (await sets(threadIds)).toSorted((a, b) => (a.run_id < b.run_id ? 1 : -1));
    return rows.map(({ thread_id, session_id, run_id, files }) => ({
      thread: threadId(thread_id),
      summary: { sessionId: sessionId(session_id), runId: runId(run_id), fileCount: files ?? 0 },
    }));
  }

  /** Three queries at most, however many threads they are. */
  async function activityIn(threadIds: readonly ThreadId[]): Promise<ReadonlyMap<ThreadId, ThreadActivity>> {
    const activity = new Map<ThreadId, ThreadActivity>();
    const note = (id: ThreadId, what: Partial<ThreadActivity>) =>
      activity.set(id, { ...(activity.get(id) ?? idle), ...what });
    const [running, waiting] = await Promise.all([runs(threadIds), setsIn(threadIds)]);
    const asked = await prompts(running.map(({ session_id }) => session_id));
    for (const { run_id: run, thread_id: thread } of running) {
      const prompt = asked.find((one) => one.run_id === run);
      const pendingPrompt = prompt ? promptFrom(prompt) : null;
      note(threadId(thread ?? ''), { activeRunId: runId(run), pendingPrompt });
    }
    // The set of the latest run comes first in its thread, and what is noted last counts.
    for (const { thread, summary } of waiting.toReversed()) {
      const { runId: run, fileCount } = summary;
      if (fileCount > 0) note(thread, { pendingChangeset: { runId: run, fileCount } });
    }
    return activity;
  }

  return { setsIn, activityIn };
}

type RowOf<Query> = Query extends { execute(): Promise<(infer Row)[]> } ? Row : never;

/** Reads the rows of a list of ids; an empty one asks nothing. */
function listRead<Query extends Compilable>(db: Db, build: (listed: Listed) => Query) {
  const bind = prepared<Listed>(build);
  return async (ids: readonly string[]): Promise<readonly RowOf<Query>[]> => {
    if (ids.length === 0) return [];
    const { sql: text, parameters } = bind({ ids: JSON.stringify(ids) });
    return (await read(db.executeQuery<RowOf<Query>>(CompiledQuery.raw(text, [...parameters])))).rows;
  };
}
