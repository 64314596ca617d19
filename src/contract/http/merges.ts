import { Type } from 'typebox';
import type { refuse as refuseGraph } from '../../core/knowledge/graph/errors.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import type { refuse as refuseMerges } from '../../core/knowledge/merges/errors.ts';
import type { MergeShown } from '../../core/knowledge/merges/model.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { rowsRefusing } from '../row.ts';
import { closed, cursorQuery, Id, limitQuery, NextCursor, OrNull, Time, time } from '../shapes.ts';
import { EntityKindShape, Reference } from './entity-shapes.ts';

const { json } = rowsRefusing<typeof refuseMerges & typeof refuseGraph>();

const MergeShape = Type.Object({
  mergeId: Type.String(),
  createdAt: Time,
  kind: EntityKindShape,
  mergedName: Type.String({ description: 'The entry that was merged away' }),
  keptName: Type.String(),
  dataRows: Type.Integer({ minimum: 0, description: 'Data rows that moved to the kept entry' }),
  conversationLinks: Type.Integer({
    minimum: 0,
    description: 'Links of your own conversations that moved with them',
  }),
  applied: Type.Boolean({ description: 'False when the merge did not complete' }),
  inEffect: Type.Boolean({ description: 'The merge still holds, and this record can take it back' }),
  superseded: Type.Boolean({
    description: 'The same two were merged again later: only the newest record can take the merge back',
  }),
  takeBackFirst: OrNull(
    Type.String({
      description: 'The merge by which the kept entry was merged into another one since: take it back first',
    }),
  ),
});

const shown = ({ createdAt, ...merge }: MergeShown) => ({ ...merge, createdAt: time(createdAt) });

const isMergeId = (value: unknown): value is string => typeof value === 'string';

export const merges = {
  'merges.list': json({
    route: 'GET /api/merges',
    who: 'person',
    summary:
      'The merges that have a record, newest first. Records are kept for 90 days, and the newest for longer.',
    status: 200,
    refuses: [],
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({ merges: Type.Array(MergeShape), nextCursor: NextCursor }),
    handle: async ({ merges }, { query: { limit = listLimits.byDefault, cursor }, asker }) => {
      const after = positionFrom(cursor, isMergeId);
      const { items, next } = await merges.of(asker.person).page({ limit, after });
      return { merges: items.map(shown), nextCursor: cursorFrom(next) };
    },
  }),
  'merges.preview': json({
    route: 'GET /api/merges/preview',
    who: 'person',
    summary: 'What a merge of these two would do, in names and numbers; changes nothing.',
    ours: true,
    status: 200,
    refuses: ['entity_not_found', 'ambiguous_name', 'merge_impossible', 'merge_store_unavailable'],
    query: Type.Object({ merged: Reference, kept: Reference }),
    returns: Type.Object({
      kind: EntityKindShape,
      mergedId: Id,
      mergedName: Type.String(),
      keptId: Id,
      keptName: Type.String(),
      names: Type.Array(Type.String(), { description: 'Names that the kept one would be found by, too' }),
      filled: Type.Array(Type.String(), { description: 'Details that only the merged one has' }),
      differing: Type.Array(Type.String(), {
        description: 'Details that both have, with other values: those of the kept one would be shown',
      }),
      relations: Type.Integer({ minimum: 0 }),
      mentions: Type.Integer({ minimum: 0 }),
      dataRows: Type.Integer({ minimum: 0 }),
      rowsByKind: Type.Array(Type.Object({ kind: Type.String(), count: Type.Integer({ minimum: 1 }) }), {
        description: 'The same by what they are: interactions, deals, records of a collection',
      }),
      conversationLinks: Type.Integer({ minimum: 0 }),
    }),
    handle: async ({ merges }, { query: { merged, kept }, asker }) => {
      const { rowsByKind, ...preview } = await merges.of(asker.person).preview(merged, kept);
      return { ...preview, rowsByKind: [...rowsByKind] };
    },
  }),
  'merges.merge': json({
    route: 'POST /api/merges',
    who: 'person',
    summary: 'Merge one entry into another of its kind. It can be taken back.',
    ours: true,
    status: 201,
    refuses: [
      'entity_not_found',
      'ambiguous_name',
      'merge_impossible',
      'merge_store_unavailable',
      'merge_conflict',
      'merge_failed',
    ],
    body: Type.Object({ merged: Reference, kept: Reference }, closed),
    returns: MergeShape,
    handle: async ({ merges }, { body: { merged, kept }, asker }) =>
      shown(await merges.of(asker.person).merge(merged, kept)),
  }),
  'merges.rollback': json({
    route: 'POST /api/merges/:id/rollback',
    who: 'person',
    summary: 'Take one merge back.',
    status: 200,
    refuses: [
      'merge_not_found',
      'merge_not_applied',
      'merge_superseded',
      'merge_not_in_effect',
      'merge_chained',
      'merge_entry_missing',
      'merge_conflict',
      'merge_failed',
      'merge_store_unavailable',
    ],
    returns: MergeShape,
    handle: async ({ merges }, { params, asker }) => shown(await merges.of(asker.person).takeBack(params.id)),
  }),
};
