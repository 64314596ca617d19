import { sql } from 'kysely';
import { entryId } from '../../../../core/kernel/ids.ts';
import type { MemoryEntry, Namespace, Source } from '../../../../core/knowledge/memory/model.ts';
import type { CurrentEntry } from '../../../../core/knowledge/memory/store.ts';
import type { PersonKeys } from '../person-keys.ts';
import { sourceFrom } from '../source-rows.ts';

/** The only place that maps between the names and types of memory.db and those of the core. */
export interface EntryRow {
  readonly entry_id: string;
  readonly person_id: string;
  readonly shared: number;
  readonly namespace: string;
  readonly text: string;
  readonly origin: string;
  readonly run_id: string;
  readonly thread_id: string;
  readonly tool: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly valid_from: number;
  readonly superseded_at: number | null;
  readonly superseded_by: string | null;
}

/** The columns of an `EntryRow`. */
export const ENTRY_COLUMNS = sql`
  entry_id, person_id, shared, namespace, text, origin, run_id, thread_id, tool,
  created_at, updated_at, valid_from, superseded_at,
  (SELECT later.entry_id FROM entries AS later WHERE later.seq = entries.superseded_by) AS superseded_by`;

export const entryFrom = (row: EntryRow, keys: PersonKeys): MemoryEntry => ({
  entryId: entryId(row.entry_id),
  personId: keys.personOf(row.person_id),
  shared: row.shared === 1,
  namespace: row.namespace as Namespace,
  text: row.text,
  source: sourceFrom(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  validFrom: row.valid_from,
  supersededAt: row.superseded_at,
  supersededBy: row.superseded_by === null ? null : entryId(row.superseded_by),
});

/** A current entry, without what all entries of a person's namespace share. */
export interface CurrentRow {
  readonly entry_id: string;
  readonly shared: number;
  readonly position: number;
  readonly lead: string;
  readonly text: string;
  readonly source: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly valid_from: number;
}

/** The columns of a `CurrentRow`, without a join, which would be slower. */
export const CURRENT_COLUMNS = sql`
  entry_id, shared, position, lead, text, source, created_at, updated_at, valid_from`;

export const currentFrom = (
  row: CurrentRow,
  { personId, namespace }: Pick<CurrentEntry, 'personId' | 'namespace'>,
  source: Source,
): CurrentEntry => ({
  entryId: entryId(row.entry_id),
  personId,
  shared: row.shared === 1,
  namespace,
  text: row.text,
  source,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  validFrom: row.valid_from,
  supersededAt: null,
  supersededBy: null,
  spaceBefore: row.lead,
  position: row.position,
});

/**
 * Encodes keys for storage with their entry: three characters per key, at most 11 bits each. As text, because a blob
 * becomes a Buffer, which takes longer to create than the row takes to read.
 */
export function packed(keys: Uint32Array): string {
  const codes = new Uint16Array(keys.length * 3);
  keys.forEach((key, index) => {
    codes[3 * index] = FIRST + (key >>> 21);
    codes[3 * index + 1] = FIRST + ((key >>> 10) & 0x7ff);
    codes[3 * index + 2] = FIRST + (key & 0x3ff);
  });
  let text = '';
  for (let from = 0; from < codes.length; from += MAX_ARGUMENTS)
    text += String.fromCharCode(...codes.subarray(from, from + MAX_ARGUMENTS));
  return text;
}

export function unpacked(text: string): Uint32Array {
  const keys = new Uint32Array(text.length / 3);
  for (let index = 0; index < keys.length; index++)
    keys[index] =
      ((text.charCodeAt(3 * index) - FIRST) << 21) |
      ((text.charCodeAt(3 * index + 1) - FIRST) << 10) |
      (text.charCodeAt(3 * index + 2) - FIRST);
  return keys;
}

/** Avoids control characters and surrogates. */
const FIRST = 0x30;
const MAX_ARGUMENTS = 4_096;
