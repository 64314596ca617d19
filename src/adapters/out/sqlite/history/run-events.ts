import { sql } from 'kysely';
import type { RunId } from '../../../../core/kernel/ids.ts';
import { fitting } from '../../../../core/kernel/page.ts';
import type { RunChange, RunStore } from '../../../../core/execution/runs/store.ts';
import type { RunEvent } from '../../../../core/execution/runs/events.ts';
import { runLimits } from '../../../../core/execution/runs/limits.ts';
import type { ToolRunStore } from '../../../../core/execution/tool-runs/store.ts';
import { prepared } from '../../sql/prepared.ts';
import type { Steps } from '../../sql/step.ts';
import { read, type Db, type NewRow, type Row } from './part.ts';
import { Ticks } from './ticks.ts';

export function eventSteps(db: Db): Steps<Extract<RunChange, { readonly change: 'run.event' }>> {
  const add = prepared<NewRow<'events'>>(({ run_id, id, type, data_json, at }) =>
    db.insertInto('events').values({ run_id, id, type, data_json, at }),
  );
  return { 'run.event': ({ runId, event, at }) => [add(eventRow(runId, event, at))] };
}

/** As many large events as a reader takes at once. */
const FIRST_SIZES = 8;

export function eventReads(db: Db): Pick<RunStore, 'lastEventId' | 'lastEventAt' | 'events'> {
  /** Shared by all readers. */
  const ticks = new Ticks();
  const last = (id: RunId) =>
    read(
      db
        .selectFrom('events')
        .select(['id', 'at'])
        .where('run_id', '=', id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    );
  return {
    lastEventId: async (id) => (await last(id))?.id ?? null,
    lastEventAt: async (id) => (await last(id))?.at ?? null,

    events: async (id, after, limit) => {
      await ticks.next();
      return (await pageOfEvents(db, id, after, limit)).rows.map(eventFrom);
    },
  };
}

/** For `ToolRunStore.events`. Only one who has more to read waits for a tick: most have little, and often. */
export function timedEvents(db: Db): ToolRunStore['events'] {
  const ticks = new Ticks();
  return async (id, after, limit) => {
    const { rows, isAll } = await pageOfEvents(db, id, after, limit);
    if (!isAll) await ticks.next();
    return { events: rows.map((row) => ({ event: eventFrom(row), at: row.at })), isAll };
  };
}

type EventRow = Omit<Row<'events'>, 'run_id'>;

/** `isAll`: no event follows them now. */
async function pageOfEvents(
  db: Db,
  id: RunId,
  after: number,
  limit: number,
): Promise<{ readonly rows: readonly EventRow[]; readonly isAll: boolean }> {
  const found = db.selectFrom('events').where('run_id', '=', id).where('id', '>', after).orderBy('id');
  const sizesOf = (most: number) =>
    read(
      found
        .select(['id', sql<number>`octet_length(data_json)`.as('bytes')])
        .limit(most)
        .execute(),
    );
  // Sizes first, and few at a time: in a table without row ids, SQLite reads each row that it passes to its end.
  let sizes: readonly { readonly id: number; readonly bytes: number }[] = [];
  let fit = sizes;
  let most = 0;
  do {
    most = Math.min(limit, Math.max(FIRST_SIZES, most * 4));
    sizes = await sizesOf(most);
    fit = fitting(sizes, ({ bytes }) => bytes, runLimits.replayBytes);
  } while (fit.length === most && most < limit);
  const last = fit.at(-1);
  if (!last) return { rows: [], isAll: true };
  const rows = await read(
    found.select(['id', 'type', 'data_json', 'at']).where('id', '<=', last.id).execute(),
  );
  return { rows, isAll: fit.length === sizes.length && sizes.length < most };
}

const eventRow = (run: RunId, event: RunEvent, at: number): NewRow<'events'> => ({
  run_id: run,
  id: event.id,
  type: event.type,
  data_json: JSON.stringify(event.data),
  at,
});

const eventFrom = (row: Pick<Row<'events'>, 'id' | 'type' | 'data_json'>): RunEvent =>
  ({ id: row.id, type: row.type, data: JSON.parse(row.data_json) as unknown }) as RunEvent;
