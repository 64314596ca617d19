import { ENTITY_KINDS, type EntityKind } from '../graph/model.ts';
import { entityId, mergeId } from '../../kernel/ids.ts';
import { MERGE_ID, type DetailRow, type MergedEntry, type MergePhase, type MergeRecord } from './model.ts';

const PHASES: readonly string[] = ['planned', 'applied', 'returning', 'returned'] satisfies MergePhase[];

/** The content of a reversal record's file. */
export const textOf = (record: MergeRecord): string =>
  `${JSON.stringify({ ...record, createdAt: new Date(record.createdAt).toISOString() }, null, 2)}\n`;

/** The record in a file of this name; null for anything else. */
export function recordIn(text: string, name: string): MergeRecord | null {
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    const createdAt = Date.parse(String(value['createdAt']));
    const [merged, kept] = [entryFrom(value['merged']), entryFrom(value['kept'])];
    const isRecord =
      value['version'] === 1 &&
      value['mergeId'] === name &&
      MERGE_ID.test(name) &&
      Number.isFinite(createdAt) &&
      ENTITY_KINDS.some((kind) => kind === value['kind']) &&
      PHASES.includes(String(value['phase'])) &&
      isCount(value['no']) &&
      isCount(value['dataRows']) &&
      isCount(value['conversationLinks']);
    if (!isRecord || !merged || !kept) return null;
    const phase = value['phase'] as MergePhase;
    return {
      version: 1,
      mergeId: mergeId(name),
      no: value['no'] as number,
      createdAt,
      kind: value['kind'] as EntityKind,
      merged,
      kept,
      phase,
      applied: phase !== 'planned',
      dataRows: value['dataRows'] as number,
      conversationLinks: value['conversationLinks'] as number,
    };
  } catch {
    return null;
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

function entryFrom(value: unknown): MergedEntry | null {
  const { entityId: id, name, details } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || typeof name !== 'string' || !Array.isArray(details)) return null;
  const rows = details.filter(
    (row: unknown): row is DetailRow =>
      typeof (row as DetailRow | null)?.attribute === 'string' &&
      ['string', 'object'].includes(typeof (row as DetailRow).value),
  );
  return { entityId: entityId(id), name, details: rows };
}
