import { sql } from 'kysely';
import { runId, threadId, toolCallId } from '../../../../core/kernel/ids.ts';
import { REASONS, type Reason } from '../../../../core/ports/told.ts';
import { EVERYONE } from '../../../../core/trust/people/model.ts';
import type { ToldChange, ToldStore } from '../../../../core/knowledge/told/store.ts';
import type { ToldInRun } from '../../../../core/ports/told.ts';
import { prepared } from '../../sql/prepared.ts';
import { told as migration } from './migrations/told.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import { kept } from '../exported.ts';
import { among, list } from '../shape.ts';
import { recordedInput } from './recorded-input.ts';
import type { ToldTables } from './schema.ts';

export const told: Part<ToldTables, ToldChange, { readonly told: ToldStore }> = {
  migration,
  exported: {
    run_memories: {
      arriving: {
        columns: {
          ...kept(
            'told_no',
            'run_id',
            'tool_call_id',
            'kind',
            'thing_id',
            'agent',
            'place',
            'score',
            'told_at',
          ),
          reasons_json: { holds: list(among(...REASONS)) },
        },
      },
      section: 'runMemories',
      says: 'which memories and which people and things the model of a run was told, and why',
    },
  },
  steps: (db) => {
    const keep = prepared<NewRow<'run_memories'>>(
      ({ run_id, tool_call_id, kind, thing_id, agent, place, score, reasons_json, told_at }) =>
        db
          .insertInto('run_memories')
          .values({ run_id, tool_call_id, kind, thing_id, agent, place, score, reasons_json, told_at })
          .onConflict((same) => same.doNothing()),
    );
    return { 'run.told': (change) => change.told.map((one) => keep(rowOf(one))) };
  },
  reads: (db) => ({ told: toldStore(db) }),
};

const rowOf = (told: ToldInRun): NewRow<'run_memories'> => ({
  run_id: told.runId,
  tool_call_id: told.toolCallId ?? '',
  kind: told.kind,
  thing_id: told.id,
  agent: told.agent,
  place: told.place,
  score: told.score,
  reasons_json: JSON.stringify(told.reasons),
  told_at: told.at,
});

const toldFrom = (row: Row<'run_memories'>): ToldInRun => ({
  runId: runId(row.run_id),
  toolCallId: row.tool_call_id === '' ? null : toolCallId(row.tool_call_id),
  kind: row.kind,
  id: row.thing_id,
  agent: row.agent,
  place: row.place,
  score: row.score,
  reasons: JSON.parse(row.reasons_json) as readonly Reason[],
  at: row.told_at,
});

const toldStore = (db: Db): ToldStore => ({
  ofRun: async (id, limit) => {
    const query = db.selectFrom('run_memories').selectAll().where('run_id', '=', id);
    return (await read(query.orderBy('told_no').limit(limit).execute())).map(toldFrom);
  },

  callsOf: async (id) => {
    const query = db
      .selectFrom('tool_calls')
      .select(['tool_call_id', 'name', 'input_json'])
      .where('run_id', '=', id)
      .where(
        'tool_call_id',
        'in',
        db.selectFrom('run_memories').select('tool_call_id').where('run_id', '=', id),
      );
    return (await read(query.execute())).map((row) => ({
      toolCallId: toolCallId(row.tool_call_id),
      name: row.name,
      input: recordedInput(row.input_json),
    }));
  },

  runsTold: async (whose, kind, id, { after, limit }) => {
    const rows = await read(
      db
        .selectFrom('run_memories')
        .innerJoin('runs', 'runs.run_id', 'run_memories.run_id')
        .leftJoin('threads', 'threads.thread_id', 'runs.thread_id')
        .leftJoin('tool_calls', (join) =>
          join
            .onRef('tool_calls.run_id', '=', 'run_memories.run_id')
            .onRef('tool_calls.tool_call_id', '=', 'run_memories.tool_call_id'),
        )
        .selectAll('run_memories')
        .select(['runs.thread_id', 'threads.title', 'tool_calls.name as tool'])
        .where('thing_id', '=', id)
        .where('run_memories.kind', '=', kind)
        .$if(whose !== EVERYONE, (of) =>
          of.where(sql<boolean>`coalesce(threads.person_id, runs.person_id) = ${whose}`),
        )
        .where('told_no', '<', after?.no ?? Number.MAX_SAFE_INTEGER)
        .orderBy('told_no', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map((row) => ({
        ...toldFrom(row),
        threadId: row.thread_id === null ? null : threadId(row.thread_id),
        threadTitle: row.title,
        tool: row.tool,
      })),
      next: last && rows.length > limit ? { no: last.told_no } : null,
    };
  },
});
