import type { ContainerModuleLoadOptions } from 'inversify';
import { collectionsRenderers } from '../../adapters/in/agent/collections.ts';
import { csvText } from '../../adapters/out/text/csv.ts';
import { RecordCsv } from '../../core/knowledge/collections/csv.ts';
import { RecordEdits } from '../../core/knowledge/collections/edits.ts';
import { SubjectsForgotten } from '../../core/knowledge/collections/forgetting.ts';
import { RecordInserts } from '../../core/knowledge/collections/inserts.ts';
import { ColumnOrders } from '../../core/knowledge/collections/orders.ts';
import { RecordQueries } from '../../core/knowledge/collections/queries.ts';
import { CollectionService } from '../../core/knowledge/collections/service.ts';
import { memberIn } from '../../core/trust/people/model.ts';
import { OneAtATime } from '../../core/kernel/one-at-a-time.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  collectionTokens as t,
  databaseTokens,
  graphTokens,
  processTokens as p,
  runTokens,
  secretTokens,
} from '../tokens.ts';

/** Collections of records, in datastore.db. */
export const collectionsModule = {
  name: 'collections',
  tokens: t,
  bind: (options: ContainerModuleLoadOptions) => {
    const { databases, journal } = databaseTokens;
    const { ids, clock, log } = p;
    const { masked } = runTokens;
    const {
      collectionStore: store,
      collectionTurns: turns,
      collectionSubjects: subjects,
      records,
      recordInserts,
    } = t;
    provide(options, store, { databases }, (all) => all.databases.datastore.collections);
    provide(options, turns, {}, () => new OneAtATime<'collections'>());
    provide(options, subjects, { graph: graphTokens.graph }, ({ graph }) => ({
      of: (whose) => ({
        resolve: async (reference) => await graph.of(whose).meant(reference),
        members: async (entityId) => await graph.of(whose).members(entityId),
        names: async (entityIds) => await graph.of(whose).shown(entityIds),
      }),
    }));
    provide(
      options,
      t.subjectsForgotten,
      { journal, turns, store },
      (deps) => new SubjectsForgotten(deps.journal, deps.turns, deps.store),
    );
    provide(
      options,
      t.collections,
      { journal, store, turns, masked, clock, log, databases },
      ({ databases: { owner }, ...deps }) =>
        new CollectionService({ ...deps, isMember: (whose) => memberIn(whose, owner) !== null }),
    );
    provide(options, t.columnOrders, { journal, store, log }, (deps) => new ColumnOrders(deps));
    provide(options, records, { store, subjects, orders: t.columnOrders }, (deps) => ({
      of: (whose) => new RecordQueries({ ...deps, subjects: deps.subjects.of(whose) }),
    }));
    provide(
      options,
      recordInserts,
      { journal, store, turns, subjects, masked, ids, clock, databases },
      ({ databases: { owner }, ...deps }) => ({
        of: (whose) =>
          new RecordInserts({
            ...deps,
            subjects: deps.subjects.of(whose),
            masked: (text) => deps.masked(text, whose),
            isMember: memberIn(whose, owner) !== null,
          }),
      }),
    );
    provide(
      options,
      t.recordEdits,
      { journal, store, turns, subjects, masked, crypto: secretTokens.crypto, clock, databases },
      ({ databases: { owner }, ...deps }) => ({
        of: (whose) =>
          new RecordEdits({
            ...deps,
            subjects: deps.subjects.of(whose),
            masked: (text) => deps.masked(text, whose),
            isMember: memberIn(whose, owner) !== null,
          }),
      }),
    );
    provide(
      options,
      t.recordCsv,
      { records, recordInserts, store },
      ({ records: all, recordInserts: inserts, ...deps }) => ({
        of: (whose) =>
          new RecordCsv({ ...deps, records: all.of(whose), recordInserts: inserts.of(whose), csv: csvText }),
      }),
    );
  },
  services: {
    collections: t.collections,
    records: t.records,
    recordInserts: t.recordInserts,
    recordEdits: t.recordEdits,
    recordCsv: t.recordCsv,
  },
  renderers: collectionsRenderers,
  start: async ({ get }) => await get(t.collections).finish(),
  drain: async (get) => await get(t.columnOrders).stop(),
} satisfies Module;
