// What becomes of rows that another machine wrote.
import { inEnglish } from '../../../src/contract/words/english.ts';
import { expect } from '@jest/globals';
import { exportedDatabases } from '../../../src/adapters/out/sqlite/export/databases.ts';
import { leaveOutParentless } from '../../../src/adapters/out/sqlite/export/parentless.ts';
import { settleDatabase } from '../../../src/adapters/out/sqlite/export/settle.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import type { StagedDatabase } from '../../../src/core/keeping/backups/restore-port.ts';
import { verifies } from '../../spec/verifies.ts';
import { inFile, newFile } from './database-files.ts';

const AT = Date.UTC(2026, 0, 2);

const migrationsOf = (name: string) => exportedDatabases.find((one) => one.name === name)!.migrations;

/** A database with these rows, after it has come in. */
async function arrived(name: string, from: StagedDatabase['from'], rows: string, version?: number) {
  const file = newFile();
  inFile(file, (connection) => {
    migrate(connection, name, migrationsOf(name).slice(0, version));
    connection.pragma('foreign_keys = OFF');
    connection.exec(rows);
  });
  const settled = await settleDatabase({ name, file, at: AT, from }, () => undefined);
  const all = (sql: string) => inFile(file, (connection) => connection.prepare(sql).raw().all());
  return { ...settled, all };
}

const HISTORY = `
  INSERT INTO threads (thread_id, title, archived, message_count, cost_usd, created_at, updated_at, change_no)
    VALUES ('t', '', 0, 0, 0, 1, 1, 1);
  INSERT INTO sessions VALUES ('s', 't', NULL, 1);
  INSERT INTO runs (run_id, session_id, thread_id, task, status, model, provider, usage_json, cost_usd, duration_ms, wait_ms, starter_kind, created_at, run_no, resumption_json)
    VALUES ('r', 's', 't', '', 'running', 'm', 'p', '{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0}', 0, 0, 0, 'person', 1, 1, '{}');
  INSERT INTO tool_sessions (tool_session_id, principal, session_id, created_at) VALUES ('s', 'stdio', 's', 1);
  INSERT INTO grants (grant_id, class, target, tool, thread_id, person_id, created_at, expires_at, revoked_at)
    VALUES ('g', 'send', 'evil.example', NULL, NULL, 'owner', 1, 8e15, NULL), ('h', 'send', 'a', NULL, NULL, 'owner', 1, 2, 3);
  INSERT INTO batches (batch_no, batch_id, principal, state, requests, created_at, ended_at)
    VALUES (1, 'own', 'http', 'working', 2, 1, NULL), (2, 'theirs', 'http', 'submitted', 1, 1, NULL), (3, 'over', 'http', 'ended', 1, 1, 2);
  INSERT INTO batch_requests (batch_id, place, id, task, prompt_tokens, worst_usd, status, cost_usd)
    VALUES ('own', 0, 'a', 't', 1, 0, 'ended', 1), ('own', 1, 'b', 't', 1, 0, 'waiting', NULL),
      ('theirs', 0, 'a', 't', 1, 0, 'waiting', NULL), ('over', 0, 'a', 't', 1, 0, 'waiting', NULL);
  INSERT INTO tool_runs (tool_run_no, run_id, tool_session_id, principal, waits, state_dir, files_place, created_at)
    VALUES (1, 'r', 's', 'stdio', 'poll', '/home/me', 'svc-files', 1);
  INSERT INTO tool_state_dirs VALUES ('stdio', '/home/me');
  INSERT INTO rate_windows (host, window, used, ends_at) VALUES ('api.example', 'day', 9, 8e15);
  INSERT INTO idempotency_keys VALUES ('s', 'k', 'r', 1);
  INSERT INTO workflows (workflow_no, workflow_id, name, steps_json, parameters_json, permissions_json, of_agent, created_by, created_at)
    VALUES (1, 'w', 'W', '[]', '[]', '{"tools":["http_request"],"hosts":["evil.example"],"folders":["."]}', 0, 'owner', 1);
`;

