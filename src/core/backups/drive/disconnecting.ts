import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InstanceFile } from '../port.ts';
import { deleteUploaded, type Deleted } from './deletion.ts';
import type { UploadLedger } from './ledger.ts';
import type { Deletion } from './model.ts';
import type { Drive } from './port.ts';
import type { RootFolder } from './root-folder.ts';
import type { Uploads } from './uploads.ts';

/** What a disconnect needs of the connection. */
export interface Disconnectable {
  readonly hasDriveScope: () => boolean;
  /** @returns whether the vendor confirmed it. @throws Refusal disk_full, storage_error */
  revoke(): Promise<boolean>;
}

export interface DisconnectingDeps {
  readonly account: Disconnectable;
  readonly uploads: Pick<Uploads, 'held'>;
  readonly drive: Drive;
  readonly root: Pick<RootFolder, 'remembered'>;
  readonly ledger: Pick<UploadLedger, 'forget'>;
  readonly instance: Pick<InstanceFile, 'id'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Disconnected {
  readonly revoked: boolean;
  readonly deletion: Deletion;
}

/** Ends the connection for good: uploads are held, backups in the drive deleted if asked, then access ends whatever happened. */
export class Disconnecting {
  readonly #deps: DisconnectingDeps;

  constructor(deps: DisconnectingDeps) {
    this.#deps = deps;
  }

  /** @throws Refusal disk_full, storage_error: the access could not be forgotten */
  async revoke({ deleteBackups }: { readonly deleteBackups: boolean }): Promise<Disconnected> {
    return await this.#deps.uploads.held(async (wasBusy) => {
      const deletion = deleteBackups ? await this.#deleted(wasBusy) : SKIPPED;
      return { revoked: await this.#deps.account.revoke(), deletion };
    });
  }

  /** Never rejects. */
  async #deleted(wasBusy: boolean): Promise<Deletion> {
    const { account, drive, root, ledger, instance, clock, log } = this.#deps;
    if (!account.hasDriveScope()) return { ...SKIPPED, status: 'unchecked' };
    try {
      const deps = { drive, clock, remembered: await root.remembered(), instance: await instance.id() };
      const found = await deleteUploaded(deps);
      const { gone, ...deletion } = wasBusy ? busy(found) : found;
      await ledger
        .forget(gone)
        .catch((error: unknown) => log.warn('uploads.json could not be updated', { error }));
      if (deletion.status === 'degraded')
        log.warn('[svc:backup] not all backups in the drive could be deleted', { reasons: deletion.reasons });
      return deletion;
    } catch (error) {
      log.error('[svc:backup] the backups in the drive could not be deleted', { error });
      return { ...SKIPPED, status: 'degraded', reasons: [{ code: 'list_failed', text: FAULT }] };
    }
  }
}

const SKIPPED: Deletion = { status: 'skipped', deleted: 0, foldersKept: 0, reasons: [] };

const busy = (found: Deleted): Deleted => ({
  ...found,
  status: 'degraded',
  reasons: [...found.reasons, { code: 'upload_in_progress', text: BUSY }],
});

const BUSY = 'A backup was being uploaded and did not stop in time: parts of it may be left.';
const FAULT = 'The deletion failed inside the engine. Its log says why.';
