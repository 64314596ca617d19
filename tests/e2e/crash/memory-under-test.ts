/**
 * Replaces a namespace and kills itself in the n-th tick of the event loop that the commit yields:
 * `node memory-under-test.ts <memory.db> <n>`. With 0 it completes.
 */
import { OWNER_ID } from '../../doubles/people.ts';
import { openMemory } from '../../../src/adapters/out/sqlite/memory/open.ts';
import { uuidIds } from '../../../src/adapters/out/system/uuid-ids.ts';
import { fromOwner } from '../../../src/core/knowledge/memory/model.ts';
import { memoryOver } from '../../harness/memory.ts';
import { NEW_TEXT } from './memory-texts.ts';

const [file = '', nth = ''] = process.argv.slice(2);
const { memory } = memoryOver(openMemory(file, { owner: { id: OWNER_ID } }), uuidIds);

let ticks = 0;
const count = (): void => {
  ticks += 1;
  if (ticks === Number(nth)) process.kill(process.pid, 'SIGKILL');
  setImmediate(count);
};
setImmediate(count);

await memory.replace('knowledge', NEW_TEXT, fromOwner);
process.exit(0);
