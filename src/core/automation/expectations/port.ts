import type { JsonObject } from '../../kernel/json.ts';

/** Regular expressions of people and models, matched in time linear in the text. */
export interface Patterns {
  /** Whether the pattern is found in the text. @throws Refusal invalid_pattern if it is not a regular expression of RE2 */
  isIn(pattern: string, text: string): boolean;
  /** @throws Refusal invalid_pattern */
  check(pattern: string): void;
}

/** Records of collections. */
export interface RecordsToFind {
  /** Whether a record of the collection fits. @throws Refusal if there is no such collection, or the filter does not fit it */
  has(collection: string, filter: JsonObject): Promise<boolean>;
}
