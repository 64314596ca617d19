// What an erasure reads of databases before they go. `?` is how many of a kind.

/** What is looked for afterwards. Each query returns texts, the newest first. */
export const WORDS: Readonly<Record<string, readonly string[]>> = {
  'history.db': ['SELECT thread_id FROM threads ORDER BY updated_at DESC LIMIT ?'],
  'engine.db': [
    'SELECT name FROM entities ORDER BY entity_no DESC LIMIT ?',
    // Not the whole table: it has an index by entity alone.
    "SELECT value FROM (SELECT attribute, value FROM facts ORDER BY fact_no DESC LIMIT ? * 20) AS newest WHERE attribute = 'email' AND value IS NOT NULL",
  ],
};

/** Folders of hosts of the tool server. */
export const INDEX_FOLDERS =
  'SELECT state_dir FROM tool_state_dirs UNION SELECT state_dir FROM tool_runs WHERE state_dir IS NOT NULL';
