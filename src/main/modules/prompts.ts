import { promptsRenderers } from '../../adapters/in/agent/prompts.ts';
import type { ContainerModuleLoadOptions } from 'inversify';
import { PromptService } from '../../core/prompts/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { promptTokens } from '../tokens/prompts.ts';
import { databaseTokens } from '../tokens/databases.ts';
import { processTokens as p } from '../tokens/process.ts';
import { secretTokens } from '../tokens/secrets.ts';
import { sessionTokens } from '../tokens/sessions.ts';

/** Questions to the owner. */
export const promptsModule = {
  name: 'prompts',
  tokens: promptTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { promptStore, prompts } = promptTokens;
    const { databases, journal } = databaseTokens;
    const { knownSecrets, ids, clock, log } = p;
    provide(options, promptStore, { databases }, (all) => all.databases.history.prompts);
    provide(
      options,
      prompts,
      {
        journal,
        prompts: promptStore,
        sessions: sessionTokens.sessions,
        secrets: secretTokens.secrets,
        knownSecrets,
        ids,
        clock,
        log,
      },
      (deps) => new PromptService(deps),
    );
  },
  services: { prompts: promptTokens.prompts },
  renderers: promptsRenderers,
} satisfies Module;