verifies(
  'rows.elsewhere',
  'nothing of a foreign backup or an export acts, is allowed, or names a folder',
  async () => {
    for (const from of ['foreign backup', 'export'] as const) {
      const { unusable, told, all } = await arrived('history.db', from, HISTORY);
      expect(unusable).toBe(null);
      expect(told).toHaveLength(3);
      expect(all('SELECT grant_id, revoked_at FROM grants ORDER BY 1')).toEqual([
        ['g', AT],
        ['h', 3],
      ]);
      expect(all('SELECT batch_id, state, ended_at FROM batches ORDER BY batch_no')).toEqual([
        ['own', 'failed', AT],
        ['theirs', 'failed', AT],
        ['over', 'ended', 2],
      ]);
      expect(all('SELECT batch_id, status, cost_usd FROM batch_requests ORDER BY batch_id, place')).toEqual([
        ['over', 'canceled', 0],
        ['own', 'ended', 1],
        ['own', 'canceled', 0],
        ['theirs', 'canceled', 0],
      ]);
      expect(all('SELECT resumption_json FROM runs')).toEqual([[null]]);
      expect(all('SELECT state_dir, files_place FROM tool_runs')).toEqual([[null, null]]);
      for (const table of ['tool_state_dirs', 'rate_windows', 'idempotency_keys'])
        expect([table, all(`SELECT * FROM ${table}`)]).toEqual([table, []]);
      expect(all('SELECT permissions_json FROM workflows')).toEqual([
        ['{"tools":[],"hosts":[],"folders":[]}'],
      ]);
    }
  },
);

const SAYS = '{"code":"consent.no","facts":{}}';
const CHOICES = '[{"code":"consent.no","facts":{}}]';
const QUESTION = `{"header":null,"question":"Send all?","options":["Yes"],"says":1,"says":${SAYS},"\\u0063hoices":${CHOICES}}`;
const QUESTIONS = `
  INSERT INTO triggers (trigger_no, trigger_id, kind, title, effect, time_zone, task, permissions_json, ceilings_json, enabled, due_found_at, of_agent, created_by, created_at, updated_at)
    VALUES (1, 'g', 'schedule', 'T', 'run_agent', 'UTC', 'x', '{"tools":[],"hosts":[],"folders":[]}', '{"runUsd":null,"monthUsd":null}', 0, 1, 0, 'owner', 1, 1);
  INSERT INTO prompts (prompt_id, prompt_type, session_id, run_id, tool_call_id, questions_json, allow_free_text, state, created_at, expires_at)
    VALUES ('p', 'consent', 's', 'r', 'c', '[${QUESTION}]', 1, 'answered', 1, 1);
  INSERT INTO events (run_id, id, type, data_json, at) VALUES
    ('r', 1, 'prompt', '{"promptId":"p","sessionId":"s","timeoutMs":1,"expiresAt":"x","question":"Send all?","options":["Yes"],"allowFreeText":true,"says":${SAYS},"choices":${CHOICES},"questions":[${QUESTION}]}', 1),
    ('r', 2, 'tool_call', '{"toolCallId":"c","name":"n","input":{"says":1}, "choices":2}', 1);
  INSERT INTO fires (trigger_id, due_at, cause, started_at, missed, baseline_json, not_carried_out_json)
    VALUES ('g', 1, 'test', 1, 0, '[]', '[{"tool":"t","input":"{}","says":[${SAYS}]}]');
`;

verifies(
  'rows.elsewhere',
  'what the engine is said to have asked elsewhere comes as its text alone, which is what was answered',
  async () => {
    const read = (all: (sql: string) => readonly unknown[]) =>
      [
        ...all('SELECT questions_json FROM prompts'),
        ...all('SELECT data_json FROM events ORDER BY id'),
        ...all('SELECT not_carried_out_json FROM fires'),
      ].map((row) => JSON.parse(String((row as unknown[])[0])));
    const text = { header: null, question: 'Send all?', options: ['Yes'] };
    for (const from of ['foreign backup', 'export'] as const) {
      const { unusable, all } = await arrived('history.db', from, HISTORY + QUESTIONS);
      const [prompt, event, call, fire] = read(all);
      expect(unusable).toBe(null);
      expect([prompt, event.questions, fire]).toEqual([[text], [text], [{ tool: 't', input: '{}' }]]);
      expect([Object.keys(event), call.input]).toEqual([
        expect.not.arrayContaining(['says', 'choices']),
        { says: 1 },
      ]);
      expect([event.question, event.options]).toEqual([text.question, text.options]);
    }
    const own = await arrived('history.db', 'own backup', HISTORY + QUESTIONS);
    expect(read(own.all)[0]).toMatchObject([{ says: JSON.parse(SAYS), choices: JSON.parse(CHOICES) }]);
  },
);

