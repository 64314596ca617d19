import { saying, type Quoted } from '../../kernel/says.ts';

/** What a trigger or a workflow may do without asking. */
export interface PermissionSays {
  'may.send': { hosts: readonly Quoted[] };
  'may.change-files': { folders: readonly Quoted[] };
  'may.change-all-files': Record<never, never>;
  'may.use': { tools: readonly Quoted[] };
  /** `isAll`: nothing of the above is allowed. */
  'may.read': { isAll: boolean };
}

export const say = saying<PermissionSays>();
