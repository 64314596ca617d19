import { entryOf, inventory, type Entry } from '../../instance/data-directory/inventory.ts';

/** Of the file system, where the data directory or the workspace is the root of one. */
export const OF_FILE_SYSTEM = 'lost+found';

/** What the inventory says of an entry of the data directory. */
export function fateOf(name: string, keepBackups: boolean): 'goes' | 'stays' | 'unknown' {
  const entry = entryOf(name);
  if (name === OF_FILE_SYSTEM) return 'stays';
  if (entry === null) return 'unknown';
  const { erased }: Entry = inventory[entry];
  return erased === 'yes' || (erased === 'unless backups are kept' && !keepBackups) ? 'goes' : 'stays';
}

/** Why an entry stays, as the inventory says it; null for one that goes, is unknown, or describes the running engine. */
export function whyItStays(name: string): string | null {
  const entry = entryOf(name);
  if (entry === null) return null;
  const { erased, kind }: Entry = inventory[entry];
  if (kind === 'lock' || kind === 'process') return null;
  if (erased === 'unless backups are kept') return 'it describes the backups that you kept';
  return erased === 'yes' ? null : erased.replace(/^no: /u, '');
}

/** Whether the files in an entry of the data directory are counted. */
export function isCounted(name: string): boolean {
  const entry = entryOf(name);
  return entry !== null && ['folder', 'workspace'].includes(inventory[entry].kind);
}
