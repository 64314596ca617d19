import { refuse } from './errors.ts';
import type { RestoreOutcome, RestoreWishes } from './model.ts';

/** Puts everything back as it was in a backup. */
export class RestoreService {
  /** @throws Refusal backup_not_found */
  async restore(_backupId: string, _wishes: RestoreWishes): Promise<string> {
    throw refuse.backup_not_found();
  }

  /** @throws Refusal restore_not_found */
  async outcome(_operationId: string): Promise<RestoreOutcome> {
    throw refuse.restore_not_found();
  }
}
