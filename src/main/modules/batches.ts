import type { ContainerModuleLoadOptions } from 'inversify';
import type { BatchWrite } from '../../core/execution/batches/store.ts';
import { BatchService } from '../../core/execution/batches/service.ts';
import { isStoreUnusable } from '../../core/kernel/storage-refusals.ts';
import type { BatchGateway } from '../../core/ports/model-batches.ts';
import { worstOfCall } from '../../core/execution/runs/loop/worst-case.ts';
import { SideCalls } from '../../core/execution/runs/side-call.ts';
import { promptEstimate } from '../../core/execution/runs/window/estimated-usage.ts';
import { shutdownLimits } from '../limits.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  batchTokens,
  databaseTokens,
  expiryTokens,
  modelTokens,
  peopleTokens,
  processTokens as p,
  runTokens,
} from '../tokens.ts';

/** Requests that are answered later, in the provider's batch interface or one by one. */
export const batchesModule = {
  name: 'batches',
  tokens: batchTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { batchStore: store, batchGateway: gateway, batches } = batchTokens;
    const { databases, journal } = databaseTokens;
    provide(options, store, { databases }, (all) => all.databases.history.batches);
    provide(options, gateway, { models: modelTokens.modelService }, ({ models }): BatchGateway => models);
    provide(
      options,
      batches,
      {
        journal,
        store,
        gateway,
        models: runTokens.runModels,
        runStore: runTokens.runStore,
        spending: runTokens.spending,
        turnCaller: runTokens.turnCaller,
        runs: runTokens.liveRuns,
        people: peopleTokens.people,
        masked: runTokens.masked,
        expiry: expiryTokens.expiry,
        ids: p.ids,
        clock: p.clock,
        log: p.log,
        words: p.words,
      },
      ({ runStore, turnCaller, people, ...deps }) =>
        new BatchService({
          ...deps,
          whyOut: people.whyOut,
          isOwner: (person) => people.isOwner(person),
          calls: new SideCalls<BatchWrite>({ ...deps, runs: runStore }),
          ask: (model, request, signal) => turnCaller.take(model, request, signal, UNHEARD),
          estimate: (request, model) => {
            const promptTokens = promptEstimate(request);
            return { promptTokens, worstUsd: worstOfCall(promptTokens, model) };
          },
        }),
    );
  },
  services: { batches: batchTokens.batches },
  /** If the batches cannot be read, the engine serves the rest. */
  start: async ({ get }) => {
    try {
      await get(batchTokens.batches).begin();
    } catch (error) {
      if (!isStoreUnusable(error)) throw error;
      get(p.log).error('batches of the last start could not go on', { error });
    }
  },
  drain: (get) => get(batchTokens.batches).drain(shutdownLimits.stepMs),
} satisfies Module;

/** Answers of batches are read when they are whole. */
const UNHEARD = {
  text: () => undefined,
  thinking: () => undefined,
  wasThinking: () => undefined,
  retry: () => undefined,
};
