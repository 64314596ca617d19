import { entityId, mergeId } from '../../src/core/kernel/ids.ts';
import type { MergeRecord } from '../../src/core/knowledge/merges/model.ts';

/** A reversal record, with some of its fields replaced. */
export const aMergeRecord = (fields: Partial<MergeRecord> = {}): MergeRecord => ({
  version: 1,
  mergeId: mergeId('merge-2026-01-01T00-00-00-000Z-abcdef'),
  no: 1,
  createdAt: 0,
  kind: 'person',
  merged: { entityId: entityId('a'), name: 'A', details: [] },
  kept: { entityId: entityId('b'), name: 'B', details: [] },
  phase: 'planned',
  applied: false,
  dataRows: 0,
  conversationLinks: 0,
  ...fields,
});
