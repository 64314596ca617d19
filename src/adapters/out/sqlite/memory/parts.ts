import type { Migration } from '../migrate.ts';
import { steps } from '../../sql/memory/parts.ts';
import type { MemorySteps } from '../../sql/memory/steps.ts';
import { first } from './migrations/first.ts';
import { insights } from './migrations/insights.ts';
import { openEnumerations } from './migrations/open-enumerations.ts';
import { earlierVersions } from './migrations/earlier-versions.ts';
import { pastOrder } from './migrations/past-order.ts';
import { whoseEntries } from './migrations/whose-entries.ts';
import { whoseInsights } from './migrations/whose-insights.ts';

/** In the order of merging: the version of a schema is the position of its migration in this list. */
export const migrations: readonly Migration[] = [
  first,
  pastOrder,
  openEnumerations,
  insights,
  earlierVersions,
  whoseEntries,
  whoseInsights,
];

export const kinds = Object.keys(steps) as readonly (keyof MemorySteps)[];
