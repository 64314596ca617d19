import type { WriteGate } from '../../../core/kernel/write-gate.ts';
import { refusedAsStorage } from './disk-refusals.ts';
import type { Disk } from './disk.ts';

export interface StateFileDeps {
  readonly dataDir: string;
  readonly gate: Pick<WriteGate, 'pass'>;
  readonly disk?: Disk;
}

/**
 * Changes state files of the engine in one pass of the gate: while it is closed they do not change.
 * @throws Refusal disk_full, storage_error
 */
export async function stateWrite<Result>(
  gate: StateFileDeps['gate'],
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await gate.pass(write);
  } catch (error) {
    throw refusedAsStorage(error);
  }
}
