import type { Feature } from '../feature.ts';
import { features } from '../features.ts';
import type { AnyToolRow } from '../row.ts';

/**
 * Everything the model may do. Its order is that of the names of the features, whatever the list is sorted by: providers
 * keep a prompt as long as its beginning stays the same, and tools are at its beginning.
 */
export const agentTools: readonly AnyToolRow[] = Object.entries<Feature>(features)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([, { tools = [] }]) => tools);
