import type { LastingIds } from '../../src/core/ports/ids.ts';
import { memoryTokens } from '../../src/main/tokens.ts';
import { CountingIds } from '../doubles/counting-ids.ts';
import { graphOver } from './graph.ts';
import { freshMemory } from './fresh-databases.ts';

/** The service over a database in memory and a manual clock. */
export function memoryOver(memoryDatabase = freshMemory(), lastingIds: LastingIds = new CountingIds()) {
  const { get, clock, ids, close } = graphOver({ memory: memoryDatabase, ids: lastingIds });
  const memory = get(memoryTokens.memory);
  const textsIn = async (namespace: 'knowledge' | 'methods' = 'knowledge') =>
    (await memory.read(namespace)).entries.map(({ text }) => text);
  return { memory, clock, ids, store: get(memoryTokens.memoryStore), textsIn, close };
}
