import { isJsonObject } from '../../kernel/json.ts';
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

/** How far the other engine says that it is. @throws Refusal migration_altered */
export function stateIn(answer: unknown): RestoreState {
  if (!isState(answer)) throw refuse.migration_altered();
  return answer;
}

const STATUSES: readonly unknown[] = [
  'checking',
  'restoring',
  'completed',
  'undone',
  'failed',
] satisfies RestoreState['status'][];

function isState(given: unknown): given is RestoreState {
  if (!isJsonObject(given)) return false;
  const { status, doneBytes, totalBytes, problems, verification } = given;
  return (
    STATUSES.includes(status) &&
    [doneBytes, totalBytes].every(isCount) &&
    Array.isArray(problems) &&
    problems.every(isText) &&
    (status === 'completed' ? isVerification(verification) : verification === null)
  );
}

function isVerification(given: unknown): boolean {
  if (!isJsonObject(given)) return false;
  const { databases, files, secrets, totalBytes, workspace, skipped, copiedAt, safetyBackupId } = given;
  return (
    Array.isArray(databases) &&
    databases.every((one) => isJsonObject(one) && isText(one['name']) && isCount(one['rows'])) &&
    [files, secrets, totalBytes, skipped, copiedAt].every(isCount) &&
    (copiedAt as number) <= LAST_MS &&
    (workspace === 'included' || workspace === 'elsewhere') &&
    isText(safetyBackupId)
  );
}

const isText = (given: unknown): boolean => typeof given === 'string';
const isCount = (given: unknown): boolean => Number.isSafeInteger(given) && (given as number) >= 0;
/** The last instant that a date can show. */
const LAST_MS = 8.64e15;

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
