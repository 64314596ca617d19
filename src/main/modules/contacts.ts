import type { ContainerModuleLoadOptions } from 'inversify';
import { contactsRenderers } from '../../adapters/in/agent/contacts.ts';
import { openEngineDatabase } from '../../adapters/out/sqlite/engine/open.ts';
import { cards } from '../../adapters/out/text/cards.ts';
import { tables } from '../../adapters/out/text/tables.ts';
import { Graph } from '../../core/knowledge/graph/graph.ts';
import type { GraphDeps } from '../../core/knowledge/graph/service.ts';
import type { GraphChange } from '../../core/knowledge/graph/store.ts';
import type { Journal } from '../../core/ports/journal.ts';
import { DealService } from '../../core/knowledge/contacts/deal-service.ts';
import { Forgetting } from '../../core/knowledge/contacts/forgetting.ts';
import { InteractionService } from '../../core/knowledge/contacts/interaction-service.ts';
import { ContactService } from '../../core/knowledge/contacts/service.ts';
import { ContactTransfer } from '../../core/knowledge/contacts/transfer.ts';
import { contactsSeenBy } from '../../core/knowledge/contacts/store.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { contactTokens, databaseTokens, graphTokens, processTokens as p, runTokens } from '../tokens.ts';

/** Nothing links a conversation with what only a copy knows. */
const ofGraph = (journal: Journal<GraphChange>): GraphDeps['journal'] => ({
  commit: async (changes, durability) =>
    await journal.commit(
      changes.filter((one) => one.change !== 'thread.link'),
      durability,
    ),
});

/** People and organizations that its owner deals with, and what hangs on them. */
export const contactsModule = {
  name: 'contacts',
  tokens: contactTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = contactTokens;
    const { databases, journal } = databaseTokens;
    const { graph, contactPoints: points } = graphTokens;
    const { ids, clock } = p;
    const { masked } = runTokens;
    const { contactStores: stores, contactRows: rows, forgetting } = t;
    provide(options, stores, { databases }, (all) => all.databases.engine.contacts);
    provide(options, rows, { databases }, (all) => all.databases.datastore.contactRows);
    provide(options, t.contactThreads, { databases }, ({ databases: { history } }) => ({
      of: async (whose, ids, limit, after) => await history.entityLinks.threadsOf(whose, ids, limit, after),
    }));
    provide(options, forgetting, { journal, rows }, (deps) => new Forgetting(deps.journal, deps.rows));
    provide(options, t.tables, {}, () => tables);
    provide(options, t.cards, {}, () => cards);
    provide(
      options,
      t.contacts,
      { graph, stores, rows, threads: t.contactThreads, forgetting, clock },
      ({ stores: all, ...deps }) => ({
        of: (whose) =>
          new ContactService({ ...deps, graph: deps.graph.of(whose), store: contactsSeenBy(all, whose) }),
      }),
    );
    provide(
      options,
      t.copied,
      { databases, graphDeps: graphTokens.graphDeps, rows, threads: t.contactThreads, forgetting, clock },
      ({ databases: { engine, owner }, graphDeps, ...deps }) => ({
        of: (whose) => async () => {
          const copy = openEngineDatabase(':memory:', { image: await engine.copies.image(), owner });
          const ofCopy = { ...graphDeps, stores: copy.graph, journal: ofGraph(copy.journal) };
          const graph = new Graph(ofCopy).of(whose);
          return {
            graph,
            contacts: new ContactService({ ...deps, graph, store: contactsSeenBy(copy.contacts, whose) }),
            close: copy.close,
          };
        },
      }),
    );
    provide(options, t.interactions, { journal, graph, rows, masked, ids, clock }, (deps) => ({
      of: (whose) =>
        new InteractionService({
          ...deps,
          graph: deps.graph.of(whose),
          masked: (text) => deps.masked(text, whose),
        }),
    }));
    provide(options, t.deals, { journal, graph, rows, points, masked, ids, clock }, (deps) => ({
      of: (whose) =>
        new DealService({
          ...deps,
          graph: deps.graph.of(whose),
          masked: (text) => deps.masked(text, whose),
        }),
    }));
    provide(
      options,
      t.transfer,
      { graph, contacts: t.contacts, copied: t.copied, stores, tables: t.tables, cards: t.cards, clock, ids },
      ({ stores: all, contacts, copied, ...deps }) => ({
        of: (whose) =>
          new ContactTransfer({
            ...deps,
            graph: deps.graph.of(whose),
            contacts: contacts.of(whose),
            copied: copied.of(whose),
            store: contactsSeenBy(all, whose),
          }),
      }),
    );
  },
  renderers: contactsRenderers,
  services: {
    contacts: contactTokens.contacts,
    interactions: contactTokens.interactions,
    deals: contactTokens.deals,
    contactTransfer: contactTokens.transfer,
  },
} satisfies Module;
