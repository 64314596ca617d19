import { besideDatabase } from '../../instance/data-directory/inventory.ts';
import type { Manifest } from './model.ts';
import { backupPlan, type BackupPlan } from './plan.ts';

/** Names in the data directory that only make sense together, like a database and its log. */
export interface FileSet {
  /** Moved aside where they exist: all that the engine now has of it. */
  readonly out: readonly string[];
  /** Moved in: what the backup has of it. */
  readonly in: readonly string[];
}

/** In the sets of a restore, all databases that a server keeps: they are exchanged at once. */
export const inStorage = 'storage';

/**
 * What a restore of this backup replaces: everything that the plan names, whether this one has it or not, so that what
 * is there afterwards is of one moment. The workspace stays if it was no part of the backup.
 */
export function fileSetsOf(
  { files, workspace, skipped }: Manifest,
  plan: BackupPlan = backupPlan,
): readonly FileSet[] {
  const listed = new Set(files.map(({ path }) => path));
  const has = (name: string): readonly string[] => (listed.has(name) ? [name] : []);
  const isLeftOut = workspace === 'elsewhere' || skipped.some(({ path }) => path === plan.workspace);
  const whole = [...plan.files, ...plan.folders, ...(isLeftOut ? [] : [plan.workspace])];
  return [
    ...plan.databases.map((name) => ({
      // A log must never meet another database.
      out: [name, ...besideDatabase.map((beside) => `${name}${beside}`)],
      in: has(name),
    })),
    ...whole.map((name) => ({ out: [name], in: has(name) })),
  ];
}
