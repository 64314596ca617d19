import { saying, type QuotedValue } from '../../kernel/says.ts';

export interface CollectionSays {
  /** `of`: how many the collection has. */
  'records.delete': { count: number; of: number; collection: string; filter: QuotedValue };
}

export const say = saying<CollectionSays>();
