import { join } from 'node:path';
import type { ContainerModuleLoadOptions } from 'inversify';
import { mergesRenderers } from '../../adapters/in/agent/merges.ts';
import { DiskMergeRecords } from '../../adapters/out/files/disk-merge-records.ts';
import { mergeLimits } from '../../core/knowledge/merges/limits.ts';
import { MergesSeenBy } from '../../core/knowledge/merges/seen-by.ts';
import { MergeService } from '../../core/knowledge/merges/service.ts';
import { seenBy } from '../../core/knowledge/graph/store.ts';
import { EVERYONE } from '../../core/trust/people/model.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  collectionTokens,
  databaseTokens,
  expiryTokens,
  graphTokens,
  mergeTokens,
  processTokens as p,
} from '../tokens.ts';

/** Merges of two entries, with a reversal record for each. */
export const mergesModule = {
  name: 'merges',
  tokens: mergeTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { mergeRecords: records, movedAtOnce, merges } = mergeTokens;
    const { databases, journal } = databaseTokens;
    const { ids, clock, log } = p;
    provide(
      options,
      records,
      { settings: p.settings, gate: p.gate },
      ({ settings: { dataDir }, gate }) => new DiskMergeRecords({ folder: join(dataDir, 'sweeps'), gate }),
    );
    provide(options, movedAtOnce, {}, () => mergeLimits.movedAtOnce);
    provide(
      options,
      merges,
      {
        databases,
        journal,
        records,
        movedAtOnce,
        rowTurns: collectionTokens.collectionTurns,
        graph: graphTokens.graph,
        stores: graphTokens.graphStores,
        expiry: expiryTokens.expiry,
        ids,
        clock,
        log,
      },
      ({ databases: { datastore, history }, stores, graph, ...parts }) => ({
        of: (whose) =>
          new MergeService({
            ...parts,
            graph: graph.of(whose),
            store: seenBy(stores, whose),
            everything: stores.ofEveryone(),
            rows: datastore.movedRows,
            links: history.movedLinks,
          }),
      }),
    );
    provide(
      options,
      mergeTokens.mergesSeenBy,
      { merges, databases },
      (deps) => new MergesSeenBy(deps.merges, deps.databases.history.movedLinks),
    );
  },
  services: { merges: mergeTokens.mergesSeenBy },
  renderers: mergesRenderers,
  // What a crash cut off is finished before anyone asks.
  start: async ({ get }) => await get(mergeTokens.merges).of(EVERYONE).begin(),
} satisfies Module;
