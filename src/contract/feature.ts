import type { AnyToolRow, HttpRows } from './row.ts';

/** The outside contract of one feature: its routes and tools. */
export interface Feature {
  readonly http?: HttpRows;
  readonly tools?: readonly AnyToolRow[];
}

/** The intersection of the types in a union. */
export type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
