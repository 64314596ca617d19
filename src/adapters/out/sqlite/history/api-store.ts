import type { ApiStoreChange, RateStore } from '../../../../core/outside/api-store/store.ts';
import type { KeptWindow, RateWindow } from '../../../../core/outside/api-store/model.ts';
import { personId } from '../../../../core/kernel/ids.ts';
import { prepared } from '../../sql/prepared.ts';
import { rateWindows as migration } from './migrations/rate-windows.ts';
import { read, type Db, type NewRow, type Part } from './part.ts';
import type { ApiStoreTables } from './schema.ts';

export const apiStore: Part<ApiStoreTables, ApiStoreChange, { readonly rates: RateStore }> = {
  migration,
  exported: {
    rate_windows: {
      arriving: { without: 'all' },
      section: 'rateWindows',
      says: 'how many requests each host got lately',
    },
  },
  steps: (db) => {
    const count = prepared<NewRow<'rate_windows'>>(({ host, window, used, members_json, ends_at }) =>
      db
        .insertInto('rate_windows')
        .values({ host, window, used, members_json, ends_at })
        .onConflict((same) => same.columns(['host', 'window']).doUpdateSet({ used, members_json, ends_at })),
    );
    return {
      'rate.count': ({ windows }) =>
        windows.map(({ host, window, used, members, endsAt }) =>
          count({
            host,
            window,
            used,
            members_json: JSON.stringify(Object.fromEntries(members)),
            ends_at: endsAt,
          }),
        ),
    };
  },
  reads: (db) => ({ rates: rateStore(db) }),
};

const rateStore = (db: Db): RateStore => ({
  windows: async () => {
    const rows = await read(db.selectFrom('rate_windows').selectAll().execute());
    return rows.map(({ host, window, used, members_json, ends_at: endsAt }) => ({
      host,
      window: window as RateWindow,
      used,
      members: membersFrom(members_json),
      endsAt,
    }));
  },
});

const membersFrom = (text: string): KeptWindow['members'] =>
  Object.entries(JSON.parse(text) as Readonly<Record<string, number>>).map(
    ([person, used]) => [personId(person), used] as const,
  );
