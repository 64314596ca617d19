/**
 * Replaces a namespace and kills itself in the n-th tick of the event loop that the commit yields:
 * `node memory-under-test.ts <memory.db> <n>`. With 0 it completes.
 */
import { openMemory } from '../../../src/adapters/out/sqlite/memory/open.ts';
import { uuidIds } from '../../../src/adapters/out/system/uuid-ids.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { fromOwner } from '../../../src/core/memory/model.ts';
import { MemoryService } from '../../../src/core/memory/service.ts';
import { NEW_TEXT } from './memory-texts.ts';

const [file = '', nth = ''] = process.argv.slice(2);
const memory = openMemory(file);
const service = new MemoryService({
  journal: memory.journal,
  store: memory.store,
  clock: systemClock,
  ids: uuidIds,
});

let ticks = 0;
const count = (): void => {
  ticks += 1;
  if (ticks === Number(nth)) process.kill(process.pid, 'SIGKILL');
  setImmediate(count);
};
setImmediate(count);

await service.replace('knowledge', NEW_TEXT, fromOwner);
process.exit(0);
