import { refuse } from './errors.ts';
import type { Drive } from './port.ts';

/** One id for an entry that is about to be made. @throws Refusal no_new_id, and what `Drive` throws */
export async function newId(drive: Drive, signal: AbortSignal): Promise<string> {
  return idAt(await drive.newIds(1, signal), 0);
}

/** The id at this place. @throws Refusal no_new_id if the drive gave fewer: nothing is made without one */
export function idAt(ids: readonly string[], at: number): string {
  const id = ids[at];
  if (id === undefined || id === '') throw refuse.no_new_id();
  return id;
}
