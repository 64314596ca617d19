import { highestIdIn, type IdColumn } from '../sql/highest-id.ts';
import type { Connected } from './connect.ts';
import { workOn } from './work.ts';

/** The highest id in these columns, in one round trip; null if there is none. @throws errors of the ports */
export const highestIdOf = async (
  connected: Pick<Connected, 'queriesOf' | 'makeRead'>,
  columns: readonly IdColumn[],
): Promise<string | null> => await workOn(connected).read(highestIdIn(columns)());
