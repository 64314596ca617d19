import Database from 'better-sqlite3';

const HISTORY = {
  'runs without an end': `SELECT run_id FROM runs WHERE status = 'running'`,
  'calls without an outcome': 'SELECT name FROM tool_calls WHERE success IS NULL',
  'pending prompts': `SELECT prompt_id FROM prompts WHERE state = 'pending'`,
  'prompts without an event': `SELECT prompt_id FROM prompts
    WHERE prompt_id NOT IN (SELECT data_json ->> 'promptId' FROM events WHERE type = 'prompt')`,
  'events of missing prompts': `SELECT data_json FROM events
    WHERE type = 'prompt' AND data_json ->> 'promptId' NOT IN (SELECT prompt_id FROM prompts)`,
  // Deleting a thread keeps its runs and deletes their events.
  'runs without exactly one end': `SELECT run_id FROM runs
    WHERE thread_id IN (SELECT thread_id FROM threads) AND (SELECT count(*) FROM events WHERE events.run_id = runs.run_id AND type IN ('done', 'error')) <> 1`,
  'streams with gaps': 'SELECT run_id FROM events GROUP BY run_id HAVING max(id) <> count(*) OR min(id) <> 1',
} as const;

/**
 * The faults in a history.db that no engine has open. Empty if it is sound and everything in it has ended.
 */
export function faultsInHistory(file: string): readonly string[] {
  return faultsIn(file, (connection) => {
    const left = Object.entries(HISTORY).flatMap(([what, sql]) => {
      const found = connection.prepare(sql).pluck().all();
      return found.length === 0 ? [] : [`${what}: ${found.join(', ')}`];
    });
    return [...left, ...unanswered(connection).map((id) => `call ${id} has no answer in its thread`)];
  });
}

/** The faults that SQLite finds in a file that no engine has open. */
export function faultsIn(
  file: string,
  more: (connection: Database.Database) => readonly string[] = () => [],
): readonly string[] {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const integrity = connection.pragma('integrity_check', { simple: true }) as string;
    const dangling = connection.pragma('foreign_key_check') as unknown[];
    return [
      ...(integrity === 'ok' ? [] : [integrity]),
      ...dangling.map((row) => `dangling: ${JSON.stringify(row)}`),
      ...more(connection),
    ];
  } finally {
    connection.close();
  }
}

interface StoredBlock {
  readonly type: string;
  readonly toolCallId?: string;
}

/** Tool calls that the next message of the thread does not answer. */
function unanswered(connection: Database.Database): readonly (string | undefined)[] {
  const rows = connection
    .prepare(
      `SELECT content_json AS asked, lead(content_json) OVER (PARTITION BY thread_id ORDER BY seq) AS next FROM messages`,
    )
    .all() as readonly { asked: string; next: string | null }[];
  const idsIn = (json: string | null, type: string) =>
    (JSON.parse(json ?? '[]') as readonly StoredBlock[])
      .filter((block) => block.type === type)
      .map(({ toolCallId }) => toolCallId);
  return rows.flatMap(({ asked, next }) => {
    const answered = new Set(idsIn(next, 'tool_result'));
    return idsIn(asked, 'tool_call').filter((id) => !answered.has(id));
  });
}
