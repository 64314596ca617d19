import type { AllOf, Feature } from '../feature.ts';
import { features } from '../features.ts';
import { areas } from '../document/areas.ts';
import { examples } from '../document/examples.ts';
import type { ApiDescription } from '../openapi.ts';
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

/** Everything that the OpenAPI document is made of. */
export const describedApi = (): ApiDescription => ({ rows: httpRows, areas, examples });

/** Every route that the engine serves, by operation id. */
export const httpRows = { ...ofFeatures, ...document(describedApi) };
