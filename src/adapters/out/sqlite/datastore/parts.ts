import { listed, type Listed } from '../part.ts';
import { collections } from './collections.ts';
import { contacts } from './contacts.ts';
import { rowMoves } from './migrations/row-moves.ts';
import { moves } from './moves.ts';
import { orders } from './record-order.ts';

/** Everything in datastore.db, in the order of merging: see the list of history.db. */
const PARTS = [moves, collections, contacts, rowMoves, orders] as const;

type Parts = Listed<typeof PARTS>;

export type DatastoreChange = Parts['change'];
export type DatastoreReads = Parts['reads'];

export const { kinds, migrations, ids, exported, stepsOn, readsOn } = listed(PARTS);