verifies(
  'rows.elsewhere',
  'a chain of rows whose first parent is missing goes at once, however long it is',
  () => {
    const file = newFile();
    inFile(file, (connection) => {
      migrate(connection, 'history.db', migrationsOf('history.db'));
      connection.pragma('foreign_keys = OFF');
      connection.exec(`
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        INSERT INTO tasks (task_no, task_id, title, status, priority, tags_json, words, of_agent, parent_id, created_by, created_at, updated_at)
          SELECT i, 't' || i, 'x', 'open', 'normal', '[]', '', 0, 't' || (i - 1), 'owner', 1, 1 FROM n;
        INSERT INTO tasks (task_no, task_id, title, status, priority, tags_json, words, of_agent, parent_id, created_by, created_at, updated_at)
          VALUES (9001, 'a', 'x', 'open', 'normal', '[]', '', 0, NULL, 'owner', 1, 1), (9002, 'b', 'x', 'open', 'normal', '[]', '', 0, 'a', 'owner', 1, 1);
      `);
      let rounds = 0;
      expect([...leaveOutParentless(connection, () => rounds++)]).toEqual([['tasks', 5000]]);
      expect(rounds).toBeLessThan(5);
      expect(connection.prepare('SELECT task_id FROM tasks ORDER BY 1').pluck().all()).toEqual(['a', 'b']);
    });
  },
);

verifies('rows.own', "of the engine's own backup only what may have gone on since ends", async () => {
  const { unusable, told, all } = await arrived('history.db', 'own backup', HISTORY);
  expect([unusable, told.length]).toEqual([null, 2]);
  expect(all('SELECT grant_id, revoked_at FROM grants ORDER BY 1')).toEqual([
    ['g', AT],
    ['h', 3],
  ]);
  // Results of what the provider has can be had again; what was sent from here may have been sent since.
  expect(all('SELECT batch_id, state FROM batches ORDER BY batch_no')).toEqual([
    ['own', 'failed'],
    ['theirs', 'submitted'],
    ['over', 'ended'],
  ]);
  expect(all("SELECT status FROM batch_requests WHERE batch_id <> 'over' ORDER BY batch_id, place")).toEqual([
    ['ended'],
    ['canceled'],
    ['waiting'],
  ]);
  expect(all('SELECT resumption_json FROM runs')).toEqual([[null]]);
  expect(all('SELECT state_dir, files_place FROM tool_runs')).toEqual([['/home/me', 'svc-files']]);
  for (const table of ['tool_state_dirs', 'rate_windows', 'idempotency_keys'])
    expect([table, all(`SELECT * FROM ${table}`).length]).toEqual([table, 1]);
  expect(String(all('SELECT permissions_json FROM workflows'))).toContain('evil.example');
});

verifies(
  'rows.elsewhere',
  'a foreign vault brings no secret that lets in, and no host for a secret it does not have',
  async () => {
    const rows = `
    INSERT INTO keys (key_id, created_at) VALUES ('k', 1);
    INSERT INTO secrets (name, key_id, sealed, updated_at) VALUES ('SHOP', 'k', x'00', 1), ('SVC_MCP_SECRET', 'k', x'00', 1), ('SVC_MCP_LOGIN_A', 'k', x'00', 1);
    INSERT INTO bindings VALUES ('SHOP', 0, 'shop.example'), ('OF_ENVIRONMENT', 0, 'evil.example');
    INSERT INTO profile_bindings VALUES ('p', 'SHOP', 'shop.example'), ('p', 'OF_ENVIRONMENT', 'evil.example');`;
    const { told, all } = await arrived('vault.db', 'foreign backup', rows);
    expect(told).toHaveLength(2);
    expect(all('SELECT name FROM secrets')).toEqual([['SHOP']]);
    expect(all('SELECT name FROM bindings UNION ALL SELECT name FROM profile_bindings')).toEqual([
      ['SHOP'],
      ['SHOP'],
    ]);
    expect((await arrived('vault.db', 'own backup', rows)).all('SELECT name FROM secrets')).toHaveLength(3);
  },
);

const THREAD =
  'INSERT INTO threads (thread_id, title, archived, message_count, cost_usd, created_at, updated_at, change_no)';
