import type { ContainerModuleLoadOptions } from 'inversify';
import { ToldMemories } from '../../core/execution/history/told-memories.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, graphTokens, memoryTokens, runTokens, toldTokens } from '../tokens.ts';

/** What the models of runs were told of memory and of the graph. */
export const toldModule = {
  name: 'told',
  tokens: toldTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { toldStore, told } = toldTokens;
    provide(options, toldStore, { databases: databaseTokens.databases }, (all) => all.databases.history.told);
    provide(
      options,
      told,
      {
        told: toldStore,
        runs: runTokens.runStore,
        memory: memoryTokens.memory,
        graph: graphTokens.graphStores,
        masked: runTokens.masked,
      },
      (deps) => new ToldMemories(deps),
    );
  },
  services: { told: toldTokens.told },
} satisfies Module;
