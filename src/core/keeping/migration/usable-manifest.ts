import type { Manifest } from '../backups/model.ts';
import { refuse } from './errors.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';

export interface ManifestDeps {
  /** The manifest in a text, or what is wrong with it. */
  readonly manifestFrom: (text: string) => Promise<Manifest | Says>;
  /** The files of a manifest that a migration may bring. */
  readonly isMigrated: (path: string) => boolean;
  /** The newest known version of each database's schema. */
  readonly schemas: Readonly<Record<string, number>>;
  /** Whether the vault has a key, with which secrets can be sealed. */
  readonly hasKey: () => boolean;
}

/** The manifest of what a migration brings, if this engine can take all of it. @throws Refusal migration_unusable, migration_key_unusable */
export async function usableManifest(
  text: string,
  { manifestFrom, isMigrated, schemas, hasKey }: ManifestDeps,
): Promise<Manifest> {
  const manifest = await manifestFrom(text);
  const unusable = (says: Says) => refuse.migration_unusable({}, says);
  if ('code' in manifest) throw unusable(manifest);
  if (manifest.encrypted) throw unusable(say('migration.encrypted'));
  const stray = manifest.files.find(({ path }) => !isMigrated(path));
  if (stray) throw unusable(say('migration.stray', { path: quote(stray.path) }));
  for (const { path, schemaVersion } of manifest.databases)
    if (schemaVersion > (schemas[path] ?? 0))
      throw unusable(say('migration.older', { version: manifest.serviceVersion }));
  if (manifest.keyId !== null && !hasKey()) throw refuse.migration_key_unusable();
  return manifest;
}
