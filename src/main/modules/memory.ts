import { memoryRenderers } from '../../adapters/in/agent/memory.ts';
import type { ContainerModuleLoadOptions } from 'inversify';
import { MemoryService } from '../../core/knowledge/memory/service.ts';
import { isRefusal } from '../../core/kernel/refusal.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, graphTokens, memoryTokens, peopleTokens, processTokens as p } from '../tokens.ts';

export const memoryModule = {
  name: 'memory',
  tokens: memoryTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { memoryStore, memory } = memoryTokens;
    const { databases, journal } = databaseTokens;
    provide(options, memoryStore, { databases }, (all) => all.databases.memory);
    provide(
      options,
      memory,
      { journal, store: memoryStore, acquaintances: graphTokens.acquaintances, clock: p.clock, ids: p.ids },
      (deps) => new MemoryService(deps),
    );
  },
  services: { memory: memoryTokens.memory },
  renderers: memoryRenderers,
  start: async ({ get }) => {
    const people = get(peopleTokens.people);
    try {
      await get(memoryTokens.memory).adopt(people.owner, (person) => people.isThere(person));
    } catch (error) {
      // A store that cannot be used now is adopted from at a later start.
      if (!isRefusal(error)) throw error;
    }
  },
  // A search makes the tables of synonyms and prepares its statements.
  warm: async (get) =>
    void (await get(memoryTokens.memory)
      .of(get(peopleTokens.people).owner)
      .relevantTo('what was said before', { limit: 1, chars: 1 })),
} satisfies Module;
