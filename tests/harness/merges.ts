import { join } from 'node:path';
import { contactPoints } from '../../src/adapters/out/contact-points/contact-points.ts';
import { DiskMergeRecords } from '../../src/adapters/out/files/disk-merge-records.ts';
import { OneJournal } from '../../src/adapters/out/sqlite/one-journal.ts';
import type { Change } from '../../src/core/features.ts';
import { GraphService } from '../../src/core/graph/service.ts';
import { around } from '../../src/core/kernel/around.ts';
import { OneAtATime } from '../../src/core/kernel/one-at-a-time.ts';
import { WriteGate } from '../../src/core/kernel/write-gate.ts';
import type { MergeRecords } from '../../src/core/merges/port.ts';
import { MergeService } from '../../src/core/merges/service.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import { CountingIds } from '../doubles/counting-ids.ts';
import { ManualClock } from '../doubles/manual-clock.ts';
import { RecordingLog } from '../doubles/recording-log.ts';
import { trusting } from '../doubles/trusted-clock.ts';
import { freshDatastore, freshEngine, freshHistory, freshMemory, freshVault } from './fresh-databases.ts';
import { temporaryDir } from './in-process-engine.ts';

/** The stores of one data directory: databases in memory, and reversal records on disk. */
export const worldOfMerges = () => ({
  dataDir: temporaryDir(),
  history: freshHistory(),
  memory: freshMemory(),
  engine: freshEngine(),
  datastore: freshDatastore(),
  vault: freshVault(),
  clock: new ManualClock(),
  log: new RecordingLog(),
});
export type WorldOfMerges = ReturnType<typeof worldOfMerges>;

/** From then on, nothing is written. */
export class Killed extends Error {}

/**
 * The graph and its merges over a world. The process dies at the write with the number `diesAt`, from 1: before it, or
 * with `isAfter` once it is on disk.
 */
export function mergesOver(
  { dataDir, history, memory, engine, datastore, vault, clock, log }: WorldOfMerges,
  {
    firstId = 1,
    diesAt = Infinity,
    isAfter = false,
    movedAtOnce = 1,
    masked = (text: string): string => text,
  } = {},
) {
  let writes = 0;
  const counted = async (write: () => Promise<void>): Promise<void> => {
    writes += 1;
    if (writes > diesAt || (writes === diesAt && !isAfter)) throw new Killed();
    await write();
    if (writes === diesAt) throw new Killed();
  };
  const all = new OneJournal(
    {
      history: history.journal,
      memory: memory.journal,
      engine: engine.journal,
      datastore: datastore.journal,
      vault: vault.journal,
    },
    new WriteGate(),
  );
  const journal: Journal<Change> = {
    commit: (changes, durability) => counted(() => all.commit(changes, durability)),
  };
  const onDisk = new DiskMergeRecords({ folder: join(dataDir, 'sweeps'), gate: new WriteGate() });
  const records: MergeRecords = around<MergeRecords>(onDisk, {
    write: (record) => counted(() => onDisk.write(record)),
    remove: (mergeId) => counted(() => onDisk.remove(mergeId)),
  });
  const ids = new CountingIds(firstId);
  const graph = new GraphService({
    journal,
    store: engine.graph,
    points: contactPoints,
    memories: memory.store,
    links: history.entityLinks,
    leaving: { leave: async () => undefined },
    masked,
    ids,
    clock,
  });
  const merges = new MergeService({
    graph,
    store: engine.graph,
    records,
    journal,
    rows: datastore.movedRows,
    rowTurns: new OneAtATime(),
    links: history.movedLinks,
    movedAtOnce,
    expiry: trusting(clock),
    ids,
    clock,
    log,
  });
  return { graph, merges, records, journal, writes: () => writes };
}

export async function closeWorld(world: WorldOfMerges): Promise<void> {
  for (const one of [world.history, world.memory, world.engine, world.datastore, world.vault])
    await one.close();
}
