import type { AllOf, Feature } from '../feature.ts';
import { features } from '../features.ts';
import type { HttpRows } from '../row.ts';
import { document } from './document.ts';

type OfFeatures = AllOf<
  (typeof features)[keyof typeof features] extends infer One
    ? One extends { readonly http: infer Rows }
      ? Rows
      : never
    : never
>;

const ofFeatures = Object.assign(
  {},
  ...Object.values<Feature>(features).map(({ http = {} }) => http),
) as OfFeatures;

const all = (): HttpRows => httpRows;

/** Every route that the engine serves, by operation id. */
export const httpRows = { ...ofFeatures, ...document(all) };
