import type { ContainerModuleLoadOptions } from 'inversify';
import { contactsRenderers } from '../../adapters/in/agent/contacts.ts';
import { openEngineDatabase } from '../../adapters/out/sqlite/engine/open.ts';
import { cards } from '../../adapters/out/text/cards.ts';
import { tables } from '../../adapters/out/text/tables.ts';
import { GraphService, type GraphDeps } from '../../core/knowledge/graph/service.ts';
import type { GraphChange } from '../../core/knowledge/graph/store.ts';
import type { Journal } from '../../core/ports/journal.ts';
import { DealService } from '../../core/knowledge/contacts/deal-service.ts';
import { Forgetting } from '../../core/knowledge/contacts/forgetting.ts';
import { InteractionService } from '../../core/knowledge/contacts/interaction-service.ts';
import { ContactService } from '../../core/knowledge/contacts/service.ts';
import { ContactTransfer } from '../../core/knowledge/contacts/transfer.ts';
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
    const { contactStore: store, contactRows: rows, forgetting } = t;
    provide(options, store, { databases }, (all) => all.databases.engine.contacts);
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
      { graph, store, rows, threads: t.contactThreads, forgetting, clock },
      (deps) => new ContactService(deps),
    );
    provide(
      options,
      t.copied,
      { databases, graphDeps: graphTokens.graphDeps, rows, threads: t.contactThreads, forgetting, clock },
      ({ databases: { engine }, graphDeps, ...deps }) =>
        async () => {
          const copy = openEngineDatabase(':memory:', { image: await engine.copies.image() });
          const graph = new GraphService({ ...graphDeps, store: copy.graph, journal: ofGraph(copy.journal) });
          return {
            graph,
            contacts: new ContactService({ ...deps, graph, store: copy.contacts }),
            close: copy.close,
          };
        },
    );
    provide(
      options,
      t.interactions,
      { journal, graph, rows, masked, ids, clock },
      (deps) => new InteractionService(deps),
    );
    provide(
      options,
      t.deals,
      { journal, graph, rows, points, masked, ids, clock },
      (deps) => new DealService(deps),
    );
    provide(
      options,
      t.transfer,
      { graph, contacts: t.contacts, copied: t.copied, store, tables: t.tables, cards: t.cards, clock, ids },
      (deps) => new ContactTransfer(deps),
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
