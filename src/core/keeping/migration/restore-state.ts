import type { Words } from '../../ports/words.ts';
import type { Manifest } from '../backups/model.ts';
import type { Acceptance, Restoring } from './acceptance.ts';
import { refuse } from './errors.ts';
import type { Layout } from './layout.ts';
import type { RestoreState, Verification } from './model.ts';

/** What has arrived is checked; nothing is known yet. */
export const CHECKING: RestoreState = {
  status: 'checking',
  doneBytes: 0,
  totalBytes: 0,
  problems: [],
  verification: null,
};

/** How the restore ended, or goes on, as it is on disk. */
export function stateOf(
  { outcome, verification }: Restoring & Pick<NonNullable<Acceptance['restoring']>, 'outcome'>,
  { inEnglish }: Words,
) {
  const { status, problems, safetyBackupId } = outcome!;
  const { totalBytes } = verification;
  return {
    status: status === 'running' ? 'restoring' : status,
    doneBytes: totalBytes,
    totalBytes,
    problems: problems.map((one) => inEnglish(one)),
    verification: status === 'completed' ? { ...verification, safetyBackupId } : null,
  } satisfies RestoreState;
}

/** What is told once all of this has been restored. */
export function verificationOf(
  { databases, files, workspace, skippedCount, createdAt }: Manifest,
  { totalBytes }: Layout,
): Omit<Verification, 'safetyBackupId'> {
  return {
    databases: databases.map(({ path, rows }) => ({
      name: path,
      rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    })),
    files: files.filter(({ kind }) => kind === 'file').length,
    secrets: databases.find(({ path }) => path === 'vault.db')?.rows['secrets'] ?? 0,
    totalBytes,
    workspace,
    skipped: skippedCount,
    copiedAt: Date.parse(createdAt),
  };
}

/** The vault key of the source in a request to restore; null if it has none. @throws Refusal migration_altered */
export function keyIn(plain: Uint8Array): string | null {
  try {
    const { key } = JSON.parse(new TextDecoder().decode(plain)) as { readonly key?: unknown };
    if (key === null || typeof key === 'string') return key;
  } catch {
    // It was sealed by the other engine, and is of another version.
  }
  throw refuse.migration_altered();
}
