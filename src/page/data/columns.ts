import type { Answer } from '../engine/client.ts';

export type Collection = Answer<'datastore.collections'>['collections'][number];
export type Column = Collection['columns'][number];
export type ColumnType = Column['type'];
