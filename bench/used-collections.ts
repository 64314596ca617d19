import { openDatastore } from '../src/adapters/out/sqlite/datastore/open.ts';
import { systemClock } from '../src/adapters/out/system/system-clock.ts';
import { uuidIds } from '../src/adapters/out/system/uuid-ids.ts';
import { RecordInserts } from '../src/core/knowledge/collections/inserts.ts';
import { CollectionService } from '../src/core/knowledge/collections/service.ts';
import { OneAtATime } from '../src/core/kernel/one-at-a-time.ts';
import { EVERYONE } from '../src/core/trust/people/model.ts';
import type { Log } from '../src/core/ports/log.ts';

const TOGETHER = 1_000;
const REGIONS = ['north', 'south', 'east', 'west'];

const nothing = (): void => undefined;
const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Creates a datastore.db with the collection `orders`, of this many records. */
export async function useCollections(file: string, records: number): Promise<void> {
  const datastore = openDatastore(file);
  const shared = {
    journal: datastore.journal,
    store: datastore.collections,
    turns: new OneAtATime<'collections'>(),
    masked: (text: string) => text,
    clock: systemClock,
    log: silent,
    ids: uuidIds,
    subjects: {
      resolve: () => Promise.reject(new Error('no record here names an entity')),
      members: async () => [],
      names: async () => new Map<never, never>(),
    },
  };
  await new CollectionService({ ...shared, isMember: () => false }).create(EVERYONE, {
    name: 'orders',
    columns: [
      { name: 'number', type: 'string', isUnique: true },
      { name: 'region', type: 'string' },
      { name: 'amount', type: 'number' },
      { name: 'at', type: 'date', isEventTime: true },
      { name: 'paid', type: 'boolean' },
      { name: 'note', type: 'string' },
    ],
  });
  const inserts = new RecordInserts({ ...shared, isMember: false });
  for (let from = 0; from < records; from += TOGETHER)
    await inserts.insert(
      'orders',
      Array.from({ length: Math.min(TOGETHER, records - from) }, (_, nth) => order(from + nth)),
    );
  await datastore.close();
}

const order = (nth: number) => ({
  number: `A-${nth}`,
  region: REGIONS[nth % REGIONS.length],
  amount: ((nth * 7_919) % 100_003) / 100,
  at: new Date(1_600_000_000_000 + ((nth * 104_729) % 1_000_000) * 60_000).toISOString(),
  paid: nth % 3 === 0,
  note: `What was agreed about order ${nth}, and who asked for it`,
});
