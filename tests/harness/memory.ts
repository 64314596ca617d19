import { openMemory, type MemoryDatabase } from '../../src/adapters/out/sqlite/memory/open.ts';
import { MemoryService } from '../../src/core/memory/service.ts';
import { CountingIds } from '../doubles/counting-ids.ts';
import { ManualClock } from '../doubles/manual-clock.ts';

/** The service over a database in memory and a clock that stands still. */
export function memoryOver(database: MemoryDatabase = openMemory(':memory:')) {
  const clock = new ManualClock();
  const ids = new CountingIds();
  const memory = new MemoryService({ journal: database.journal, store: database.store, clock, ids });
  const textsIn = async (namespace: 'knowledge' | 'methods' = 'knowledge') =>
    (await memory.read(namespace)).entries.map(({ text }) => text);
  return { memory, clock, ids, store: database.store, textsIn, close: () => database.close() };
}
