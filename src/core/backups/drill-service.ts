import { refuse } from './errors.ts';
import type { DrillReport } from './model.ts';

/** Tries restores. */
export class DrillService {
  /** @throws Refusal backup_not_found */
  async drill(_backupId: string): Promise<DrillReport> {
    throw refuse.backup_not_found();
  }
}
