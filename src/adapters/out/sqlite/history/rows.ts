import type { Insertable, Selectable } from 'kysely';
import type { ChangedFile } from '../../../../core/changesets/model.ts';
import type { Grant, GrantedClass } from '../../../../core/consent/model.ts';
import type { Prompt, PromptState, PromptType } from '../../../../core/prompts/model.ts';
import type { RunEvent } from '../../../../core/runs/events.ts';
import type {
  CallBegun,
  Run,
  RunStatus,
  SideCall,
  StopReason,
  ToolCallRecord,
} from '../../../../core/runs/model.ts';
import type { Session } from '../../../../core/sessions/model.ts';
import type { Compaction, Message, NewMessage, Thread } from '../../../../core/threads/model.ts';
import {
  grantId,
  promptId,
  runId,
  sessionId,
  threadId,
  type ThreadId,
  toolCallId,
  type RunId,
} from '../../../../core/kernel/ids.ts';
import type { HistorySchema } from './schema.ts';
import { usageJson } from './token-sums.ts';

/** The one place where the names and types of history.db and those of the core meet. */
type Row<Table extends keyof HistorySchema> = Selectable<HistorySchema[Table]>;
type NewRow<Table extends keyof HistorySchema> = Insertable<HistorySchema[Table]>;

export const threadRow = (thread: Thread): NewRow<'threads'> => ({
  thread_id: thread.threadId,
  title: thread.title,
  archived: Number(thread.archived),
  message_count: thread.messageCount,
  cost_usd: thread.costUsd,
  created_at: thread.createdAt,
  updated_at: thread.updatedAt,
});

