import type { Datastore } from '../../src/adapters/out/sqlite/datastore/open.ts';
import type { CollectionChange } from '../../src/core/knowledge/collections/store.ts';
import { RecordEdits } from '../../src/core/knowledge/collections/edits.ts';
import { RecordInserts } from '../../src/core/knowledge/collections/inserts.ts';
import type { NamedSubject, Subjects } from '../../src/core/knowledge/collections/port.ts';
import { ColumnOrders } from '../../src/core/knowledge/collections/orders.ts';
import { RecordQueries } from '../../src/core/knowledge/collections/queries.ts';
import { CollectionService } from '../../src/core/knowledge/collections/service.ts';
import { refuse } from '../../src/core/knowledge/graph/errors.ts';
import { entityId } from '../../src/core/kernel/ids.ts';
import { OneAtATime } from '../../src/core/kernel/one-at-a-time.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import { nodeCrypto } from '../../src/adapters/out/system/node-crypto.ts';
import { CountingIds } from '../doubles/counting-ids.ts';
import { ManualClock } from '../doubles/manual-clock.ts';
import { RecordingLog } from '../doubles/recording-log.ts';
import { quote } from '../../src/core/kernel/quoted.ts';
import { inText } from '../../src/core/kernel/says.ts';

/** A graph of a few entities, by id; several may have one name. */
export const entitiesOf = (names: Readonly<Record<string, string>>): Subjects => ({
  resolve: async (reference) => {
    const fitting = Object.entries(names)
      .filter(([id, name]) => id === reference || name === reference)
      .map(([id, name]): NamedSubject => ({ entityId: entityId(id), name }));
    if (fitting.length > 1)
      throw refuse.ambiguous_name({ candidates: fitting }, inText('Several entities fit.'));
    if (!fitting[0]) throw refuse.entity_not_found({ name: quote(reference) });
    return fitting[0];
  },
  members: async (id) => [id],
  names: async (ids) =>
    new Map(ids.flatMap((id) => (names[id] === undefined ? [] : [[id, { entityId: id, name: names[id] }]]))),
});

/** The services over an open datastore.db, as the engine makes them. */
export function collectionsOver(
  { collections: store, journal: stored }: Pick<Datastore, 'collections' | 'journal'>,
  options: {
    readonly subjects?: Subjects;
    readonly journal?: Journal<CollectionChange>;
    readonly masked?: (text: string) => string;
  } = {},
) {
  const { subjects = entitiesOf({}), journal = stored, masked = (text: string) => text } = options;
  const [turns, clock, log, ids] = [
    new OneAtATime<'collections'>(),
    new ManualClock(),
    new RecordingLog(),
    new CountingIds(),
  ];
  const orders = new ColumnOrders({ journal: stored, store, log });
  return {
    clock,
    log,
    collections: new CollectionService({ journal, store, turns, masked, clock, log, isMember: () => false }),
    orders,
    records: new RecordQueries({ store, subjects, orders }),
    inserts: new RecordInserts({ journal, store, turns, subjects, masked, isMember: false, ids, clock }),
    edits: new RecordEdits({
      journal,
      store,
      turns,
      subjects,
      masked,
      isMember: false,
      crypto: nodeCrypto,
      clock,
    }),
  };
}
