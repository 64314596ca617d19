import type { OpenOptions } from '../open-migrated.ts';
import { openParts, type OpenParts } from '../part.ts';
import * as parts from './parts.ts';

export interface Datastore extends OpenParts<parts.DatastoreChange>, parts.DatastoreReads {}

export const openDatastore = (file: string, options: OpenOptions = {}): Datastore =>
  openParts<parts.DatastoreSchema, parts.DatastoreChange, parts.DatastoreReads>(
    'datastore.db',
    parts,
    file,
    options,
  );
