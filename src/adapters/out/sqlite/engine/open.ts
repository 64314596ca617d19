import type { KnownOwner } from '../../../../core/trust/people/model.ts';
import type { OpenOptions } from '../open-migrated.ts';
import { openParts, type OpenParts } from '../part.ts';
import { PersonKeys } from '../../sql/person-keys.ts';
import { listedWith, type EngineChange, type EngineReads } from './parts.ts';
import type { EngineSchema } from './schema.ts';

export interface EngineDatabase extends OpenParts<EngineChange>, EngineReads {}

/** @param options `owner` names nobody where it is left out: then nothing is the owner's */
export const openEngineDatabase = (
  file: string,
  { owner = { id: null }, ...options }: OpenOptions & { readonly owner?: KnownOwner } = {},
): EngineDatabase =>
  openParts<EngineSchema, EngineChange, EngineReads>(
    'engine.db',
    listedWith(new PersonKeys(owner)),
    file,
    options,
  );
