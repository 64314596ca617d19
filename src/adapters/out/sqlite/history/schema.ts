import type { Artifact } from '../../../../core/workspace/artifacts/model.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Fire, Trigger } from '../../../../core/automation/triggers/model.ts';
import type { Notice } from '../../../../core/automation/notices/model.ts';
import type { StepResult, WorkflowRun } from '../../../../core/automation/workflows/model.ts';
import type { Role, SessionWay, Starter } from '../../../../core/trust/people/model.ts';
import type { Task } from '../../../../core/automation/tasks/model.ts';
import type { HandoverKind } from '../../../../core/trust/handover/model.ts';
import type { ToldKind } from '../../../../core/ports/told.ts';

export interface ApiStoreTables {
  /** Counts of requests to the hosts of APIs. */
  rate_windows: { host: string; window: string; used: number; members_json: string; ends_at: number };
}

export interface ArtifactTables {
  artifacts: {
    artifact_no: number;
    artifact_id: string;
    person_id: string;
    shared: Generated<number>;
    title: string;
    type: Artifact['type'];
    description: string | null;
    /** Title and description in small letters, for the search. */
    words: string;
    version: number;
    size_bytes: number;
    thread_id: string | null;
    run_id: string | null;
    /** Rises with each change of any artifact. */
    change_no: number;
    created_at: number;
    updated_at: number;
  };
  artifact_versions: {
    artifact_id: string;
    version: number;
    type: Artifact['type'];
    content_hash: string;
    size_bytes: number;
    run_id: string | null;
    created_at: number;
  };
}

export interface AssistantTables {
  assistants: {
    assistant_id: string;
    person_id: string;
    name: string;
    /** The same for names that are one. */
    name_key: string;
    instructions: string | null;
    profile: string | null;
    /** Null where nothing is switched. */
    tools_json: string | null;
    created_at: number;
    updated_at: number;
  };
}

export interface BatchTables {
  batches: {
    batch_no: number;
    batch_id: string;
    principal: string;
    person_id: string;
    state: string;
    requests: number;
    model: string | null;
    provider: string | null;
    address: string | null;
    provider_batch_id: string | null;
    price_json: string | null;
    created_at: number;
    ended_at: number | null;
  };
  batch_requests: {
    batch_id: string;
    place: number;
    id: string;
    task: string;
    system: string | null;
    prompt_tokens: number;
    worst_usd: number;
    status: string;
    text: string | null;
    error_json: string | null;
    usage_json: string | null;
    cost_usd: number | null;
  };
}

export interface ChangesetTables {
  changesets: { thread_id: string; run_id: string; created_at: number };
  changed_files: { thread_id: string; path: string; stretches_json: string; kept_bytes: number };
}

/** The summaries of threads. */
export interface CompactionTables {
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
}

export interface ConsentTables {
  grants: {
    grant_id: string;
    class: string;
    target: string | null;
    tool: string | null;
    thread_id: string | null;
    folder: string | null;
    trigger_id: string | null;
    workflow_id: string | null;
    person_id: string;
    created_at: number;
    expires_at: number;
    revoked_at: number | null;
  };
}

