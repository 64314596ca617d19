/** Paths of the workspace as other features name them: read in one place. */
export { atListedPath, listedPath, parseWorkspacePath } from './path.ts';
