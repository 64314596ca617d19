import { highestIdIn, type IdColumn } from '../sql/highest-id.ts';
import type { Prepare } from './statements.ts';
import { classified } from './storage-errors.ts';
import { workBy } from './work.ts';

/** The ids that a store has. */
export interface StoredIds {
  /** The highest one; null if there is none. */
  highest(): string | null;
}

export function storedIds(prepare: Prepare, columns: readonly IdColumn[]): StoredIds {
  const [now, highest] = [workBy(prepare), highestIdIn(columns)];
  return {
    highest: () => {
      try {
        return now(highest());
      } catch (error) {
        throw classified(error);
      }
    },
  };
}
