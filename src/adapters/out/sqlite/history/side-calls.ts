import { sql } from 'kysely';
import type { RunChange, RunStore } from '../../../../core/execution/runs/store.ts';
import type { CallBegun, SideCall } from '../../../../core/execution/runs/model.ts';
import { prepared } from '../../sql/prepared.ts';
import { stepsOf, type Steps } from '../../sql/step.ts';
import { read, type Db, type NewRow, type Row } from './part.ts';
import { storedPriceKnown } from './price-known.ts';
import { usageJson } from './token-sums.ts';

type CallBegunRow = NewRow<'calls_begun'>;
type CallChange = Extract<RunChange, { readonly change: 'call.begin' | 'call.end' | 'side-call.end' }>;

export function sideCallSteps(db: Db): Steps<CallChange> {
  const begin = prepared<CallBegunRow>(({ caller_id, worst_usd, side_call_json, created_at }) =>
    db
      .insertInto('calls_begun')
      .values({ caller_id, worst_usd, side_call_json, created_at })
      .onConflict((same) => same.column('caller_id').doUpdateSet({ worst_usd, side_call_json, created_at })),
  );
  const end = prepared<Pick<CallBegunRow, 'caller_id'>>(({ caller_id }) =>
    db.deleteFrom('calls_begun').where('caller_id', '=', caller_id),
  );
  return {
    'call.begin': ({ call }) => [begin(callBegunRow(call))],
    'call.end': ({ callerId }) => [end({ caller_id: callerId })],
    'side-call.end': ({ call }) => {
      const { costUsd, threadId, runId, purpose, sideCallId } = call;
      // An end that is recorded already counts once: whatever ends its run must be able to.
      return [
        end({ caller_id: sideCallId }),
        ...stepsOf([
          db
            .updateTable('threads')
            .set((thread) => ({ cost_usd: thread('cost_usd', '+', costUsd) }))
            .where('thread_id', '=', threadId)
            .where(notYet(sideCallId)),
          ...(purpose === 'subagent'
            ? [
                db
                  .updateTable('runs')
                  .set((run) => ({ agents_cost_usd: run('agents_cost_usd', '+', costUsd) }))
                  .where('run_id', '=', runId)
                  .where(notYet(sideCallId)),
              ]
            : []),
          db
            .insertInto('side_calls')
            .values(sideCallRow(call))
            .onConflict((conflict) => conflict.column('side_call_id').doNothing()),
        ]),
      ];
    },
  };
}

const notYet = (id: string) => sql<boolean>`NOT EXISTS (SELECT 1 FROM side_calls WHERE side_call_id = ${id})`;

export const sideCallReads = (db: Db): Pick<RunStore, 'callsBegun'> => ({
  callsBegun: async () => {
    const query = db.selectFrom('calls_begun').selectAll().orderBy('caller_id');
    return (await read(query.execute())).map(callBegunFrom);
  },
});

const sideCallRow = (call: SideCall): NewRow<'side_calls'> => ({
  side_call_id: call.sideCallId,
  purpose: call.purpose,
  thread_id: call.threadId,
  run_id: call.runId,
  person_id: call.personId,
  model: call.model,
  provider: call.provider,
  usage_json: usageJson(call.usage),
  cost_usd: call.costUsd,
  outcome: call.outcome,
  price_known: storedPriceKnown(call.priceKnown),
  error_json: call.error && JSON.stringify(call.error),
  created_at: call.createdAt,
});

const callBegunRow = (call: CallBegun): CallBegunRow => ({
  caller_id: call.callerId,
  worst_usd: call.worstUsd,
  side_call_json: call.sideCall && JSON.stringify(call.sideCall),
  created_at: call.createdAt,
});

const callBegunFrom = (row: Row<'calls_begun'>): CallBegun => ({
  callerId: row.caller_id,
  worstUsd: row.worst_usd,
  sideCall: row.side_call_json === null ? null : (JSON.parse(row.side_call_json) as CallBegun['sideCall']),
  createdAt: row.created_at,
});
