import type { Manifest } from '../backups/model.ts';
import { refuse } from './errors.ts';

export interface ManifestDeps {
  /** The manifest in a text, or in words what is wrong with it. */
  readonly manifestFrom: (text: string) => Promise<Manifest | string>;
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
  const unusable = (says: string) => refuse.migration_unusable({}, says);
  if (typeof manifest === 'string') throw unusable(manifest);
  if (manifest.encrypted)
    throw unusable('The manifest describes an encrypted copy, which no migration sends.');
  const stray = manifest.files.find(({ path }) => !isMigrated(path));
  if (stray) throw unusable(`The manifest lists ${JSON.stringify(stray.path)}, which does not move.`);
  for (const { path, schemaVersion } of manifest.databases)
    if (schemaVersion > (schemas[path] ?? 0))
      throw unusable(
        `The data is of version ${manifest.serviceVersion} of svc, and the engine that receives is older. Install that version there, or a newer one.`,
      );
  if (manifest.keyId !== null && !hasKey()) throw refuse.migration_key_unusable();
  return manifest;
}
