import type { ContainerModuleLoadOptions } from 'inversify';
import { AssistantService } from '../../core/conversation/assistants/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { assistantTokens, databaseTokens, modelTokens, processTokens as p, runTokens } from '../tokens.ts';

/** Named sets of instructions, model and tools for new conversations. */
export const assistantsModule = {
  name: 'assistants',
  tokens: assistantTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { assistantStore, assistants } = assistantTokens;
    const { databases, journal } = databaseTokens;
    provide(options, assistantStore, { databases }, (all) => all.databases.history.assistants);
    provide(
      options,
      assistants,
      {
        journal,
        assistants: assistantStore,
        models: modelTokens.models,
        masked: runTokens.masked,
        ids: p.ids,
        clock: p.clock,
      },
      (deps) => new AssistantService(deps),
    );
  },
  services: { assistants: assistantTokens.assistants },
} satisfies Module;
