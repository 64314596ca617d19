import { saying, type Plain, type Quoted, type Says } from '../../kernel/says.ts';

/** What a trigger or a workflow may do without asking. */
export interface PermissionSays {
  /** As long as the trigger or the workflow exists. `what`: of the four below. */
  'may.without-asking': { what: readonly Says[] };
  /** What a change adds to it, and what it takes away. */
  'may.new': { what: readonly Says[] };
  'may.no-longer': { what: readonly Says[] };
  'may.send': { hosts: readonly Quoted[] };
  'may.change-files': { folders: readonly Quoted[] };
  'may.change-all-files': Record<never, never>;
  'may.use': { tools: readonly Quoted[] };
  /** What is allowed besides. */
  'may.read': Record<never, never>;
}

/** Why something is refused. */
export interface PermissionProblems extends Plain<'permissions.for_the_agent' | 'permissions.for_no_page'> {
  'permissions.no_name': { tool: Quoted };
  'permissions.no_host': { host: Quoted };
  'permissions.no_folder': { folder: Quoted; why: readonly Says[] };
  'permissions.asks_each_time': { tool: string };
  'permissions.by_host': { tool: string };
  'permissions.no_tool': { tool: Quoted; near: readonly string[] };
  'permissions.no_server_tool': { tool: string };
  'permissions.not_offered': { tool: string };
}

export const say = saying<PermissionSays & PermissionProblems>();
