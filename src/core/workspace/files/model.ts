// Room: reading and changing files of the workspace. A path from a model is read in one place (`path.ts`),
// and a change is announced to the tracker first.

/** Paths of the workspace as other features name them: read in one place. */
export { asOnDisk, atListedPath, listedPath, parseWorkspacePath, pathAsSaid } from './path.ts';
export { isShared, memberAt, type Place, type Places } from './places.ts';
