import type { Prepare } from '../statements.ts';
import { ManyRows } from './many-rows.ts';

export function entryStatements(prepare: Prepare) {
  return {
    versionOf: prepare('SELECT version FROM namespaces WHERE namespace = ? AND person_id = ?'),
    setNamespace: prepare(
      `INSERT INTO namespaces (namespace, person_id, version, tail, chars) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (namespace, person_id) DO UPDATE SET version = excluded.version, tail = excluded.tail, chars = excluded.chars`,
    ),
    findSource: prepare(
      'SELECT source FROM sources WHERE origin = ? AND run_id = ? AND thread_id = ? AND tool = ?',
    ),
    addSource: prepare(
      'INSERT INTO sources (origin, run_id, thread_id, tool) VALUES (?, ?, ?, ?) RETURNING source',
    ),
    add: new ManyRows(
      prepare,
      12,
      (rows) => `INSERT INTO entries
        (seq, entry_id, person_id, shared, namespace, position, lead, text, source, created_at, updated_at, valid_from) VALUES ${rows}`,
    ),
    move: prepare('UPDATE entries SET lead = ?, position = ? WHERE entry_id = ?'),
    supersede: new ManyRows(
      prepare,
      3,
      (rows) => `WITH given (entry_id, at, seq) AS (VALUES ${rows})
        UPDATE entries SET superseded_at = given.at, superseded_by = given.seq,
          superseded_in = (SELECT version FROM namespaces WHERE namespaces.namespace = entries.namespace AND namespaces.person_id = entries.person_id) FROM given
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
    share: prepare(
      'UPDATE entries SET shared = ? WHERE entry_id = ? AND superseded_at IS NULL RETURNING seq',
    ),
    endsOf: prepare(
      `SELECT namespace, version, tail, chars, coalesce((
         SELECT max(position) FROM entries
         WHERE entries.namespace = namespaces.namespace AND entries.person_id = namespaces.person_id AND superseded_at IS NULL
       ), 0) AS position
       FROM namespaces WHERE person_id = ?`,
    ),
    sourcesOf: prepare(
      `SELECT source, origin, run_id, thread_id, tool FROM sources
       WHERE source IN (SELECT source FROM entries WHERE person_id = ?)`,
    ),
    setSource: prepare('UPDATE entries SET source = ? WHERE source = ? AND person_id = ?'),
    dropTexts: prepare('DELETE FROM namespaces WHERE person_id = ?'),
    give: prepare(
      'UPDATE entries SET person_id = ?, position = position + ? WHERE namespace = ? AND person_id = ? RETURNING seq',
    ),
    leadOfFirst: prepare(
      `UPDATE entries SET lead = ? || lead WHERE seq = (
         SELECT seq FROM entries WHERE namespace = ? AND person_id = ? AND superseded_at IS NULL ORDER BY position LIMIT 1
       )`,
    ),
    confirm: prepare('UPDATE entries SET updated_at = ? WHERE entry_id = ?'),
    seqOf: prepare('SELECT seq FROM entries WHERE entry_id = ?'),
    erase: prepare('DELETE FROM entries WHERE seq = ?'),
  };
}
