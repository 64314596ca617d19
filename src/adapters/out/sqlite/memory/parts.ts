import type { Migration } from '../migrate.ts';
import { entrySteps } from './entries.ts';
import { first } from './migrations/first.ts';
import { openEnumerations } from './migrations/open-enumerations.ts';
import { pastOrder } from './migrations/past-order.ts';

/** In the order of merging: the version of a schema is the position of its migration in this list. */
export const migrations: readonly Migration[] = [first, pastOrder, openEnumerations];

/** What each change of memory.db does. */
export const steps = entrySteps;

export const kinds = Object.keys(steps) as readonly (keyof typeof steps)[];