const A_THREAD = `${THREAD} VALUES ('t', '', 0, 0, 0, 1, 1, 1)`;
const HOSTILE: readonly (readonly [database: string, column: string, rows: string])[] = [
  ['history.db', 'threads.change_no', `${THREAD} VALUES ('t', '', 0, 0, 0, 1, 1, 9223372036854775807)`],
  ['history.db', 'threads.message_count', `${THREAD} VALUES ('t', '', 0, 9007199254740993, 0, 1, 1, 1)`],
  ['history.db', 'threads.cost_usd', `${THREAD} VALUES ('t', '', 0, 0, -1e6, 1, 1, 1)`],
  ['history.db', 'threads.cost_usd', `${THREAD} VALUES ('t', '', 0, 0, 9e999, 1, 1, 1)`],
  ['history.db', 'threads.created_at', `${THREAD} VALUES ('t', '', 0, 0, 0, 8640000000000001, 1, 1)`],
  ['history.db', 'threads.title', `${THREAD} VALUES ('t', hex(zeroblob(40000000)), 0, 0, 0, 1, 1, 1)`],
  [
    'history.db',
    'messages.role',
    `${A_THREAD}; INSERT INTO messages VALUES ('t', 1, 'system', '[]', 'r', 1)`,
  ],
  [
    'history.db',
    'messages.content_json',
    `${A_THREAD}; INSERT INTO messages VALUES ('t', 1, 'user', '[', 'r', 1)`,
  ],
  ...['[null]', '0', 'null', '{}'].map(
    (steps) =>
      [
        'history.db',
        'workflows.steps_json',
        `INSERT INTO workflows (workflow_no, workflow_id, name, steps_json, parameters_json, permissions_json, of_agent, created_by, created_at)
          VALUES (1, 'w', 'W', '${steps}', '[]', '{}', 0, 'owner', 1)`,
      ] as const,
  ),
  ...[
    ['json', `'{'`],
    ['json', '1'],
    ['date', `'today'`],
    ['date', '9e15'],
    ['number', `'1'`],
    ['string', '1'],
  ].map(
    ([type, value]) =>
      [
        'datastore.db',
        'records.collection_no',
        `INSERT INTO collections VALUES (1, 'c', NULL, '[{"name":"a","type":"string","isUnique":false,"isEventTime":false,"slot":1},{"name":"b","type":"${type}","isUnique":false,"isEventTime":false,"slot":7}]', '[]', 1, 1, 2, 1, 1, NULL);
        INSERT INTO records (record_no, record_id, collection_no, bytes, created_at, updated_at, v1, v7) VALUES (1, 'r', 1, 1, 1, 1, 'a', ${value})`,
      ] as const,
  ),
  [
    'datastore.db',
    'deals.change_no',
    `INSERT INTO deals (deal_no, deal_id, entity_id, title, title_key, stage, change_no, created_at, updated_at)
    VALUES (1, 'd', 'e', '', '', 'lead', 9007199254740991, 1, 1)`,
  ],
];

verifies('rows.elsewhere', 'a value that no engine writes is refused, and named', async () => {
  for (const [name, column, rows] of HOSTILE) {
    const [table, named] = column.split('.');
    expect((await arrived(name, 'foreign backup', rows)).unusable).toEqual({
      code: 'unusable.value',
      facts: { table, column: named },
    });
    expect((await arrived(name, 'own backup', rows)).unusable).toBe(null);
  }
});

verifies('rows.elsewhere', 'rows whose parents are missing are left out, with a count', async () => {
  const rows = `
    INSERT INTO messages VALUES ('gone', 1, 'user', '[]', 'r', 1), ('gone', 2, 'user', '[]', 'r', 1);
    INSERT INTO events VALUES ('gone', 1, 'text', '{"text":"a"}', 1);
    INSERT INTO workflow_steps (workflow_run_id, step_no, step_id, status, attempt, truncated, cost_usd)
      VALUES ('gone', 1, 'one', 'completed', 1, 0, 0);
    INSERT INTO tasks (task_no, task_id, title, status, priority, tags_json, thread_id, parent_id, words, created_by, of_agent, created_at, updated_at)
      VALUES (1, 't', 'A task', 'open', 'medium', '[]', 'gone', NULL, '', 'owner', 0, 1, 1);
    INSERT INTO changed_files (thread_id, path, stretches_json, kept_bytes) VALUES ('u', 'a', '[]', 0);
    INSERT INTO changesets VALUES ('u', 'r', 1);`;
  const { unusable, told, all } = await arrived('history.db', 'foreign backup', rows);
  expect([unusable, told.length]).toEqual([null, 1]);
  for (const count of ['2 of messages', '1 of events', '1 of workflow_steps', '1 of changed_files'])
    expect(inEnglish(told[0]!)).toContain(count);
  expect(all('SELECT task_id, thread_id FROM tasks')).toEqual([['t', null]]);
  expect(all('PRAGMA foreign_key_check')).toEqual([]);
  // Of a chain of them, none is left.
  expect(all('SELECT * FROM changesets UNION ALL SELECT thread_id, path, 1 FROM changed_files')).toEqual([]);
});

