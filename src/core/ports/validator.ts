import type { Says } from '../kernel/says.ts';

export interface Violation {
  /** The place as a JSON Pointer (RFC 6901); empty for the value itself. */
  readonly path: string;
  /** What is wrong with it, which follows its name. */
  readonly says: Says;
}

/**
 * JSON Schema (2020-12) validation. Schemas compile on first use and are kept, keyed by identity.
 * `check` returns no violations for a valid value. `coerce` is for text (query, headers): it returns a copy
 * in which numbers and booleans are what the schema says, defaults filled in.
 */
export interface Validator {
  check(schema: object, value: unknown): readonly Violation[];
  coerce(
    schema: object,
    value: Readonly<Record<string, unknown>>,
  ): { readonly value: Record<string, unknown>; readonly violations: readonly Violation[] };
}
