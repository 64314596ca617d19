/** Paths of the workspace as other features name them: read in one place. */
export { parseWorkspacePath } from './path.ts';