export interface DayTables {
  /** Runs that have ended, by the day (UTC, from the epoch) on which they began. */
  spent_days: {
    day: number;
    person_id: string;
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
  /** Calls with an outcome, by the day on which they began. */
  tool_days: { day: number; person_id: string; name: string; calls: number; failures: number };
}

export interface DeletedFileTables {
  deleted_files: {
    deleted_file_no: number;
    deleted_file_id: string;
    path: string;
    copy_id: string;
    content_id: string;
    size_bytes: number;
    mode: number;
    deleted_at: number;
    is_begun: number;
    is_earlier: number;
  };
}

export interface LinkTables {
  thread_entities: { thread_id: string; entity_id: string; created_at: number };
  moved_links: { merge_id: string; thread_id: string };
  link_moves: { merge_id: string; from_id: string; to_id: string };
}

export interface VersionTables {
  thread_branches: { thread_id: string; from_seq: number; after_seq: number; first_seq: number | null };
  hidden_messages: { thread_id: string; from_seq: number; to_seq: number };
}

export interface FolderTables {
  thread_places: { thread_id: string; pinned_at: Generated<number | null>; folder: Generated<string | null> };
}

export interface ForkTables {
  thread_forks: { thread_id: string; from_thread_id: string | null; from_seq: number };
}

export interface HandoverTables {
  handovers: {
    handover_id: string;
    kind: HandoverKind;
    thing_id: string;
    person_id: string;
    to_id: string;
    created_at: number;
  };
}

export interface InsightTables {
  threads_to_forget: { thread_id: string };
}

export interface MessageTables {
  messages: {
    thread_id: string;
    seq: number;
    role: 'user' | 'assistant';
    content_json: string;
    run_id: string;
    created_at: number;
  };
}

export interface ModelWindowTables {
  model_windows: {
    endpoint: string;
    model_id: string;
    stated_tokens: number;
    tokens: number;
    at: number;
  };
}

export interface NoticeTables {
  notices: {
    notice_no: number;
    notice_id: string;
    person_id: string;
    kind: Notice['kind'];
    title: string;
    title_says_json: string | null;
    text: string;
    text_says_json: string | null;
    trigger_id: string | null;
    workflow_run_id: string | null;
    created_at: number;
  };
}

export interface PeopleTables {
  people: {
    person_id: string;
    name: string | null;
    role: Role;
    created_at: number;
    last_seen_at: number | null;
    disabled: number;
    daily_limit_usd: number | null;
    proxy_user: string | null;
    handover_to: string | null;
  };
}

/** How people sign in. Of values that let somebody in, only hashes. */
export interface SignInTables {
  person_sessions: {
    session_id: string;
    hash: string;
    person_id: string;
    way: SessionWay;
    address: string | null;
    browser: string | null;
    created_at: number;
    last_seen_at: number;
  };
  person_tokens: {
    token_id: string;
    hash: string;
    person_id: string;
    name: string;
    /** Separated by spaces. */
    scopes: string;
    created_at: number;
    last_used_at: number | null;
    expires_at: number | null;
  };
  invitations: {
    invitation_id: string;
    hash: string;
    name: string;
    created_at: number;
    expires_at: number;
  };
  person_links: { hash: string; person_id: string; created_at: number; expires_at: number };
  passkeys: {
    passkey_id: string;
    person_id: string;
    name: string;
    public_key: string;
    counter: number;
    /** Separated by spaces. */
    transports: string;
    /** Where it was made: it counts nowhere else. */
    public_url: string;
    created_at: number;
    last_used_at: number | null;
  };
  person_identities: {
    issuer: string;
    subject: string;
    person_id: string;
    created_at: number;
  };
  wrong_tries: { who: string; tries: number; last_at: number };
}

export interface PromptTables {
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
}

export interface QueueTables {
  queued_tasks: {
    queue_no: number;
    queued_task_id: string;
    thread_id: string;
    task: string;
    profile: string | null;
    /** Null where there are none. */
    attachments_json: string | null;
    created_at: number;
  };
  queue_keys: {
    thread_id: string;
    key: string;
    queued_task_id: string;
    task: string;
    profile: string | null;
    /** Null where there are none. */
    attachments_json: string | null;
    run_id: string | null;
    created_at: number;
  };
  held_queues: { thread_id: string; why: string };
}

export interface EventTables {
  events: { run_id: string; id: number; type: string; data_json: string; at: number };
}

export interface RunTables extends EventTables, ToolCallTables, SideCallTables {
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
    /** Cost of its own turns. `agents_cost_usd` is that of its sub-agents, which side_calls has one by one. */
    cost_usd: number;
    agents_cost_usd: Generated<number>;
    tool_call_count: Generated<number>;
    duration_ms: number;
    wait_ms: number;
    person_id: string;
    starter_kind: Starter['kind'];
    starter_id: string | null;
    /** Null for a run that works. */
    replay_of: string | null;
    created_at: number;
    ended_at: number | null;
    error_json: string | null;
    /** 1 or 0; 0 in rows of earlier versions. */
    price_known: Generated<number>;
    /** Rises in the order of insertion. */
    run_no: Generated<number>;
    /** Rises in the order of the ends; null while it is running. */
    end_no: Generated<number | null>;
    boot_id: string | null;
    /** Null where there are none. */
    attachments_json: string | null;
    /** Null for a run that ends when its process does. */
    resumption_json: string | null;
    /** Null where it was given none. */
    instructions_json: string | null;
    /** Null where nothing was switched. */
    tools_json: string | null;
    /** How often another process went on with it, and when the last one did. */
    resumed: Generated<number>;
    resumed_at: number | null;
    /** These four are generated from `usage_json`. */
    input_tokens: ColumnType<number, never, never>;
    output_tokens: ColumnType<number, never, never>;
    cache_read_tokens: ColumnType<number, never, never>;
    cache_write_tokens: ColumnType<number, never, never>;
  };
  idempotency_keys: { session_id: string; key: string; run_id: string; created_at: number };
}

