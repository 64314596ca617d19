import { timeOf } from './backup-id.ts';
import type { Catalogue } from './catalogue.ts';
import { isWrong, manifestFrom } from './manifest.ts';
import type { BackupRecord, Manifest } from './model.ts';
import { say } from './says.ts';
import type { Says } from '../../kernel/says.ts';
import type { OneOperation } from './one-operation.ts';
import type { BackupFolders, FoundBackup, InstanceFile } from './port.ts';

export interface BackupRecordsDeps {
  readonly folders: BackupFolders;
  readonly instance: InstanceFile;
  readonly operations: OneOperation;
}

/** What a manifest tells of its backup. */
type Summary = Omit<BackupRecord, 'status' | 'own' | 'verifiedAt' | 'provenAt' | 'problems' | 'progress'> & {
  readonly instanceId: string;
};

/** A backup with its manifest. */
export interface Whole {
  readonly found: FoundBackup;
  readonly manifest: Manifest;
}

/** What is known of the backups in the backup folder: from their manifests, and from what this engine found out. */
export class BackupRecords {
  readonly #deps: BackupRecordsDeps;
  readonly #catalogue: Catalogue;
  readonly #summaries = new Map<string, Summary>();

  constructor(deps: BackupRecordsDeps, catalogue: Catalogue) {
    this.#deps = deps;
    this.#catalogue = catalogue;
  }

  /** Null if the folder has no manifest that can be read. */
  async of(found: FoundBackup): Promise<BackupRecord | null> {
    const known = await this.#summary(found);
    if (!known) return null;
    const { instanceId, ...summary } = known;
    const { backupId } = found;
    const { verifiedAt, provenAt, problems } = await this.#catalogue.of(backupId);
    const isBad = found.failed || problems.length > 0;
    return {
      ...summary,
      status: isBad ? 'failed' : verifiedAt === null ? 'unverified' : 'complete',
      own: instanceId === (await this.#deps.instance.id()),
      verifiedAt,
      provenAt,
      problems,
      progress: this.#deps.operations.on(backupId)?.progress ?? null,
    };
  }

  /** The manifest as it is now, or why it cannot be used. */
  async whole(found: FoundBackup): Promise<Whole | Says> {
    const text = await this.#deps.folders.manifest(found);
    if (text === null) return say('manifest.missing');
    const manifest = await manifestFrom(text);
    if (isWrong(manifest)) return manifest;
    if (manifest.backupId !== found.backupId) return say('manifest.of-other');
    return { found, manifest };
  }

  /** Kept, because manifests may be long. A backup never changes; a check reads its manifest anew. */
  async #summary(found: FoundBackup): Promise<Summary | null> {
    const name = `${found.backupId} ${found.failed}`;
    const known = this.#summaries.get(name);
    if (known) return known;
    const whole = await this.whole(found);
    if ('code' in whole) return null;
    const { manifest } = whole;
    const files = manifest.files.filter(({ kind }) => kind !== 'folder');
    const summary = {
      backupId: found.backupId,
      createdAt: timeOf(found.backupId) ?? 0,
      kind: manifest.kind,
      sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      fileCount: files.length,
      encrypted: manifest.encrypted,
      keyId: manifest.keyId,
      serviceVersion: manifest.serviceVersion,
      instanceId: manifest.instanceId,
      workspace: manifest.workspace,
      skipped: manifest.skippedCount,
      warning: warningOf(manifest.encrypted, manifest.keyId),
    };
    this.#summaries.set(name, summary);
    return summary;
  }
}

/** What the owner of a backup should know of it. */
export const warningOf = (encrypted: boolean, keyId: string | null): Says | null =>
  encrypted ? null : say(keyId === null ? 'backup.without-key' : 'backup.plain');
