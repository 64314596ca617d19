import type { Express } from 'express';
import { openBare } from './database.ts';
import { cursorOf, instant, pageSize } from './page.ts';

interface ThreadRow {
  readonly thread_id: string;
  readonly title: string;
  readonly archived: number;
  readonly message_count: number;
  readonly cost_usd: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly change_no: number;
}

interface MessageRow {
  readonly seq: number;
  readonly role: string;
  readonly content_json: string;
  readonly run_id: string;
  readonly created_at: number;
}

/** The newest page of threads with what they are busy with, and the messages of one. */
export function threadRoutes(app: Express, dataDir: string): void {
  const database = openBare(dataDir, 'history.db');
  const newest = database.prepare<[number], ThreadRow>(
    'SELECT * FROM threads WHERE archived = 0 ORDER BY change_no DESC LIMIT ?',
  );
  const inList = 'IN (SELECT value FROM json_each(?))';
  const running = database.prepare<[string], { run_id: string; thread_id: string }>(
    `SELECT run_id, thread_id FROM runs WHERE thread_id ${inList} AND status = 'running'`,
  );
  const changed = database.prepare<[string], { thread_id: string; run_id: string; files: number }>(
    `SELECT thread_id, run_id, (SELECT count(*) FROM changed_files
       WHERE changed_files.thread_id = changesets.thread_id) AS files
     FROM changesets WHERE thread_id ${inList}`,
  );
  const tagged = database.prepare<[string], { thread_id: string; tag: string }>(
    `SELECT thread_id, tag FROM thread_tags WHERE thread_id ${inList}`,
  );
  const unread = database
    .prepare<[string], string>(`SELECT thread_id FROM unread_threads WHERE thread_id ${inList}`)
    .pluck();
  const forked = database.prepare<
    [string],
    { thread_id: string; from_thread_id: string | null; from_seq: number }
  >(`SELECT thread_id, from_thread_id, from_seq FROM thread_forks WHERE thread_id ${inList}`);
  const queued = database.prepare<[string], { thread_id: string; tasks: number }>(
    `SELECT thread_id, count(*) AS tasks FROM queued_tasks WHERE thread_id ${inList} GROUP BY thread_id`,
  );
  app.get('/api/threads', ({ query }, response) => {
    const limit = pageSize(query['limit']);
    const rows = newest.all(limit + 1);
    const items = rows.slice(0, limit);
    const ids = JSON.stringify(items.map(({ thread_id }) => thread_id));
    const [runs, sets, tags] = [running.all(ids), changed.all(ids), tagged.all(ids)];
    const runOf = new Map(runs.map(({ thread_id, run_id }) => [thread_id, run_id]));
    const setOf = new Map(
      sets.map(({ thread_id, run_id, files }) => [thread_id, { runId: run_id, fileCount: files }]),
    );
    const tagsOf = Map.groupBy(tags, ({ thread_id }) => thread_id);
    const news = new Set(unread.all(ids));
    const origins = new Map(
      forked.all(ids).map((fork) => [fork.thread_id, { threadId: fork.from_thread_id, seq: fork.from_seq }]),
    );
    const queues = new Map(queued.all(ids).map(({ thread_id, tasks }) => [thread_id, tasks]));
    const last = items.at(-1);
    response.json({
      threads: items.map((row) => ({
        threadId: row.thread_id,
        title: row.title,
        archived: row.archived === 1,
        messageCount: row.message_count,
        costUsd: row.cost_usd,
        createdAt: instant(row.created_at),
        updatedAt: instant(row.updated_at),
        activeRunId: runOf.get(row.thread_id) ?? null,
        pendingChangeset: setOf.get(row.thread_id) ?? null,
        tags: (tagsOf.get(row.thread_id) ?? []).map(({ tag }) => tag),
        unread: news.has(row.thread_id),
        forkedFrom: origins.get(row.thread_id) ?? null,
        queued: queues.get(row.thread_id) ?? 0,
        pendingPrompt: null,
      })),
      nextCursor: last && rows.length > limit ? cursorOf(JSON.stringify({ changeNo: last.change_no })) : null,
    });
  });

  const known = database.prepare<[string], { thread_id: string }>(
    'SELECT thread_id FROM threads WHERE thread_id = ?',
  );
  const messages = database.prepare<[string, number, number], MessageRow>(
    'SELECT * FROM messages WHERE thread_id = ? AND seq > ? ORDER BY seq LIMIT ?',
  );
  app.get('/api/threads/:id/messages', ({ params, query }, response) => {
    if (!known.get(params.id)) throw new Error('no such thread');
    const { cursor, after } = query as { readonly cursor?: string; readonly after?: string };
    const from = cursor === undefined ? Number(after ?? 0) : Number(Buffer.from(cursor, 'base64url'));
    const limit = pageSize(query['limit']);
    const rows = messages.all(params.id, from, limit + 1);
    const items = rows.slice(0, limit);
    response.json({
      messages: items.map((row) => ({
        seq: row.seq,
        role: row.role,
        content: JSON.parse(row.content_json) as unknown,
        runId: row.run_id,
        createdAt: instant(row.created_at),
      })),
      nextCursor: rows.length > limit ? cursorOf(String(items.at(-1)?.seq)) : null,
    });
  });
}
