import { sql } from 'kysely';
import { asking, askingOne, writing } from '../work.ts';
import type { SourceRow } from '../source-rows.ts';
import { askingRows, SOURCES, writingRows } from './many-rows.ts';

interface OfNamespace {
  readonly namespace: string;
  readonly person: string;
}

export interface Seq {
  readonly seq: number;
}

export interface End {
  readonly namespace: string;
  readonly version: number;
  readonly tail: string;
  readonly chars: number;
  readonly position: number;
}

/** What the changes to entries run. */
export const entryStatements = {
  versionOf: askingOne<OfNamespace, { readonly version: number }>(
    ({ namespace, person }) =>
      sql`SELECT version FROM namespaces WHERE namespace = ${namespace} AND person_id = ${person}`,
  ),
  setNamespace: writing<
    OfNamespace & { readonly version: number; readonly tail: string; readonly chars: number }
  >(
    ({ namespace, person, version, tail, chars }) =>
      sql`INSERT INTO namespaces (namespace, person_id, version, tail, chars)
        VALUES (${namespace}, ${person}, ${version}, ${tail}, ${chars})
        ON CONFLICT (namespace, person_id)
          DO UPDATE SET version = excluded.version, tail = excluded.tail, chars = excluded.chars`,
  ),
  findSource: askingOne<SourceRow, { readonly source: number }>(
    ({ origin, run_id, thread_id, tool }) =>
      sql`SELECT source FROM ${SOURCES}
        WHERE origin = ${origin} AND run_id = ${run_id} AND thread_id = ${thread_id} AND tool = ${tool}`,
  ),
  keepSource: writing<SourceRow>(
    ({ origin, run_id, thread_id, tool }) =>
      sql`INSERT INTO ${SOURCES} (origin, run_id, thread_id, tool)
        VALUES (${origin}, ${run_id}, ${thread_id}, ${tool}) ON CONFLICT DO NOTHING`,
  ),
  add: writingRows(
    12,
    (rows) => sql`INSERT INTO entries
      (seq, entry_id, person_id, shared, namespace, position, lead, text, source, created_at, updated_at, valid_from)
      VALUES ${rows}`,
  ),
  move: writing<{ readonly lead: string; readonly position: number; readonly id: string }>(
    ({ lead, position, id }) =>
      sql`UPDATE entries SET lead = ${lead}, position = ${position} WHERE entry_id = ${id}`,
  ),
  supersede: askingRows(
    3,
    (rows) => sql`WITH given (entry_id, at, seq) AS (VALUES ${rows})
      UPDATE entries SET superseded_at = given.at, superseded_by = given.seq,
        superseded_in = (SELECT version FROM namespaces
          WHERE namespaces.namespace = entries.namespace AND namespaces.person_id = entries.person_id) FROM given
      WHERE entries.entry_id = given.entry_id AND superseded_at IS NULL RETURNING entries.seq`,
    ([id, at, seq]) => sql`${id}, CAST(${at} AS BIGINT), CAST(${seq} AS BIGINT)`,
  ),
  restore: askingOne<{ readonly lead: string; readonly position: number; readonly id: string }, Seq>(
    ({ lead, position, id }) =>
      sql`UPDATE entries
        SET superseded_at = NULL, superseded_by = NULL, superseded_in = NULL, lead = ${lead}, position = ${position}
        WHERE entry_id = ${id} AND superseded_at IS NOT NULL RETURNING seq`,
  ),
  behind: writingRows(
    1,
    (rows) => sql`INSERT INTO term_index_behind (seq) VALUES ${rows} ON CONFLICT (seq) DO NOTHING`,
  ),
  share: askingOne<{ readonly shared: number; readonly id: string }, Seq>(
    ({ shared, id }) =>
      sql`UPDATE entries SET shared = ${shared} WHERE entry_id = ${id} AND superseded_at IS NULL RETURNING seq`,
  ),
  endsOf: asking<{ readonly person: string }, End>(
    ({ person }) => sql`SELECT namespace, version, tail, chars, coalesce((
        SELECT max(position) FROM entries
        WHERE entries.namespace = namespaces.namespace AND entries.person_id = namespaces.person_id
          AND superseded_at IS NULL), 0) AS position
      FROM namespaces WHERE person_id = ${person} ORDER BY namespace`,
  ),
  sourcesOf: asking<{ readonly person: string }, SourceRow & { readonly source: number }>(
    ({ person }) => sql`SELECT source, origin, run_id, thread_id, tool FROM ${SOURCES}
      WHERE source IN (SELECT source FROM entries WHERE person_id = ${person}) ORDER BY source`,
  ),
  setSource: writing<{ readonly to: number; readonly from: number; readonly person: string }>(
    ({ to, from, person }) =>
      sql`UPDATE entries SET source = ${to} WHERE source = ${from} AND person_id = ${person}`,
  ),
  dropTexts: writing<{ readonly person: string }>(
    ({ person }) => sql`DELETE FROM namespaces WHERE person_id = ${person}`,
  ),
  give: asking<
    { readonly to: string; readonly behind: number; readonly namespace: string; readonly from: string },
    Seq
  >(
    ({ to, behind, namespace, from }) =>
      sql`UPDATE entries SET person_id = ${to}, position = position + ${behind}
        WHERE namespace = ${namespace} AND person_id = ${from} RETURNING seq`,
  ),
  leadOfFirst: writing<OfNamespace & { readonly before: string }>(
    ({ before, namespace, person }) => sql`UPDATE entries SET lead = ${before} || lead WHERE seq = (
      SELECT seq FROM entries
      WHERE namespace = ${namespace} AND person_id = ${person} AND superseded_at IS NULL ORDER BY position LIMIT 1)`,
  ),
  confirm: writing<{ readonly at: number; readonly id: string }>(
    ({ at, id }) => sql`UPDATE entries SET updated_at = ${at} WHERE entry_id = ${id}`,
  ),
  seqOf: askingOne<{ readonly id: string }, Seq>(
    ({ id }) => sql`SELECT seq FROM entries WHERE entry_id = ${id}`,
  ),
  erase: writing<Seq>(({ seq }) => sql`DELETE FROM entries WHERE seq = ${seq}`),
  lastSeq: askingOne<object, { readonly last_seq: number }>(() => sql`SELECT last_seq FROM term_index`),
  setLastSeq: writing<{ readonly last: number }>(({ last }) => sql`UPDATE term_index SET last_seq = ${last}`),
};
