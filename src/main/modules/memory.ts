import { memoryRenderers } from '../../adapters/in/agent/memory.ts';
import type { ContainerModuleLoadOptions } from 'inversify';
import { MemoryService } from '../../core/knowledge/memory/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, graphTokens, memoryTokens, processTokens as p } from '../tokens.ts';

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
  // A search makes the tables of synonyms and prepares its statements.
  warm: async (get) =>
    void (await get(memoryTokens.memory).relevantTo('what was said before', { limit: 1, chars: 1 })),
} satisfies Module;
