import type { Clock } from '../../ports/clock.ts';
import type { Crypto } from '../../ports/crypto.ts';
import type { Log } from '../../ports/log.ts';
import type { Catalogue } from './catalogue.ts';
import type { BackupKey, BackupKeys } from './key.ts';
import { isAuthentic } from './manifest.ts';
import type { Operation } from './operation.ts';
import type { BackupFolders, BackupWork, CheckProblem, FileCipher, FoundBackup } from './port.ts';
import type { BackupRecords } from './records.ts';
import { say } from './says.ts';
import type { Says } from '../../kernel/says.ts';

export interface BackupChecksDeps {
  readonly folders: Pick<BackupFolders, 'pathOf'>;
  readonly work: Pick<BackupWork, 'check'>;
  readonly catalogue: Catalogue;
  readonly keys: BackupKeys;
  readonly crypto: Crypto;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** What a check found. */
export interface Verification {
  readonly ok: boolean;
  readonly problems: readonly Says[];
  /** It could not be looked into, because the vault lacks its key. That says nothing about the backup. */
  readonly keyMissing: boolean;
}

/** Found by this engine itself, or by the process that opens the files. */
type Problem = Omit<CheckProblem, 'reason'> & { readonly reason: CheckProblem['reason'] | 'key_missing' };

/** Opens backups and checks them as a restore would. */
export class BackupChecks {
  readonly #deps: BackupChecksDeps;
  readonly #records: BackupRecords;

  constructor(deps: BackupChecksDeps, records: BackupRecords) {
    this.#deps = deps;
    this.#records = records;
  }

  /** Checks a backup and notes the result. @throws Refusal disk_full, storage_error */
  async check(found: FoundBackup, operation: Operation): Promise<Verification> {
    const findings = await this.#findingsOn(found, operation);
    const problems = findings.map(({ says }) => says);
    if (findings.some(({ reason }) => reason === 'key_missing'))
      return { ok: false, problems, keyMissing: true };
    await this.#deps.catalogue.note(found.backupId, { verifiedAt: this.#deps.clock.now(), problems });
    if (problems.length > 0)
      this.#deps.log.error('a backup cannot be restored', { backupId: found.backupId, problems });
    return { ok: problems.length === 0, problems, keyMissing: false };
  }

  async #findingsOn(found: FoundBackup, operation: Operation): Promise<readonly Problem[]> {
    const { keys, crypto, folders, work } = this.#deps;
    const whole = await this.#records.whole(found);
    if ('code' in whole) return [altered(whole)];
    const { manifest } = whole;
    const { keyId = manifest.keyId } = await this.#deps.catalogue.of(found.backupId);
    if (keyId !== manifest.keyId) return [altered(say('manifest.other-key'))];
    const key = manifest.keyId === null ? null : await keys.withId(manifest.keyId, manifest.keySalt);
    if (manifest.keyId !== null && !key)
      return [{ reason: 'key_missing', says: say('backup.key-missing', { keyId: manifest.keyId }) }];
    if (key && !(await isAuthentic(manifest, key, crypto))) return [altered(say('manifest.changed'))];
    const request = { source: folders.pathOf(found), manifest, into: null };
    const cipher = cipherOf(manifest.encrypted ? key : null);
    return await work.check({ ...request, cipher }, operation.report, operation.signal);
  }
}

const altered = (says: Says): Problem => ({ reason: 'altered', says });

/** What the files of a backup are sealed with. */
export const cipherOf = (key: BackupKey | null): FileCipher | null =>
  key && { keyId: key.keyId, key: key.files };
