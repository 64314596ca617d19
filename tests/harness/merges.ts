import { OWNER_ID } from '../doubles/people.ts';
import { around } from '../../src/core/kernel/around.ts';
import {
  databaseTokens,
  graphTokens,
  mergeTokens,
  processTokens as p,
  runTokens,
} from '../../src/main/tokens.ts';
import { CountingIds } from '../doubles/counting-ids.ts';
import { ManualClock } from '../doubles/manual-clock.ts';
import { RecordingLog } from '../doubles/recording-log.ts';
import { freshDatastore, freshEngine, freshHistory, freshMemory, freshVault } from './fresh-databases.ts';
import { graphOver } from './graph.ts';
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
  world: WorldOfMerges,
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
  const { get } = graphOver({
    ...world,
    ids: new CountingIds(firstId),
    rebind: ({ set, around: wrap }) => {
      set(p.log, world.log);
      set(mergeTokens.movedAtOnce, movedAtOnce);
      set(runTokens.masked, masked);
      wrap(databaseTokens.journal, (all) => ({
        commit: (changes, durability) => counted(() => all.commit(changes, durability)),
      }));
      wrap(mergeTokens.mergeRecords, (records) =>
        around(records, {
          write: (record) => counted(() => records.write(record)),
          remove: (mergeId) => counted(() => records.remove(mergeId)),
        }),
      );
    },
  });
  return {
    graph: get(graphTokens.graph).of(OWNER_ID),
    merges: get(mergeTokens.merges).of(OWNER_ID),
    graphs: get(graphTokens.graph),
    records: get(mergeTokens.mergeRecords),
    journal: get(databaseTokens.journal),
    writes: () => writes,
  };
}

export async function closeWorld(world: WorldOfMerges): Promise<void> {
  for (const one of [world.history, world.memory, world.engine, world.datastore, world.vault])
    await one.close();
}
