import { join } from 'node:path';
import type { DataName } from '../../../core/data-directory/inventory.ts';
import { systemDisk } from './disk.ts';
import { readText } from './read-text.ts';

/**
 * What `pricing.json` in the data directory holds: null when there is none.
 * @throws Error with a sentence for the log when it is there and is no JSON
 */
export async function readPricing(dataDir: string): Promise<unknown> {
  const read = await readText(join(dataDir, 'pricing.json' satisfies DataName), systemDisk);
  if (read.found === 'nothing') return null;
  if (read.found === 'obstacle')
    throw new Error(`pricing.json cannot be read (${read.obstacle}); it is ignored.`);
  try {
    return JSON.parse(read.text);
  } catch {
    throw new Error('pricing.json is no JSON; it is ignored.');
  }
}
