import type { Prepare } from '../statements.ts';
import { ManyRows } from './many-rows.ts';

export function entryStatements(prepare: Prepare) {
  return {
    versionOf: prepare('SELECT version FROM namespaces WHERE namespace = ?'),
    setNamespace: prepare(
      `INSERT INTO namespaces (namespace, version, tail, chars) VALUES (?, ?, ?, ?)
       ON CONFLICT (namespace) DO UPDATE SET version = excluded.version, tail = excluded.tail, chars = excluded.chars`,
    ),
    findSource: prepare(
      'SELECT source FROM sources WHERE origin = ? AND run_id = ? AND thread_id = ? AND tool = ?',
    ),
    addSource: prepare(
      'INSERT INTO sources (origin, run_id, thread_id, tool) VALUES (?, ?, ?, ?) RETURNING source',
    ),
    add: new ManyRows(
      prepare,
      10,
      (rows) => `INSERT INTO entries
        (seq, entry_id, namespace, position, lead, text, source, created_at, updated_at, valid_from) VALUES ${rows}`,
    ),
    move: prepare('UPDATE entries SET lead = ?, position = ? WHERE entry_id = ?'),
    supersede: new ManyRows(
      prepare,
      3,
      (rows) => `WITH given (entry_id, at, seq) AS (VALUES ${rows})
        UPDATE entries SET superseded_at = given.at, superseded_by = given.seq,
          superseded_in = (SELECT version FROM namespaces WHERE namespaces.namespace = entries.namespace) FROM given
        WHERE entries.entry_id = given.entry_id AND superseded_at IS NULL RETURNING entries.seq`,
    ),
    restore: prepare(
      `UPDATE entries SET superseded_at = NULL, superseded_by = NULL, superseded_in = NULL, lead = ?, position = ?
       WHERE entry_id = ? AND superseded_at IS NOT NULL RETURNING seq`,
    ),
    behind: new ManyRows(
      prepare,
      1,
      (rows) => `INSERT OR IGNORE INTO term_index_behind (seq) VALUES ${rows}`,
    ),
    confirm: prepare('UPDATE entries SET updated_at = ? WHERE entry_id = ?'),
    seqOf: prepare('SELECT seq FROM entries WHERE entry_id = ?'),
    erase: prepare('DELETE FROM entries WHERE seq = ?'),
  };
}
