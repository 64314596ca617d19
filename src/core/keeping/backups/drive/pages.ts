import { driveLimits } from './limits.ts';
import type { DriveEntry, DrivePage } from './port.ts';
import { refuse } from './errors.ts';

/** All pages of a listing. @throws Refusal listing_too_long, and what `page` throws */
export async function* allPages(
  page: (after: string | null) => Promise<DrivePage>,
): AsyncGenerator<readonly DriveEntry[]> {
  let after: string | null = null;
  for (let read = 0; read < driveLimits.pages; read++) {
    const { entries, next }: DrivePage = await page(after);
    yield entries;
    if (next === null) return;
    after = next;
  }
  throw refuse.listing_too_long();
}
