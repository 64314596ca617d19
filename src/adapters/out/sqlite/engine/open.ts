import type { OpenOptions } from '../open-migrated.ts';
import { openParts, type OpenParts } from '../part.ts';
import * as parts from './parts.ts';
import type { EngineSchema } from './schema.ts';

export interface EngineDatabase extends OpenParts<parts.EngineChange>, parts.EngineReads {}

export const openEngineDatabase = (file: string, options: OpenOptions = {}): EngineDatabase =>
  openParts<EngineSchema, parts.EngineChange, parts.EngineReads>('engine.db', parts, file, options);
