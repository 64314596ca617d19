import { OneAtATime } from '../../../kernel/one-at-a-time.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import type { Log } from '../../../ports/log.ts';
import type { Clock } from '../../../ports/clock.ts';
import { deleteUploaded, type Deleted } from './deletion.ts';
import type { UploadLedger } from './ledger.ts';
import type { Deletion } from './model.ts';
import type { Drive } from './port.ts';
import type { RootFolder } from './root-folder.ts';
import type { Uploads } from './uploads.ts';
import { say } from './says.ts';
import type { Says } from '../../../kernel/says.ts';

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
  readonly ledger: Pick<UploadLedger, 'all' | 'forget' | 'mark' | 'disconnecting' | 'isDisconnecting'>;
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
  readonly #turns = new OneAtATime<'revoke'>();

  constructor(deps: DisconnectingDeps) {
    this.#deps = deps;
  }

  /**
   * One at a time: a second one waits, and finds nothing to end. It is noted before anything is deleted, so that a start
   * after a stop in the middle ends the access.
   * @throws Refusal disk_full, storage_error: the access could not be forgotten
   */
  async revoke({ deleteBackups }: { readonly deleteBackups: boolean }): Promise<Disconnected> {
    const { account, uploads, ledger, log } = this.#deps;
    return await this.#turns.run('revoke', () =>
      uploads.held(async (wasBusy) => {
        const told = (error: unknown) => log.warn('uploads.json could not be updated', { error });
        if (deleteBackups) await ledger.disconnecting(true).catch(told);
        const deletion = deleteBackups ? await this.#deleted(wasBusy) : SKIPPED;
        const revoked = await account.revoke();
        await ledger.disconnecting(false).catch(told);
        return { revoked, deletion };
      }),
    );
  }

  /** At a start: ends the access that a disconnect was about to end when the engine stopped. Never rejects. */
  async resume(): Promise<void> {
    const { account, uploads, ledger, log } = this.#deps;
    try {
      if (!(await ledger.isDisconnecting())) return;
      await uploads.held(async () => {
        await account.revoke();
        await ledger.disconnecting(false);
      });
      log.warn(
        '[svc:backup] a disconnect that a stop cut off was finished; backups may be left in the drive',
      );
    } catch (error) {
      log.error('a disconnect that a stop cut off could not be finished', { error });
    }
  }

  /** Never rejects. */
  async #deleted(wasBusy: boolean): Promise<Deletion> {
    const { account, drive, root, ledger, clock, log } = this.#deps;
    if (!account.hasDriveScope()) return { ...SKIPPED, status: 'unchecked' };
    try {
      const folders = [...(await ledger.all()).values()].flatMap(({ folderId }) => folderId ?? []);
      const known = { folders, instance: await ledger.mark() };
      const problems: Deletion['reasons'][number][] = wasBusy
        ? [{ code: 'upload_in_progress', says: say('drive.busy') }]
        : [];
      const remembered = await root.remembered().catch((error: unknown) => {
        problems.push({ code: 'list_failed', says: whyOf(error) });
        return null;
      });
      const found = await deleteUploaded({ drive, clock, remembered, ...known });
      const { gone, ...deletion } = problems.length === 0 ? found : incomplete(found, problems);
      await ledger
        .forget(gone)
        .catch((error: unknown) => log.warn('uploads.json could not be updated', { error }));
      if (deletion.status === 'degraded')
        log.warn('[svc:backup] not all backups in the drive could be deleted', { reasons: deletion.reasons });
      return deletion;
    } catch (error) {
      log.error('[svc:backup] the backups in the drive could not be deleted', { error });
      return {
        ...SKIPPED,
        status: 'degraded',
        reasons: [{ code: 'list_failed', says: whyOf(error) }],
      };
    }
  }
}

const SKIPPED: Deletion = { status: 'skipped', deleted: 0, foldersKept: 0, reasons: [] };

const incomplete = (found: Deleted, problems: Deletion['reasons']): Deleted => ({
  ...found,
  status: 'degraded',
  reasons: [...found.reasons, ...problems],
});

const whyOf = (error: unknown): Says =>
  isRefusal(error) ? (error.says[0] ?? say('drive.fault')) : say('drive.fault');
