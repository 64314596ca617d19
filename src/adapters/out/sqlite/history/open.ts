import type { OpenOptions } from '../open-migrated.ts';
import { openParts, type OpenParts } from '../part.ts';
import * as parts from './parts.ts';
import type { HistorySchema } from './schema.ts';

export interface HistoryDatabase extends OpenParts<parts.HistoryChange>, parts.HistoryReads {}

export const openHistory = (file: string, options: OpenOptions = {}): HistoryDatabase =>
  openParts<HistorySchema, parts.HistoryChange, parts.HistoryReads>('history.db', parts, file, options);
