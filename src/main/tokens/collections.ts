import type { RecordCsv } from '../../core/collections/csv.ts';
import type { RecordEdits } from '../../core/collections/edits.ts';
import type { SubjectsForgotten } from '../../core/collections/forgetting.ts';
import type { RecordInserts } from '../../core/collections/inserts.ts';
import type { Subjects } from '../../core/collections/port.ts';
import type { ColumnOrders } from '../../core/collections/orders.ts';
import type { RecordQueries } from '../../core/collections/queries.ts';
import type { CollectionService, CollectionTurns } from '../../core/collections/service.ts';
import type { CollectionStore } from '../../core/collections/store.ts';
import { token } from '../token.ts';

export const collectionTokens = {
  collectionStore: token<CollectionStore>('collection-store'),
  collectionTurns: token<CollectionTurns>('collection-turns'),
  collectionSubjects: token<Subjects>('collection-subjects'),
  collections: token<CollectionService>('collections'),
  columnOrders: token<ColumnOrders>('column-orders'),
  records: token<RecordQueries>('records'),
  recordInserts: token<RecordInserts>('record-inserts'),
  recordEdits: token<RecordEdits>('record-edits'),
  subjectsForgotten: token<SubjectsForgotten>('subjects-forgotten'),
  recordCsv: token<RecordCsv>('record-csv'),
};
