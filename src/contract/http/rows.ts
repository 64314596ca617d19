import type { AllOf, Feature } from '../feature.ts';
import { features } from '../features.ts';
import { areas } from '../document/areas.ts';
import { examples } from '../document/examples.ts';
import type { ApiDescription } from '../openapi.ts';
import type { AnyHttpRow, PrivateOnly } from '../row.ts';
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

/** The rows that ports serve. */
type OnPorts<Rows> = {
  readonly [
    Operation in keyof Rows as Rows[Operation] extends PrivateOnly ? never : Operation
  ]: Rows[Operation];
};

const onPorts = Object.fromEntries(
  Object.entries<AnyHttpRow>(ofFeatures).filter(([, { privateOnly }]) => !privateOnly),
) as unknown as OnPorts<OfFeatures>;

/** Everything that the OpenAPI document is made of. */
export const describedApi = (): ApiDescription => ({ rows: httpRows, areas, examples });

/** Every route that the engine serves on a port, by operation id. */
export const httpRows = { ...onPorts, ...document(describedApi) };

/** Every route of the private socket: those of the ports, and those that only this user's own processes may ask. */
export const socketRows = { ...ofFeatures, ...document(describedApi) };
