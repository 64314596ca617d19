import type { ColumnType, Generated } from 'kysely';

/** The tables of history.db as they are after the latest migration. */
export interface HistorySchema {
  threads: {
    thread_id: string;
    title: string;
    /** 1 once the thread has a title of its own. */
    titled: Generated<number>;
    archived: number;
    message_count: number;
    cost_usd: number;
    created_at: number;
    updated_at: number;
    /** Rises with each change that moves `updated_at`, over all threads. */
    change_no: Generated<number>;
  };
  sessions: { session_id: string; thread_id: string; profile: string | null; created_at: number };
  messages: {
    thread_id: string;
    seq: number;
    role: 'user' | 'assistant';
    content_json: string;
    run_id: string;
    created_at: number;
  };
  runs: {
    run_id: string;
    session_id: string;
    thread_id: string | null;
    task: string;
    status: string;
    stop_reason: string | null;
    model: string;
    provider: string;
    profile: string | null;
    usage_json: string;
    /** Of its own turns; what its sub-agents cost stands apart, and in side_calls. */
    cost_usd: number;
    agents_cost_usd: Generated<number>;
    tool_call_count: Generated<number>;
    duration_ms: number;
    wait_ms: number;
    started_by: string;
    created_at: number;
    ended_at: number | null;
    error_json: string | null;
    /** In the order of making. */
    run_no: Generated<number>;
    /** These four are what `usage_json` says. */
    input_tokens: ColumnType<number, never, never>;
    output_tokens: ColumnType<number, never, never>;
    cache_read_tokens: ColumnType<number, never, never>;
    cache_write_tokens: ColumnType<number, never, never>;
  };
  events: { run_id: string; id: number; type: string; data_json: string; at: number };
  tool_calls: {
    run_id: string;
    tool_call_id: string;
    agent: string | null;
    name: string;
    input_json: string;
    output: string | null;
    success: ColumnType<number | null>;
    started_at: number;
    duration_ms: number | null;
  };
  compactions: {
    thread_id: string;
    upto_seq: number;
    summary: string;
    trigger_by: 'manual' | 'automatic';
    focus: string | null;
    tokens_before: number;
    tokens_after: number;
    model: string;
    cost_usd: number;
    created_at: number;
    told_at: number | null;
  };
  side_calls: {
    side_call_id: string;
    purpose: string;
    thread_id: string | null;
    run_id: string | null;
    model: string;
    provider: string;
    usage_json: string;
    cost_usd: number;
    outcome: string;
    error_json: string | null;
    created_at: number;
  };
  calls_begun: {
    /** Of a run, a sub-agent or a side call. */
    caller_id: string;
    worst_usd: number;
    side_call_json: string | null;
    created_at: number;
  };
  prompts: {
    prompt_id: string;
    prompt_type: string;
    secret_json: string | null;
    session_id: string;
    run_id: string;
    tool_call_id: string;
    questions_json: string;
    allow_free_text: number;
    state: string;
    answer: string | null;
    created_at: number;
    expires_at: number;
    settled_at: number | null;
  };
  grants: {
    grant_id: string;
    class: string;
    target: string | null;
    tool: string | null;
    thread_id: string | null;
    granted_by: string;
    created_at: number;
    expires_at: number;
    revoked_at: number | null;
  };
  changesets: { thread_id: string; run_id: string; created_at: number };
  changed_files: { thread_id: string; path: string; stretches_json: string; kept_bytes: number };
  /** What is counted of the requests to the hosts of APIs. */
  rate_windows: { host: string; window: string; used: number; ends_at: number };
  /** Runs that have ended, by the day (UTC, from the epoch) on which they began. */
  spent_days: {
    day: number;
    model: string;
    provider: string;
    status: string;
    runs: number;
    cost_usd: number;
    duration_ms: number;
    wait_ms: number;
    input_tokens: number;
    output_tokens: number;
    cache_read_tokens: number;
    cache_write_tokens: number;
  };
  /** Calls that have an outcome, by the day on which they began. */
  tool_days: { day: number; name: string; calls: number; failures: number };
  idempotency_keys: { session_id: string; key: string; run_id: string; created_at: number };
}
