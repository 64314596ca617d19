import type { MemoryDatabase } from '../../src/adapters/out/sqlite/memory/open.ts';
import { memoryTokens } from '../../src/main/tokens/memory.ts';
import { graphOver } from './graph.ts';

/** The service over a database in memory and a manual clock. */
export function memoryOver(database?: MemoryDatabase) {
  const { get, clock, ids, close } = graphOver(database ? { memory: database } : {});
  const memory = get(memoryTokens.memory);
  const textsIn = async (namespace: 'knowledge' | 'methods' = 'knowledge') =>
    (await memory.read(namespace)).entries.map(({ text }) => text);
  return { memory, clock, ids, store: get(memoryTokens.memoryStore), textsIn, close };
}
