import { OWNER_ID } from '../doubles/people.ts';
import type { LastingIds } from '../../src/core/ports/ids.ts';
import { memoryTokens } from '../../src/main/tokens.ts';
import { CountingIds } from '../doubles/counting-ids.ts';
import { graphOver } from './graph.ts';
import { freshMemory } from './fresh-databases.ts';

/** The memory of the owner over a database in memory and a manual clock; `all`: that of everybody. */
export function memoryOver(memoryDatabase = freshMemory(), lastingIds: LastingIds = new CountingIds()) {
  const { get, clock, ids, close } = graphOver({ memory: memoryDatabase, ids: lastingIds });
  const memory = get(memoryTokens.memory).of(OWNER_ID);
  const textsIn = async (namespace: 'knowledge' | 'methods' = 'knowledge') =>
    (await memory.read(namespace)).entries.map(({ text }) => text);
  return {
    memory,
    clock,
    ids,
    all: get(memoryTokens.memory),
    store: get(memoryTokens.memoryStore).ofPerson(OWNER_ID),
    textsIn,
    close,
  };
}
