import type { Json } from '../../../src/core/kernel/json.ts';

/** A value of JSON as an engine writes it, in the row that `sql` adds. */
export interface SoundValue {
  readonly database: string;
  readonly table: string;
  readonly column: string;
  readonly where: string;
  readonly value: Json;
  readonly sql?: string;
}

const id = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const IDS = {
  thread: id(1),
  session: id(2),
  run: id(3),
  otherRun: id(4),
  workflow: id(5),
  workflowRun: id(6),
  trigger: id(7),
  task: id(8),
  batch: id(9),
  prompt: id(10),
  call: id(11),
  secretPrompt: id(12),
  unknown: id(999),
} as const;

const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 };
const error = { code: 'internal', error: 'A fault.', retryable: false };
const attachment = {
  path: 'a/b.txt',
  name: 'b.txt',
  mediaType: 'text/plain',
  sizeBytes: 3,
  sha256: 'a'.repeat(64),
};
const says = [{ code: 'run.failed', facts: {} }];
const steps = [
  {
    stepId: 'one',
    task: 'Do it.',
    dependsOn: [],
    tier: 'fast',
    profile: null,
    tools: ['read_file'],
    budgetUsd: 1,
    timeoutMs: null,
    onFailure: 'stop',
  },
  {
    stepId: 'two',
    task: 'Do more.',
    dependsOn: ['one'],
    tier: 'same',
    profile: 'p',
    tools: null,
    budgetUsd: 1,
    timeoutMs: 5_000,
    onFailure: 'skip',
  },
];
const expectation = { kind: 'record', collection: 'things', filter: { a: 1 } };
const permissions = { tools: ['write_file'], hosts: ['api.example.org'], folders: ['.'] };
const question = {
  header: 'A choice',
  question: 'Which?',
  options: ['a', 'b'],
  expects: { kind: 'list', minItems: 1, maxItems: 2 },
};
const asked = {
  promptId: IDS.prompt,
  sessionId: IDS.session,
  timeoutMs: 1,
  expiresAt: '2026-01-01T00:00:00.000Z',
};
const agent = { agentId: 'a', name: 'Agent' };
const totals = { usage, costUsd: 1, priceKnown: true, durationMs: 5 };

const EVENTS: Readonly<Record<string, readonly Json[]>> = {
  text: [{ text: 'a' }],
  thinking: [{ summary: 'a' }],
  tool_call: [{ toolCallId: IDS.call, name: 'read_file', input: { path: 'a' } }],
  tool_result: [{ toolCallId: IDS.call, name: 'read_file', output: 'a', success: true }],
  prompt: [{ ...asked, question: 'Which?', options: ['a'], questions: [question], allowFreeText: true }],
  secret_prompt: [{ ...asked, name: 'KEY', prompt: 'Which?', key_type: 'api_key', hosts: ['a.example'] }],
  turn_end: [{ stopReason: 'tool_use', usage, model: 'm', costUsd: 1, priceKnown: true }],
  retry: [{ attempt: 1, maxAttempts: 3, delayMs: 5, code: 'busy', reason: 'Busy.' }],
  resumed: [{ times: 1, costUsd: 1 }],
  tools_offered: [
    { tools: ['read_file'], tokens: 5, leftOut: [{ family: 'web', tools: 3 }], noRoom: ['google'] },
  ],
  continuation: [{ iteration: 1, max: 3 }],
  cost_warning: [{ ceiling: 'day', spentUsd: 1, limitUsd: 2 }],
  compaction: [{ trigger: 'manual', tokensBefore: 5, tokensAfter: 2 }],
  subagent: [
    {
      ...agent,
      event: 'started',
      spawnCallId: IDS.call,
      role: 'researcher',
      model: 'm',
      provider: 'p',
      profile: null,
      maxTurns: 3,
      maxBudgetUsd: 1,
    },
    { ...agent, event: 'tool_call', toolCallId: IDS.call, tool: 'read_file', input: { path: 'a' } },
    { ...agent, event: 'tool_result', toolCallId: IDS.call, tool: 'read_file', output: 'a', success: true },
    { ...agent, event: 'turn_end', usage, costUsd: 1 },
    { ...agent, event: 'ended', outcome: 'answered', model: 'm', turns: 1, ...totals },
  ],
  changeset_ready: [{ runId: IDS.run, sessionId: IDS.session, fileCount: 1 }],
  error: [{ runId: IDS.run, ...error }],
  done: [{ runId: IDS.run, text: 'a', stopReason: 'end_turn', ...totals }],
};

