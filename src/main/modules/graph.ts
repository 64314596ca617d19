import type { ContainerModuleLoadOptions } from 'inversify';
import { graphRenderers } from '../../adapters/in/agent/graph.ts';
import { contactPoints } from '../../adapters/out/contact-points/contact-points.ts';
import { GraphAcquaintances } from '../../core/knowledge/graph/acquaintance.ts';
import { Mentions } from '../../core/knowledge/graph/mentions.ts';
import { NewWords } from '../../core/knowledge/graph/news.ts';
import { Graph } from '../../core/knowledge/graph/graph.ts';
import { seenBy } from '../../core/knowledge/graph/store.ts';
import { isRefusal } from '../../core/kernel/refusal.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  collectionTokens,
  contactTokens,
  databaseTokens,
  graphTokens,
  memoryTokens,
  peopleTokens,
  processTokens as p,
  runTokens,
} from '../tokens.ts';

/** What the engine knows of people, organisations and things. */
export const graphModule = {
  name: 'graph',
  tokens: graphTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { graphStores: stores, contactPoints: points, graph } = graphTokens;
    const { databases, journal } = databaseTokens;
    provide(options, stores, { databases }, (all) => all.databases.engine.graph);
    const { newWords: news, mentions, acquaintances } = graphTokens;
    const { memoryStore: memories, memory } = memoryTokens;
    provide(options, news, {}, () => new NewWords());
    provide(options, acquaintances, { stores }, (deps) => ({
      of: (whose) => new GraphAcquaintances(seenBy(deps.stores, whose)),
    }));
    provide(
      options,
      mentions,
      { journal, stores, memories, memory, news, clock: p.clock, log: p.log },
      (deps) => new Mentions(deps),
    );
    provide(options, points, {}, () => contactPoints);
    provide(
      options,
      graphTokens.graphDeps,
      {
        journal,
        stores,
        points,
        databases,
        memories: memoryTokens.memoryStore,
        contacts: contactTokens.forgetting,
        subjects: collectionTokens.subjectsForgotten,
        masked: runTokens.masked,
        ids: p.ids,
        clock: p.clock,
      },
      ({ databases: { history }, contacts, subjects, ...deps }) => ({
        ...deps,
        links: history.entityLinks,
        contactRows: contacts,
        leaving: {
          leave: async (entityIds) => {
            await contacts.leave(entityIds);
            await subjects.leave(entityIds);
          },
          isNeeded: async (entityIds) =>
            (await contacts.isNeeded(entityIds)) || (await subjects.isNeeded(entityIds)),
        },
      }),
    );
    provide(options, graph, { deps: graphTokens.graphDeps }, ({ deps }) => new Graph(deps));
  },
  services: { graph: graphTokens.graph },
  renderers: graphRenderers,
  start: async ({ get }) => {
    const [graph, people] = [get(graphTokens.graph), get(peopleTokens.people)];
    await graph.begin().catch((error: unknown) => {
      get(p.log).error('an erasing could not be finished: the next start tries again', { error });
    });
    try {
      await graph.adopt(people.owner, (person) => people.isThere(person));
    } catch (error) {
      // A store that cannot be used now is adopted from at a later start.
      if (!isRefusal(error)) throw error;
    }
    get(graphTokens.mentions).begin();
  },
  drain: (get) => get(graphTokens.mentions).stop(),
} satisfies Module;
