import type { CommandRow } from './cli/command.ts';
import type { AnyToolRow, HttpRows } from './row.ts';

/** The outside contract of one feature: its routes, tools and commands. */
export type Feature<Verbs = never> = (WithRoutes | { readonly http?: never; readonly about?: string }) & {
  readonly tools?: readonly AnyToolRow[];
  readonly commands?: readonly CommandRow<Verbs>[];
};

interface WithRoutes {
  readonly http: HttpRows;
  /** What its routes are about, in a few words: it is their tag in the OpenAPI document. */
  readonly about: string;
}

/** The intersection of the types in a union. */
export type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