export interface SessionTables {
  sessions: { session_id: string; thread_id: string; profile: string | null; created_at: number };
}

/** Model calls outside the turns of runs, and all calls that have begun but not ended. */
export interface SideCallTables {
  side_calls: {
    side_call_id: string;
    purpose: string;
    thread_id: string | null;
    run_id: string | null;
    person_id: string;
    model: string;
    provider: string;
    usage_json: string;
    cost_usd: number;
    outcome: string;
    /** Above 0: what was spent. See `price-known.ts`. */
    price_known: Generated<number>;
    error_json: string | null;
    created_at: number;
  };
  calls_begun: {
    /** The id of a run, a sub-agent or a side call. */
    caller_id: string;
    worst_usd: number;
    side_call_json: string | null;
    created_at: number;
  };
}

export interface FaceTables {
  faced_threads: { thread_id: string; chat: string | null; tip: string };
}

export interface PastTables {
  past_threads: { thread_id: string; kind: string; source_id: string };
}

export interface TagTables {
  thread_tags: { tag: string; thread_id: string };
}

export interface TaskTables {
  tasks: {
    task_no: number;
    task_id: string;
    title: string;
    description: string | null;
    status: Task['status'];
    priority: Task['priority'];
    assignee: string | null;
    due_at: number | null;
    tags_json: string;
    parent_id: string | null;
    thread_id: string | null;
    run_id: string | null;
    /** The title and the description, as searches compare them. */
    words: string;
    person_id: string;
    problem: string | null;
    problem_says_json: string | null;
    created_by: string;
    report: string | null;
    completed_by: string | null;
    of_agent: number;
    created_at: number;
    updated_at: number;
    completed_at: number | null;
  };
  task_tags: { tag: string; task_no: number };
}

export interface ThreadSearchTables {
  searched_texts: { doc_id: number; thread_id: string; seq: number; text: string };
  search_gaps: { gap_no: number; thread_id: string; after_seq: number };
}

export interface ThreadTables extends MessageTables, CompactionTables, VersionTables {
  threads: {
    thread_id: string;
    person_id: string;
    title: string;
    /** 1 once the title was set. */
    titled: Generated<number>;
    archived: number;
    message_count: number;
    cost_usd: number;
    created_at: number;
    updated_at: number;
    /** Rises with each change of `updated_at`, over all threads. */
    change_no: Generated<number>;
    /** Null without any. */
    instructions: Generated<string | null>;
    /** Null where nothing is switched. */
    tools_json: Generated<string | null>;
    /** Of what it began with; null where there was nothing. */
    assistant_id: Generated<string | null>;
    assistant_name: Generated<string | null>;
    profile: Generated<string | null>;
  };
}

export interface ToldTables {
  run_memories: {
    told_no: Generated<number>;
    run_id: string;
    /** Empty: the prompt. */
    tool_call_id: string;
    kind: ToldKind;
    thing_id: string;
    agent: string | null;
    place: number;
    score: number | null;
    reasons_json: string;
    told_at: number;
  };
}

export interface ToolCallTables {
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
}

export interface ToolRunTables {
  tool_sessions: {
    tool_session_id: string;
    principal: string;
    person_id: string;
    session_id: string;
    created_at: number;
  };
  tool_runs: {
    tool_run_no: number;
    run_id: string;
    tool_session_id: string;
    principal: string;
    person_id: string;
    client: string | null;
    waits: string;
    state_dir: string | null;
    files_place: string | null;
    created_at: number;
  };
  tool_state_dirs: { principal: string; state_dir: string };
}

