import type { RefusalFacts } from '../../kernel/refusal.ts';
import type { Says } from '../../kernel/says.ts';
import type { Crypto } from '../../ports/crypto.ts';
import type { Words } from '../../ports/words.ts';
import { refuse } from './errors.ts';
import type { BackupKey } from './key.ts';
import { parsedInPieces } from './long-json.ts';
import { isAuthentic, isWrong, manifestFrom } from './manifest.ts';
import { FORMAT_VERSION, MANIFEST_FORMAT, type Manifest, type RestoreWishes } from './model.ts';
import type { CheckProblem } from './port.ts';
import { say } from './says.ts';

/** The stable words for why a backup cannot be restored, in the refusal's `reason`. */
type Reason =
  | CheckProblem['reason']
  | 'manifest_missing'
  | 'unknown_format'
  | 'key_missing'
  | 'foreign'
  | 'unauthenticated'
  | 'other_file_system';

export const unusable = (
  reason: Reason,
  says: readonly Says[],
  { inEnglish }: Words,
  facts: RefusalFacts = {},
) => {
  const why = say('restore.refused', { why: says.slice(0, 1) });
  return refuse.backup_unusable(
    { reason, problems: says.map((one) => inEnglish(one)), found: says, ...facts },
    why,
  );
};

/** @throws Refusal backup_unusable */
export async function manifestOf(text: string | null, backupId: string, words: Words): Promise<Manifest> {
  if (text === null) throw unusable('manifest_missing', [say('restore.no-manifest')], words);
  const manifest = await manifestFrom(text);
  if (isWrong(manifest))
    throw unusable((await isOfOtherFormat(text)) ? 'unknown_format' : 'altered', [manifest], words);
  if (manifest.backupId !== backupId) throw unusable('altered', [say('restore.manifest-of-other')], words);
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

export const keyMissing = (keyId: string, words: Words) =>
  unusable('key_missing', [say('restore.key-missing', { keyId })], words, { keyId });

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
  readonly words: Words;
}

/** Refuses a backup that must not be restored, before anything but its manifest is read. @throws Refusal backup_unusable */
export async function confirmTrust(manifest: Manifest, trust: Trust): Promise<void> {
  const { key, crypto, ownInstanceId, isKeyed, wishes, schemas, words } = trust;
  if (key && !(await isAuthentic(manifest, key, crypto)))
    throw unusable('altered', [say('restore.manifest-changed')], words);
  for (const { path: database, schemaVersion: version } of manifest.databases) {
    const known = schemas[database] ?? 0;
    const newer = { database, version, known, madeBy: manifest.serviceVersion };
    if (version > known) throw unusable('newer_schema', [say('restore.newer-database', newer)], words);
  }
  const isOwn = manifest.instanceId === ownInstanceId;
  if (!isOwn && !wishes.allowForeign)
    throw unusable('foreign', [say('restore.foreign')], words, { allowWith: 'allowForeign' });
  // An engine that never had a key cannot have authenticated its own backups either.
  if (key === null && !wishes.allowUnauthenticated && (isKeyed || !isOwn))
    throw unusable('unauthenticated', [say('restore.unauthenticated')], words, {
      allowWith: 'allowUnauthenticated',
    });
}
