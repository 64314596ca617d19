import { inventory, type DataName, type Entry } from '../data-directory/inventory.ts';

/** What a backup copies from the data directory, by the inventory. */
export interface BackupPlan {
  readonly databases: readonly DataName[];
  /** State files. */
  readonly files: readonly DataName[];
  /** Folders of state files. */
  readonly folders: readonly DataName[];
  readonly workspace: DataName;
}

export const backupPlan: BackupPlan = {
  databases: backedUp('database'),
  files: backedUp('state').filter((name) => !name.includes('/')),
  folders: backedUp('folder'),
  workspace: 'workspace',
};

function backedUp(kind: Entry['kind']): readonly DataName[] {
  return (Object.entries(inventory) as readonly (readonly [DataName, Entry])[])
    .filter(([, entry]) => entry.kind === kind && entry.backedUp === 'yes')
    .map(([name]) => name);
}
