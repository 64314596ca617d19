import type { WorkspacePath } from './path.ts';

/**
 * The folder that the agent works in. Every operation reaches its file by way of real folders inside the root
 * only: a link anywhere on the way, at the moment of use, is refused (promise S14).
 */
export interface Workspace {
  /**
   * Puts `content` there, whole or not at all, and durable when this resolves; makes missing folders. An
   * existing file is replaced and keeps its mode. May be repeated with the same outcome.
   * @returns whether the file is new
   * @throws Refusal outside_workspace, not_a_file, disk_full
   */
  write(path: WorkspacePath, content: Uint8Array): Promise<{ readonly created: boolean }>;
}
