import { sql } from 'kysely';
import { runId, toolCallId, type ThreadId, type ToolCallId } from '../../../../core/kernel/ids.ts';
import type { RunChange, RunStore } from '../../../../core/execution/runs/store.ts';
import type { ToolCallRecord } from '../../../../core/execution/runs/model.ts';
import { asJson, contains, membersOf } from '../../sql/words.ts';
import { prepared } from '../../sql/prepared.ts';
import type { Steps } from '../../sql/step.ts';
import { countToolCall } from './days.ts';
import { read, type Db, type NewRow, type Row } from './part.ts';
import { inOrder } from './row-order.ts';
import { recordedInput } from './recorded-input.ts';

type ToolCallChange = Extract<RunChange, { readonly change: 'tool-call.start' | 'tool-call.end' }>;
type ToolCallEnd = Pick<
  NewRow<'tool_calls'>,
  'run_id' | 'tool_call_id' | 'output' | 'success' | 'duration_ms'
>;

export function toolCallSteps(db: Db): Steps<ToolCallChange> {
  const start = prepared<NewRow<'tool_calls'>>(
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
  );
  const runCalled = prepared<Pick<NewRow<'tool_calls'>, 'run_id'>>(({ run_id }) =>
    db
      .updateTable('runs')
      .set((row) => ({ tool_call_count: row('tool_call_count', '+', 1) }))
      .where('run_id', '=', run_id),
  );
  const end = prepared<ToolCallEnd>(({ run_id, tool_call_id, output, success, duration_ms }) =>
    db
      .updateTable('tool_calls')
      .set({ output, success, duration_ms })
      .where('run_id', '=', run_id)
      .where('tool_call_id', '=', tool_call_id),
  );
  const count = countToolCall(db);
  return {
    'tool-call.start': ({ call }) => {
      const row = toolCallRow(call);
      return [start(row), runCalled(row)];
    },
    'tool-call.end': ({ runId, toolCallId, output, success, durationMs }) => {
      const row = {
        run_id: runId,
        tool_call_id: toolCallId,
        output,
        success: Number(success),
        duration_ms: durationMs,
      };
      return [count(row), end(row)];
    },
  };
}

export const toolCallReads = (db: Db): Pick<RunStore, 'toolCall' | 'toolCalls'> => ({
  toolCall: async (threadId, id) => {
    const query = db
      .selectFrom('tool_calls')
      .innerJoin('runs', 'runs.run_id', 'tool_calls.run_id')
      .selectAll('tool_calls')
      .where('tool_calls.tool_call_id', '=', id)
      .where('runs.thread_id', '=', threadId);
    const row = await read(query.executeTakeFirst());
    return row ? toolCallFrom(row) : await copiedCall(db, threadId, id);
  },

  toolCalls: async (id) => {
    const query = db.selectFrom('tool_calls').selectAll().where('run_id', '=', id);
    return (await read(query.orderBy(inOrder).execute())).map(toolCallFrom);
  },
});

const toolCallRow = (call: ToolCallRecord): NewRow<'tool_calls'> => ({
  run_id: call.runId,
  tool_call_id: call.toolCallId,
  agent: call.agent,
  name: call.name,
  input_json: JSON.stringify(call.input),
  output: call.output,
  success: call.success === null ? null : Number(call.success),
  started_at: call.startedAt,
  duration_ms: call.durationMs,
});

export const toolCallFrom = (row: Row<'tool_calls'>): ToolCallRecord => ({
  runId: runId(row.run_id),
  toolCallId: toolCallId(row.tool_call_id),
  agent: row.agent,
  name: row.name,
  input: recordedInput(row.input_json),
  output: row.output,
  success: row.success === null ? null : row.success === 1,
  startedAt: row.started_at,
  durationMs: row.duration_ms,
});

interface CopiedCall {
  readonly run_id: string;
  readonly name: string;
  readonly input_json: string;
  readonly output: string;
  readonly success: number;
  readonly created_at: number;
}

/**
 * In a fork, a call of the thread that it was copied from: its messages have the call and the result. Only those that
 * name it are taken apart.
 */
async function copiedCall(db: Db, thread: ThreadId, id: ToolCallId): Promise<ToolCallRecord | null> {
  const isFork = db.selectFrom('thread_forks').select('thread_id').where('thread_id', '=', thread);
  if (!(await read(isFork.executeTakeFirst()))) return null;
  const block = asJson(sql.ref('block.value'));
  const blocks = (type: string) => sql`
    FROM messages, ${membersOf(sql.ref('content_json'))} AS block
    WHERE thread_id = ${thread} AND ${contains(sql.ref('content_json'), JSON.stringify(id))}
      AND ${block} ->> 'type' = ${type} AND ${block} ->> 'toolCallId' = ${id}`;
  const query = sql<CopiedCall>`
    SELECT asked.*, given.* FROM (
      SELECT run_id, created_at, ${block} ->> 'name' AS name, CAST(${block} -> 'input' AS TEXT) AS input_json
      ${blocks('tool_call')} ORDER BY seq LIMIT 1
    ) AS asked CROSS JOIN (
      SELECT ${block} ->> 'output' AS output,
        CASE WHEN CAST(${block} -> 'success' AS TEXT) = 'true' THEN 1 ELSE 0 END AS success
      ${blocks('tool_result')} ORDER BY seq LIMIT 1
    ) AS given`;
  const [row] = (await read(query.execute(db))).rows;
  if (!row) return null;
  return {
    toolCallId: id,
    runId: runId(row.run_id),
    agent: null,
    name: row.name,
    input: recordedInput(row.input_json),
    output: row.output,
    success: row.success === 1,
    startedAt: row.created_at,
    durationMs: null,
  };
}
