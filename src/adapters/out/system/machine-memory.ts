import { totalmem } from 'node:os';

/** The memory of this machine in bytes, or what this process may have of it, for example in a container. */
export function machineMemory(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(totalmem(), allowed) : totalmem();
}
