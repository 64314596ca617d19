import type { CommandRow } from './cli/command.ts';
import type { AnyToolRow, HttpRows } from './row.ts';

/** All that one feature promises: its routes, what the model may do with it, and what can be typed. */
export interface Feature<Verbs = never> {
  readonly http?: HttpRows;
  readonly tools?: readonly AnyToolRow[];
  readonly commands?: readonly CommandRow<Verbs>[];
}

/** What is each of the types in a union. */
export type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
