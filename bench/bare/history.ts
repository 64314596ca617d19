import type { Express } from 'express';
import { openBare } from './database.ts';
import { cursorOf, instant, pageSize } from './page.ts';

interface RunRow {
  readonly run_id: string;
  readonly session_id: string;
  readonly thread_id: string;
  readonly task: string;
  readonly status: string;
  readonly stop_reason: string | null;
  readonly model: string;
  readonly provider: string;
  readonly profile: string | null;
  readonly usage_json: string;
  readonly cost_usd: number;
  readonly agents_cost_usd: number;
  readonly tool_call_count: number;
  readonly duration_ms: number;
  readonly wait_ms: number;
  readonly started_by: string;
  readonly created_at: number;
  readonly ended_at: number | null;
  readonly run_no: number;
}

const DAY_MS = 86_400_000;
const DAYS = 30;
const SUMS = `count(*) AS runs, sum(cost_usd) AS cost, sum(input_tokens) AS input, sum(output_tokens) AS output,
  sum(cache_read_tokens) AS cacheRead, sum(cache_write_tokens) AS cacheWrite`;

/** What each query costs that looks at the rows themselves, with no sums that were made before. */
export function historyRoutes(app: Express, dataDir: string): void {
  const database = openBare(dataDir, 'history.db');
  const groups = database.prepare(
    `SELECT model, provider, status, avg(duration_ms), avg(wait_ms), ${SUMS}
     FROM runs WHERE created_at >= ? GROUP BY model, provider, status`,
  );
  const tools = database.prepare(
    `SELECT name, count(*) AS calls, sum(success = 0) AS failures
     FROM tool_calls WHERE started_at >= ? GROUP BY name`,
  );
  app.get('/api/history/stats', (_request, response) => {
    const from = Date.now() - DAYS * DAY_MS;
    response.json({ groups: groups.all(from), tools: tools.all(from) });
  });

  const byDay = database.prepare(
    `SELECT created_at / ${DAY_MS} AS day, model, ${SUMS} FROM runs WHERE created_at >= ? GROUP BY day, model`,
  );
  app.get('/api/history/cost/daily', (_request, response) => {
    response.json({ days: byDay.all(Date.now() - DAYS * DAY_MS) });
  });

  const newest = 'ORDER BY run_no DESC LIMIT ?';
  const all = database.prepare<[number], RunRow>(`SELECT * FROM runs ${newest}`);
  const ofModel = database.prepare<[string, number], RunRow>(`SELECT * FROM runs WHERE model = ? ${newest}`);
  const withText = database.prepare<[string, number], RunRow>(
    `SELECT * FROM runs WHERE instr(lower(task), lower(?)) > 0 ${newest}`,
  );
  app.get('/api/history/runs', ({ query }, response) => {
    const limit = pageSize(query['limit']);
    const { model, q } = query as { readonly model?: string; readonly q?: string };
    const most = limit + 1;
    const rows =
      q !== undefined
        ? withText.all(q, most)
        : model === undefined
          ? all.all(most)
          : ofModel.all(model, most);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    response.json({
      runs: items.map(runFrom),
      nextCursor: last && rows.length > limit ? cursorOf(JSON.stringify({ runNo: last.run_no })) : null,
    });
  });
}

const runFrom = (row: RunRow) => ({
  runId: row.run_id,
  sessionId: row.session_id,
  threadId: row.thread_id,
  task: row.task,
  status: row.status,
  stopReason: row.stop_reason,
  model: row.model,
  provider: row.provider,
  profile: row.profile,
  usage: JSON.parse(row.usage_json) as unknown,
  costUsd: row.cost_usd + row.agents_cost_usd,
  toolCallCount: row.tool_call_count,
  durationMs: row.duration_ms,
  waitMs: row.wait_ms,
  startedBy: row.started_by,
  createdAt: instant(row.created_at),
  endedAt: row.ended_at === null ? null : instant(row.ended_at),
  error: null,
  trigger: null,
});