const events = Object.entries(EVENTS)
  .flatMap(([type, all]) => all.map((value) => ({ type, value })))
  .map(({ type, value }, index): SoundValue => ({
    database: 'history.db',
    table: 'events',
    column: 'data_json',
    where: `run_id = '${IDS.run}' AND id = ${index + 1}`,
    value,
    sql: `INSERT INTO events VALUES ('${IDS.run}', ${index + 1}, '${type}', '{}', 1)`,
  }));

const BLOCKS: readonly Json[] = [
  { type: 'text', text: 'some words' },
  { type: 'thinking', text: 'a thought', model: 'm', origin: 'o', sealed: { kept: [1] } },
  { type: 'tool_call', toolCallId: IDS.call, name: 'read_file', input: { path: 'a' } },
  { type: 'tool_result', toolCallId: IDS.call, output: 'a', success: true },
  { type: 'note', code: 'searched', detail: 'Found.', found: ['https://a.example'] },
  { type: 'attachment', ...attachment },
];

const messages = BLOCKS.map((block, index): SoundValue => ({
  database: 'history.db',
  table: 'messages',
  column: 'content_json',
  where: `seq = ${index + 1}`,
  value: [block],
  sql: `INSERT INTO messages VALUES ('${IDS.thread}', ${index + 1}, '${index % 2 === 0 ? 'user' : 'assistant'}', '[]', '${IDS.run}', 1)`,
}));

const run = (of: string, no: number): string =>
  `INSERT INTO runs (run_id, session_id, thread_id, task, status, stop_reason, model, provider, usage_json, cost_usd,
      duration_ms, wait_ms, starter_kind, created_at, ended_at, run_no, end_no)
    VALUES ('${of}', '${IDS.session}', '${IDS.thread}', 'Do it.', 'completed', 'end_turn', 'm', 'p',
      '${JSON.stringify(usage)}', 1, 5, 0, 'person', 1, 2, ${no}, ${no});`;

const history = (
  table: string,
  values: Readonly<Record<string, Json>>,
  where = '1',
  sql?: string,
): readonly SoundValue[] =>
  Object.entries(values).map(([column, value], index) => ({
    database: 'history.db',
    table,
    column,
    where,
    value,
    ...(sql === undefined || index > 0 ? {} : { sql }),
  }));

