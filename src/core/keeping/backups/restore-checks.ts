import type { RefusalFacts } from '../../kernel/refusal.ts';
import type { Crypto } from '../../ports/crypto.ts';
import { refuse } from './errors.ts';
import type { BackupKey } from './key.ts';
import { parsedInPieces } from './long-json.ts';
import { isAuthentic, manifestFrom } from './manifest.ts';
import { FORMAT_VERSION, MANIFEST_FORMAT, type Manifest, type RestoreWishes } from './model.ts';
import type { CheckProblem } from './port.ts';

/** The stable words for why a backup cannot be restored, in the refusal's `reason`. */
type Reason =
  | CheckProblem['reason']
  | 'manifest_missing'
  | 'unknown_format'
  | 'key_missing'
  | 'foreign'
  | 'unauthenticated'
  | 'other_file_system';

export const unusable = (reason: Reason, problems: readonly string[], facts: RefusalFacts = {}) =>
  refuse.backup_unusable(
    { reason, problems, ...facts },
    `This backup cannot be restored. ${problems[0] ?? ''} Nothing of the engine was changed.`,
  );

/** @throws Refusal backup_unusable */
export async function manifestOf(text: string | null, backupId: string): Promise<Manifest> {
  if (text === null) throw unusable('manifest_missing', ['Its manifest is missing or cannot be read.']);
  const manifest = await manifestFrom(text);
  if (typeof manifest === 'string')
    throw unusable((await isOfOtherFormat(text)) ? 'unknown_format' : 'altered', [manifest]);
  if (manifest.backupId !== backupId) throw unusable('altered', ['Its manifest is that of another backup.']);
  return manifest;
}

async function isOfOtherFormat(text: string): Promise<boolean> {
  try {
    const { format, formatVersion } = (await parsedInPieces(text)) as Readonly<Record<string, unknown>>;
    return format !== MANIFEST_FORMAT || formatVersion !== FORMAT_VERSION;
  } catch {
    return false;
  }
}

export const keyMissing = (keyId: string) =>
  unusable('key_missing', [`It needs the vault key ${keyId}, which this engine does not have.`], { keyId });

export interface Trust {
  /** Of the backup; null if it was made without one. */
  readonly key: BackupKey | null;
  readonly crypto: Crypto;
  readonly ownInstanceId: string;
  /** Whether this engine has ever had a vault key. */
  readonly isKeyed: boolean;
  readonly wishes: RestoreWishes;
  /** The newest known version of each database's schema. */
  readonly schemas: Readonly<Record<string, number>>;
}

/** Refuses a backup that must not be restored, before anything but its manifest is read. @throws Refusal backup_unusable */
export async function confirmTrust(manifest: Manifest, trust: Trust): Promise<void> {
  const { key, crypto, ownInstanceId, isKeyed, wishes, schemas } = trust;
  if (key && !(await isAuthentic(manifest, key, crypto)))
    throw unusable('altered', ['Its manifest was changed after the backup was made.']);
  for (const { path, schemaVersion } of manifest.databases)
    if (schemaVersion > (schemas[path] ?? 0))
      throw unusable('newer_schema', [
        `${path} in it has schema version ${schemaVersion}, and this version of svc knows up to ${schemas[path] ?? 0}. Use version ${manifest.serviceVersion} of svc, or a newer one.`,
      ]);
  const isOwn = manifest.instanceId === ownInstanceId;
  if (!isOwn && !wishes.allowForeign)
    throw unusable('foreign', ['Another instance made it. Restore it only if you know it.'], {
      allowWith: 'allowForeign',
    });
  // An engine that never had a key cannot have authenticated its own backups either.
  if (key === null && !wishes.allowUnauthenticated && (isKeyed || !isOwn))
    throw unusable(
      'unauthenticated',
      ['No key authenticates it, so anyone who could write to its folder may have changed it.'],
      { allowWith: 'allowUnauthenticated' },
    );
}
