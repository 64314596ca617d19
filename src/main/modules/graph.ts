import type { ContainerModuleLoadOptions } from 'inversify';
import { graphRenderers } from '../../adapters/in/agent/graph.ts';
import { contactPoints } from '../../adapters/out/contact-points/contact-points.ts';
import { GraphService } from '../../core/graph/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { contactTokens } from '../tokens/contacts.ts';
import { databaseTokens } from '../tokens/databases.ts';
import { graphTokens } from '../tokens/graph.ts';
import { memoryTokens } from '../tokens/memory.ts';
import { processTokens as p } from '../tokens/process.ts';
import { runTokens } from '../tokens/runs.ts';

/** What the engine knows of people, organisations and things. */
export const graphModule = {
  name: 'graph',
  tokens: graphTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { graphStore: store, contactPoints: points, graph } = graphTokens;
    const { databases, journal } = databaseTokens;
    provide(options, store, { databases }, (all) => all.databases.engine.graph);
    provide(options, points, {}, () => contactPoints);
    provide(
      options,
      graph,
      {
        journal,
        store,
        points,
        memories: memoryTokens.memoryStore,
        leaving: contactTokens.forgetting,
        masked: runTokens.masked,
        ids: p.ids,
        clock: p.clock,
      },
      (deps) => new GraphService(deps),
    );
  },
  services: { graph: graphTokens.graph },
  renderers: graphRenderers,
} satisfies Module;
