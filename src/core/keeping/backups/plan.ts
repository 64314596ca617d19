import { inventory, type DataName, type Entry } from '../../instance/data-directory/inventory.ts';

/** What is copied from the data directory, by the inventory. */
export interface BackupPlan {
  readonly databases: readonly DataName[];
  /** State files. */
  readonly files: readonly DataName[];
  /** Folders of state files. */
  readonly folders: readonly DataName[];
  readonly workspace: DataName;
}

/** What a backup holds. */
export const backupPlan: BackupPlan = planBy('backedUp');

/** What moves to another engine. */
export const migrationPlan: BackupPlan = planBy('migrated');

function planBy(question: 'backedUp' | 'migrated'): BackupPlan {
  const named = (kind: Entry['kind']): readonly DataName[] =>
    (Object.entries(inventory) as readonly (readonly [DataName, Entry])[])
      .filter(([, entry]) => entry.kind === kind && entry[question] === 'yes')
      .map(([name]) => name);
  return {
    databases: named('database'),
    files: named('state').filter((name) => !name.includes('/')),
    folders: named('folder'),
    workspace: 'workspace',
  };
}