/** A row of everything that has JSON, parents first. Where a column may have several kinds, one of each. */
export const SOUND: readonly SoundValue[] = [
  ...history(
    'runs',
    {
      usage_json: usage,
      error_json: error,
      attachments_json: [attachment],
      instructions_json: [{ of: 'conversation', text: 'Be short.', leftOut: 0 }],
      tools_json: { contacts: true, 'server:hub': false },
      resumption_json: {
        isAttended: null,
        background: {
          triggerId: null,
          workflowId: null,
          ceilingUsd: null,
          isReserved: false,
          isFast: false,
          only: ['read_file'],
          isTaskOfAgent: false,
        },
      },
    },
    `run_id = '${IDS.run}'`,
    `INSERT INTO threads (thread_id, title, message_count, cost_usd, created_at, updated_at, change_no)
      VALUES ('${IDS.thread}', 'A thread', ${BLOCKS.length}, 1, 1, 1, 1);
    INSERT INTO sessions VALUES ('${IDS.session}', '${IDS.thread}', NULL, 1);
    ${run(IDS.run, 1)} ${run(IDS.otherRun, 2)}`,
  ),
  ...history('threads', { tools_json: { contacts: false } }, `thread_id = '${IDS.thread}'`),
  ...history(
    'assistants',
    { tools_json: { contacts: false } },
    '1',
    `INSERT INTO assistants VALUES ('${id(21)}', '', 'One', 'one', 'Be short.', 'p', NULL, 1, 1)`,
  ),
  ...messages,
  ...events,
  ...history(
    'tool_calls',
    { input_json: { path: 'a' } },
    '1',
    `INSERT INTO tool_calls VALUES ('${IDS.run}', '${IDS.call}', 'read_file', '{}', 'a', 1, 1, 1, NULL)`,
  ),
  ...history(
    'side_calls',
    { usage_json: usage, error_json: error },
    '1',
    `INSERT INTO side_calls (side_call_id, purpose, thread_id, run_id, model, provider, usage_json, cost_usd, outcome, error_json, created_at) VALUES ('${id(20)}', 'compaction', '${IDS.thread}', '${IDS.run}', 'm', 'p',
      '${JSON.stringify(usage)}', 1, 'failed', NULL, 1)`,
  ),
  ...history(
    'prompts',
    { questions_json: [question] },
    `prompt_id = '${IDS.prompt}'`,
    `INSERT INTO prompts VALUES ('${IDS.prompt}', 'ask_user', '${IDS.session}', '${IDS.run}', '${IDS.call}', '[]', 1,
      'answered', 'a', 1, 2, 2, NULL)`,
  ),
  ...history(
    'prompts',
    { secret_json: { name: 'KEY', keyType: 'api_key', hosts: ['a.example'] } },
    `prompt_id = '${IDS.secretPrompt}'`,
    `INSERT INTO prompts VALUES ('${IDS.secretPrompt}', 'ask_secret', '${IDS.session}', '${IDS.run}', '${IDS.call}',
      '${JSON.stringify([question])}', 1, 'pending', NULL, 1, 8e15, NULL, NULL)`,
  ),
  ...history(
    'changed_files',
    {
      stretches_json: [
        {
          id: 'a',
          original: { copyId: 'c', contentId: 'd', sizeBytes: 3, mode: 420 },
          left: ['e', null],
        },
      ],
    },
    '1',
    `INSERT INTO changesets VALUES ('${IDS.thread}', '${IDS.run}', 1);
    INSERT INTO changed_files (thread_id, path, stretches_json, kept_bytes) VALUES ('${IDS.thread}', 'a.txt', '[]', 3)`,
  ),
  ...history(
    'queued_tasks',
    { attachments_json: ['a/b.txt'] },
    '1',
    `INSERT INTO held_queues VALUES ('${IDS.thread}', 'aborted');
    INSERT INTO queued_tasks VALUES (1, '${id(21)}', '${IDS.thread}', 'Do it.', NULL, 1, NULL)`,
  ),
  ...history(
    'batches',
    {
      price_json: {
        input: 1,
        output: 2,
        cacheRead: 3,
        cacheWrite: 4,
        search: 5,
        long: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, above: 5 },
        isAssumed: true,
      },
    },
    '1',
    `INSERT INTO batches (batch_no, batch_id, principal, state, requests, model, provider, address, created_at, ended_at)
      VALUES (1, '${IDS.batch}', 'http', 'ended', 1, 'm', 'p', 'https://a.example', 1, 2)`,
  ),
  ...history(
    'batch_requests',
    { error_json: error, usage_json: usage },
    '1',
    `INSERT INTO batch_requests (batch_id, place, id, task, prompt_tokens, worst_usd, status, cost_usd)
      VALUES ('${IDS.batch}', 0, 'a', 't', 1, 0, 'errored', 1)`,
  ),
  ...history(
    'triggers',
    {
      watch_json: { url: 'https://a.example', intervalMinutes: 60, selector: 'p' },
      expectation_json: expectation,
      permissions_json: permissions,
      ceilings_json: { runUsd: 1, monthUsd: null },
      workflow_json: { workflowId: IDS.workflow, parameters: { a: 'b', n: 1, yes: true } },
      paused_says_json: says,
    },
    '1',
    `INSERT INTO triggers (trigger_no, trigger_id, kind, title, effect, time_zone, task, permissions_json, ceilings_json,
        enabled, due_found_at, of_agent, created_by, created_at, updated_at)
      VALUES (1, '${IDS.trigger}', 'watch', 'Watch', 'run_workflow', 'UTC', 'Do it.', '{}', '{}', 0, 1, 0, 'owner', 1, 1)`,
  ),
  ...history(
    'fires',
    {
      baseline_json: { 'a.txt': 'b' },
      not_carried_out_json: [{ tool: 't', input: '{}', says: 'It writes.' }],
      reason_says_json: says,
    },
    '1',
    `INSERT INTO fires (fire_no, trigger_id, due_at, cause, started_at, ended_at, outcome, missed, baseline_json)
      VALUES (1, '${IDS.trigger}', 1, 'due', 1, 2, 'failed', 0, '{}')`,
  ),
  ...history(
    'notices',
    { title_says_json: says, text_says_json: says },
    '1',
    `INSERT INTO notices (notice_no, notice_id, kind, title, text, trigger_id, created_at)
      VALUES (1, '${id(24)}', 'changed', 'Watch', 'It has changed.', '${IDS.trigger}', 1)`,
  ),
  ...history(
    'tasks',
    { tags_json: ['home', 'work'], problem_says_json: says },
    '1',
    `INSERT INTO tasks (task_no, task_id, title, status, priority, tags_json, words, created_by, of_agent, created_at, updated_at)
      VALUES (1, '${IDS.task}', 'A task', 'open', 'medium', '[]', 'a task', 'owner', 0, 1, 1)`,
  ),
  ...history(
    'workflows',
    {
      steps_json: steps,
      parameters_json: [
        { name: 'a', description: 'A.', type: 'string', default: 'b' },
        { name: 'n', description: null, type: 'number', default: null },
      ],
      permissions_json: permissions,
      expectation_json: { kind: 'file', path: 'a.txt', changed: true },
    },
    '1',
    `INSERT INTO workflows (workflow_no, workflow_id, name, steps_json, parameters_json, permissions_json, of_agent, created_by, created_at)
      VALUES (1, '${IDS.workflow}', 'W', '[]', '[]', '{}', 0, 'owner', 1)`,
  ),
  ...history(
    'workflow_runs',
    {
      steps_json: steps,
      parameters_json: { a: 'b', n: 1, yes: true },
      expectation_json: { kind: 'answer', contains: 'a' },
      baseline_json: { 'a.txt': 'b' },
      error_json: { code: 'internal', error: 'A fault.', says },
    },
    '1',
    `INSERT INTO workflow_runs (workflow_run_no, workflow_run_id, workflow_id, name, steps_json, parameters_json, baseline_json,
        of_agent, status, outcome, step_count, steps_done, cost_usd, starter_kind, started_at, ended_at)
      VALUES (1, '${IDS.workflowRun}', '${IDS.workflow}', 'W', '[]', '{}', '{}', 0, 'failed', 'failed', 2, 2, 1, 'person', 1, 2)`,
  ),
  ...history(
    'workflow_steps',
    { error_json: { code: 'internal', error: 'A fault.' }, usage_json: usage },
    `step_id = 'one'`,
    `INSERT INTO workflow_steps (workflow_run_id, step_no, step_id, status, attempt, run_id, thread_id, session_id, result, truncated, cost_usd, started_at, ended_at)
      VALUES ('${IDS.workflowRun}', 1, 'one', 'failed', 1, '${IDS.run}', '${IDS.thread}', '${IDS.session}', 'r', 0, 1, 1, 2),
        ('${IDS.workflowRun}', 2, 'two', 'skipped', 1, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL)`,
  ),
  ...history(
    'run_memories',
    { reasons_json: ['words', 'names'] },
    '1',
    `INSERT INTO run_memories VALUES (1, '${IDS.run}', '${IDS.call}', 'memory', '${id(22)}', NULL, 0, 0.5, '[]', 1)`,
  ),
  {
    database: 'datastore.db',
    table: 'collections',
    column: 'columns_json',
    where: '1',
    value: [
      { name: 'a', type: 'string', isUnique: true, isEventTime: false, slot: 1 },
      { name: 'at', type: 'date', isUnique: false, isEventTime: true, slot: 2 },
      { name: 'more', type: 'json', isUnique: false, isEventTime: false, slot: 3 },
    ],
    sql: `INSERT INTO collections VALUES (1, 'things', NULL, '[]', '[]', 1, 10, 2, 1, 1, NULL);
      INSERT INTO records (record_no, record_id, collection_no, record_key, bytes, created_at, updated_at, v1, v2, v3)
        VALUES (4294967297, '${id(23)}', 1, '["a"]', 10, 1, 1, 'a', 5, '{"b":1}')`,
  },
  {
    database: 'datastore.db',
    table: 'collections',
    column: 'emptying_json',
    where: '1',
    value: [4],
  },
  {
    database: 'vault.db',
    table: 'secrets',
    column: 'hosts_json',
    where: '1',
    value: ['api.example.org'],
    sql: `INSERT INTO keys (key_id, created_at) VALUES ('k', 1);
      INSERT INTO secrets (name, key_id, sealed, updated_at) VALUES ('KEY', 'k', x'00', 1);
      INSERT INTO bindings VALUES ('KEY', 0, 'api.example.org')`,
  },
];
