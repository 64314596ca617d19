import { listed, type Listed } from '../part.ts';
import { contacts } from './contacts.ts';
import { graph } from './graph.ts';
import { entityImports } from './migrations/entity-imports.ts';
import { relationsOfHubs } from './migrations/relations-of-hubs.ts';

/** Everything in engine.db, in the order of merging: see the list of history.db. */
const PARTS = [graph, contacts, relationsOfHubs, entityImports] as const;

type Parts = Listed<typeof PARTS>;

export type EngineChange = Parts['change'];
export type EngineReads = Parts['reads'];

export const { kinds, migrations, ids, exported, stepsOn, readsOn } = listed(PARTS);
