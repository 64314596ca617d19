import { listed, type Listed } from '../part.ts';
import { PersonKeys } from '../../sql/person-keys.ts';
import { contactsWith } from './contacts.ts';
import { graphWith } from './graph.ts';
import { entityImports } from './migrations/entity-imports.ts';
import { relationsOfHubs } from './migrations/relations-of-hubs.ts';
import { whoseGraph } from './migrations/whose-graph.ts';

/** Everything in engine.db, in the order of merging: see the list of history.db. */
const partsWith = (keys: PersonKeys) =>
  [graphWith(keys), contactsWith(keys), relationsOfHubs, entityImports, whoseGraph] as const;

type Parts = Listed<ReturnType<typeof partsWith>>;

export type EngineChange = Parts['change'];
export type EngineReads = Parts['reads'];

/** For a database whose rows name the owner as these keys do. */
export const listedWith = (keys: PersonKeys) => listed(partsWith(keys));

export const { kinds, migrations, exported } = listedWith(new PersonKeys({ id: null }));
