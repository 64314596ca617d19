import type { OpenOptions } from '../open-migrated.ts';
import { openParts, type OpenParts } from '../part.ts';
import * as parts from './parts.ts';
import type { DatastoreSchema } from './schema.ts';

export interface Datastore extends OpenParts<parts.DatastoreChange>, parts.DatastoreReads {}

/** A full collection fits, so that a filter that must read each record does not read each page of the file. */
const CACHE_KIB = 64 * 1024;

export const openDatastore = (file: string, options: OpenOptions = {}): Datastore =>
  openParts<DatastoreSchema, parts.DatastoreChange, parts.DatastoreReads>('datastore.db', parts, file, {
    cacheKib: CACHE_KIB,
    ...options,
  });