export interface ToolServerTables {
  /** `definitions` is a JSON array of `PinnedDefinition`, as far as this engine wrote it. */
  accepted_tools: { server: string; place: string; definitions: string };
}

export interface TriggerTables {
  triggers: {
    trigger_no: number;
    trigger_id: string;
    kind: Trigger['kind'];
    title: string;
    effect: Trigger['effect'];
    schedule: string | null;
    run_at: number | null;
    time_zone: string;
    watch_json: string | null;
    task: string | null;
    workflow_json: string | null;
    expectation_json: string | null;
    profile: string | null;
    permissions_json: string;
    ceilings_json: string;
    enabled: number;
    paused_reason: string | null;
    paused_says_json: string | null;
    confirmed_at: number | null;
    /** Null for what is not due again. */
    next_due_at: number | null;
    /** What the clock said when that was found. */
    due_found_at: number;
    failures: number;
    /** When a restore brought it back; null once the engine has looked at it. */
    restored_at: number | null;
    thread_id: string | null;
    of_agent: number;
    person_id: string;
    created_by: string;
    created_at: number;
    updated_at: number;
  };
  fires: {
    fire_no: number;
    trigger_id: string;
    due_at: number;
    cause: Fire['cause'];
    run_id: string | null;
    workflow_run_id: string | null;
    started_at: number;
    ended_at: number | null;
    /** Null while it is in progress. */
    outcome: Fire['outcome'];
    reason_code: string | null;
    reason: string | null;
    reason_says_json: string | null;
    missed: number;
    missed_because: Fire['missedBecause'];
    baseline_json: string;
    /** Null where there is nothing. */
    not_carried_out_json: string | null;
  };
  watched_texts: { trigger_id: string; text: string; checked_at: number };
}

export interface UnreadTables {
  unread_threads: { thread_id: string };
}

export interface WorkflowTables {
  workflows: {
    workflow_no: number;
    workflow_id: string;
    name: string;
    description: string | null;
    steps_json: string;
    parameters_json: string;
    permissions_json: string;
    expectation_json: string | null;
    of_agent: number;
    person_id: string;
    created_by: string;
    created_at: number;
  };
  workflow_runs: {
    workflow_run_no: number;
    workflow_run_id: string;
    workflow_id: string | null;
    name: string;
    /** As planned when it began. */
    steps_json: string;
    parameters_json: string;
    expectation_json: string | null;
    baseline_json: string;
    of_agent: number;
    status: WorkflowRun['status'];
    outcome: WorkflowRun['outcome'];
    error_json: string | null;
    step_count: number;
    steps_done: number;
    cost_usd: number;
    price_known: number;
    person_id: string;
    starter_kind: Starter['kind'];
    starter_id: string | null;
    started_at: number;
    ended_at: number | null;
    stopped_at: number | null;
    idempotency_key: string | null;
  };
  workflow_steps: {
    workflow_run_id: string;
    step_no: number;
    step_id: string;
    status: StepResult['status'];
    attempt: number;
    run_id: string | null;
    thread_id: string | null;
    session_id: string | null;
    result: string | null;
    truncated: number;
    error_json: string | null;
    usage_json: string | null;
    cost_usd: number;
    price_known: number;
    started_at: number | null;
    ended_at: number | null;
  };
}

/** The tables of history.db after the latest migration. */
export interface HistorySchema
  extends
    ApiStoreTables,
    ArtifactTables,
    AssistantTables,
    BatchTables,
    ChangesetTables,
    ConsentTables,
    DayTables,
    DeletedFileTables,
    LinkTables,
    FolderTables,
    ForkTables,
    HandoverTables,
    InsightTables,
    ModelWindowTables,
    NoticeTables,
    PeopleTables,
    PromptTables,
    QueueTables,
    RunTables,
    SessionTables,
    SignInTables,
    FaceTables,
    PastTables,
    TagTables,
    TaskTables,
    ThreadSearchTables,
    ThreadTables,
    ToldTables,
    ToolRunTables,
    ToolServerTables,
    TriggerTables,
    UnreadTables,
    WorkflowTables {}

/** Tables whose rows are somebody's. */
export type TableOfPerson = {
  [Table in keyof HistorySchema]: 'person_id' extends keyof HistorySchema[Table] ? Table : never;
}[keyof HistorySchema];
