import { features } from '../features.ts';
import type { Feature } from '../feature.ts';

type ToolOfFeatures = (typeof features)[keyof typeof features] extends infer One
  ? One extends { readonly tools: readonly (infer Row)[] }
    ? Row
    : never
  : never;

/**
 * Everything the model may do, ordered by the names of the features, independent of their list: providers cache a prompt
 * only while its beginning stays the same, and tools are at its beginning.
 */
export const agentTools = Object.entries<Feature>(features)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([, { tools = [] }]): readonly unknown[] => tools) as readonly ToolOfFeatures[];
