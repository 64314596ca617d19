import type { AllOf, Feature } from '../feature.ts';
import { features } from '../features.ts';
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
export const describedApi = (): ApiDescription => ({
  rows: httpRows,
  areas: Object.entries<Feature>(features).flatMap(([name, { http, about }]) => {
    const operations = Object.keys(name === 'document' ? own : (http ?? {}));
    return about === undefined ? [] : [{ name, about, operations }];
  }),
  examples,
});

const own = document(describedApi);

/** Every route that the engine serves, by operation id. */
export const httpRows = { ...ofFeatures, ...own };
