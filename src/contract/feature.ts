import type { CommandRow } from './cli/command.ts';
import type { AnyToolRow, HttpRows } from './row.ts';

/** The outside contract of one feature: its routes, tools and commands. */
export interface Feature<Verbs = never> {
  readonly http?: HttpRows;
  readonly tools?: readonly AnyToolRow[];
  readonly commands?: readonly CommandRow<Verbs>[];
}

/** The intersection of the types in a union. */
export type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