export const threadFrom = (row: Row<'threads'>): Thread => ({
  threadId: threadId(row.thread_id),
  title: row.title,
  archived: row.archived === 1,
  messageCount: row.message_count,
  costUsd: row.cost_usd,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const compactionRow = (compaction: Compaction): NewRow<'compactions'> => ({
  thread_id: compaction.threadId,
  upto_seq: compaction.uptoSeq,
  summary: compaction.summary,
  trigger_by: compaction.trigger,
  focus: compaction.focus,
  tokens_before: compaction.tokensBefore,
  tokens_after: compaction.tokensAfter,
  model: compaction.model,
  cost_usd: compaction.costUsd,
  created_at: compaction.createdAt,
  told_at: null,
});

export const compactionFrom = (row: Row<'compactions'>): Compaction => ({
  threadId: threadId(row.thread_id),
  uptoSeq: row.upto_seq,
  summary: row.summary,
  trigger: row.trigger_by,
  focus: row.focus,
  tokensBefore: row.tokens_before,
  tokensAfter: row.tokens_after,
  model: row.model,
  costUsd: row.cost_usd,
  createdAt: row.created_at,
});

export const sideCallRow = (call: SideCall): NewRow<'side_calls'> => ({
  side_call_id: call.sideCallId,
  purpose: call.purpose,
  thread_id: call.threadId,
  run_id: call.runId,
  model: call.model,
  provider: call.provider,
  usage_json: usageJson(call.usage),
  cost_usd: call.costUsd,
  outcome: call.outcome,
  error_json: call.error && JSON.stringify(call.error),
  created_at: call.createdAt,
});

export const callBegunRow = (call: CallBegun): NewRow<'calls_begun'> => ({
  caller_id: call.callerId,
  worst_usd: call.worstUsd,
  side_call_json: call.sideCall && JSON.stringify(call.sideCall),
  created_at: call.createdAt,
});

export const callBegunFrom = (row: Row<'calls_begun'>): CallBegun => ({
  callerId: row.caller_id,
  worstUsd: row.worst_usd,
  sideCall: row.side_call_json === null ? null : (JSON.parse(row.side_call_json) as CallBegun['sideCall']),
  createdAt: row.created_at,
});

export const sessionRow = (session: Session): NewRow<'sessions'> => ({
  session_id: session.sessionId,
  thread_id: session.threadId,
  profile: session.profile,
  created_at: session.createdAt,
});

export const sessionFrom = (row: Row<'sessions'>): Session => ({
  sessionId: sessionId(row.session_id),
  threadId: threadId(row.thread_id),
  profile: row.profile,
  createdAt: row.created_at,
});

export const messageRow = (message: NewMessage): Omit<NewRow<'messages'>, 'seq'> => ({
  thread_id: message.threadId,
  role: message.role,
  content_json: JSON.stringify(message.content),
  run_id: message.runId,
  created_at: message.createdAt,
});

export const messageFrom = (row: Row<'messages'>): Message => ({
  seq: row.seq,
  role: row.role,
  content: JSON.parse(row.content_json) as Message['content'],
  runId: runId(row.run_id),
  createdAt: row.created_at,
});

export const runRow = (run: Run): NewRow<'runs'> => ({
  run_id: run.runId,
  session_id: run.sessionId,
  thread_id: run.threadId,
  task: run.task,
  status: run.status,
  stop_reason: run.stopReason,
  model: run.model,
  provider: run.provider,
  profile: run.profile,
  usage_json: usageJson(run.usage),
  cost_usd: run.costUsd,
  duration_ms: run.durationMs,
  wait_ms: run.waitMs,
  started_by: run.startedBy,
  created_at: run.createdAt,
  ended_at: run.endedAt,
  error_json: run.error && JSON.stringify(run.error),
});

export const runFrom = (row: Row<'runs'>): Run => ({
  runId: runId(row.run_id),
  sessionId: sessionId(row.session_id),
  threadId: row.thread_id === null ? null : threadId(row.thread_id),
  task: row.task,
  status: row.status as RunStatus,
  stopReason: row.stop_reason as StopReason | null,
  model: row.model,
  provider: row.provider,
  profile: row.profile,
  usage: JSON.parse(row.usage_json) as Run['usage'],
  costUsd: row.cost_usd + row.agents_cost_usd,
  toolCallCount: row.tool_call_count,
  durationMs: row.duration_ms,
  waitMs: row.wait_ms,
  startedBy: row.started_by,
  createdAt: row.created_at,
  endedAt: row.ended_at,
  error: row.error_json === null ? null : (JSON.parse(row.error_json) as Run['error']),
});

export const eventRow = (run: RunId, event: RunEvent, at: number): NewRow<'events'> => ({
  run_id: run,
  id: event.id,
  type: event.type,
  data_json: JSON.stringify(event.data),
  at,
});

export const eventFrom = (row: Pick<Row<'events'>, 'id' | 'type' | 'data_json'>): RunEvent =>
  ({ id: row.id, type: row.type, data: JSON.parse(row.data_json) as unknown }) as RunEvent;

export const toolCallRow = (call: ToolCallRecord): NewRow<'tool_calls'> => ({
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
  input: JSON.parse(row.input_json) as ToolCallRecord['input'],
  output: row.output,
  success: row.success === null ? null : row.success === 1,
  startedAt: row.started_at,
  durationMs: row.duration_ms,
});

export const promptRow = (prompt: Prompt): NewRow<'prompts'> => ({
  prompt_id: prompt.promptId,
  prompt_type: prompt.promptType,
  secret_json: prompt.secret && JSON.stringify(prompt.secret),
  session_id: prompt.sessionId,
  run_id: prompt.runId,
  tool_call_id: prompt.toolCallId,
  questions_json: JSON.stringify(prompt.questions),
  allow_free_text: Number(prompt.allowFreeText),
  state: prompt.state,
  answer: prompt.answer,
  created_at: prompt.createdAt,
  expires_at: prompt.expiresAt,
  settled_at: prompt.settledAt,
});

export const promptFrom = (row: Row<'prompts'>): Prompt => ({
  promptId: promptId(row.prompt_id),
  promptType: row.prompt_type as PromptType,
  secret: row.secret_json === null ? null : (JSON.parse(row.secret_json) as Prompt['secret']),
  sessionId: sessionId(row.session_id),
  runId: runId(row.run_id),
  toolCallId: toolCallId(row.tool_call_id),
  questions: JSON.parse(row.questions_json) as Prompt['questions'],
  allowFreeText: row.allow_free_text === 1,
  state: row.state as PromptState,
  answer: row.answer,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  settledAt: row.settled_at,
});

export const grantRow = (grant: Grant): NewRow<'grants'> => ({
  grant_id: grant.grantId,
  class: grant.class,
  target: grant.target,
  tool: grant.tool,
  thread_id: grant.threadId,
  granted_by: grant.by,
  created_at: grant.createdAt,
  expires_at: grant.expiresAt,
  revoked_at: grant.revokedAt,
});

export const grantFrom = (row: Row<'grants'>): Grant => ({
  grantId: grantId(row.grant_id),
  class: row.class as GrantedClass,
  target: row.target,
  tool: row.tool,
  threadId: row.thread_id === null ? null : threadId(row.thread_id),
  by: row.granted_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
});

export const changedFileRow = (
  thread: ThreadId,
  { path, stretches }: ChangedFile,
): NewRow<'changed_files'> => ({
  thread_id: thread,
  path,
  stretches_json: JSON.stringify(stretches),
  kept_bytes: stretches.reduce((sum, { original }) => sum + (original?.sizeBytes ?? 0), 0),
});

export const changedFileFrom = (row: Pick<Row<'changed_files'>, 'path' | 'stretches_json'>): ChangedFile => ({
  path: row.path,
  stretches: JSON.parse(row.stretches_json) as ChangedFile['stretches'],
});