verifies(
  'rows.paths',
  'folders of runs that an earlier version kept as paths become the names of their places',
  async () => {
    const run = (no: number, folder: string) =>
      `INSERT INTO tool_runs VALUES (${no}, 'r${no}', 's', 'stdio', NULL, 'poll', NULL, ${folder}, 1);`;
    const version = migrationsOf('history.db').findIndex(({ name }) => name === 'tool-run-places');
    const rows = [
      run(1, "'/tmp/svc-files/r1'"),
      run(2, "'/tmp/svc-files-0123-x/r2'"),
      run(3, "'/etc'"),
      run(4, 'NULL'),
    ];
    const { all } = await arrived('history.db', 'own backup', rows.join('\n'), version);
    expect(all('SELECT files_place FROM tool_runs ORDER BY tool_run_no')).toEqual([
      ['svc-files'],
      ['svc-files-0123-x'],
      [null],
      [null],
    ]);
  },
);

verifies(
  'people.arriving',
  'people of another machine, two owners, and a backup of before there were people',
  async () => {
    const person = (id: number, role: string) =>
      `INSERT INTO people (person_id, name, role, created_at) VALUES ('01900000-0000-7000-8000-00000000000${id}', 'Ada', '${role}', 1);`;
    for (const from of ['foreign backup', 'export'] as const) {
      const came = await arrived('history.db', from, person(1, 'owner') + person(2, 'member'));
      expect(came.unusable).toBe(null);
      expect(came.all('SELECT role FROM people ORDER BY person_id')).toEqual([['owner'], ['member']]);
      const two = 'DROP INDEX people_one_owner;' + person(1, 'owner') + person(2, 'owner');
      expect((await arrived('history.db', from, two)).unusable).toMatchObject({
        facts: { table: 'people', column: 'role' },
      });
      const lord = await arrived('history.db', from, person(1, 'lord'));
      expect(lord.unusable).toMatchObject({ facts: { table: 'people', column: 'role' } });
    }
    const before = migrationsOf('history.db').findIndex(({ name }) => name === 'people');
    const early = await arrived(
      'history.db',
      'export',
      HISTORY.replace('starter_kind', 'started_by').replace('thread_id, person_id', 'thread_id, granted_by'),
      before,
    );
    expect(early.unusable).toBe(null);
    expect(early.all('SELECT role, length(person_id), name FROM people')).toEqual([['owner', 36, null]]);
    const whose =
      'SELECT person_id FROM threads UNION SELECT person_id FROM runs UNION SELECT person_id FROM workflows';
    expect(early.all(whose)).toEqual(early.all('SELECT person_id FROM people'));
    const thread = (id: string, whose: string, changeNo = 1) =>
      `INSERT INTO threads (thread_id, person_id, title, archived, message_count, cost_usd, created_at, updated_at, change_no) VALUES ('${id}', '${whose}', '', 0, 0, 0, 1, 1, ${changeNo});`;
    const [owner, member] = [1, 2].map((id) => `01900000-0000-7000-8000-00000000000${id}`);
    for (const from of ['foreign backup', 'export'] as const) {
      const threads = thread('a', member!) + thread('b', owner!, 2);
      const each = await arrived('history.db', from, person(1, 'owner') + person(2, 'member') + threads);
      expect(each.all('SELECT thread_id, person_id FROM threads ORDER BY 1')).toEqual([
        ['a', member],
        ['b', owner],
      ]);
    }
    // What somebody spent who was removed since, on a day of the owner's.
    const spent = (whose: string) =>
      `INSERT INTO spent_days VALUES (1, '${whose}', 'm', 'p', 'completed', 1, 2.5, 0, 0, 0, 0, 0, 0);
      INSERT INTO tool_days VALUES (1, '${whose}', 'recall', 3, 0);`;
    const sums = await arrived(
      'history.db',
      'foreign backup',
      person(1, 'owner') + spent(owner!) + spent(member!),
    );
    expect(sums.unusable).toBe(null);
    expect(sums.all('SELECT sum(cost_usd), count(*) FROM spent_days')).toEqual([[5, 2]]);
    // Of somebody who did not come.
    const stray = thread('t', 'x');
    const kept = await arrived(
      'history.db',
      'foreign backup',
      stray + person(1, 'owner') + person(2, 'member'),
    );
    expect(kept.all('SELECT person_id FROM threads')).toEqual(
      kept.all("SELECT person_id FROM people WHERE role = 'owner'"),
    );
  },
);
