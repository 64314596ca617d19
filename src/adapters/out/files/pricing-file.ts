import { join } from 'node:path';
import type { DataName } from '../../../core/instance/data-directory/inventory.ts';
import { systemDisk } from './disk.ts';
import { readText } from './read-text.ts';

/**
 * The content of `pricing.json` in the data directory; null if it does not exist.
 * @throws Error with a sentence for the log if it exists and is not JSON
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
