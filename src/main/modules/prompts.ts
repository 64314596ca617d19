import { promptsRenderers } from '../../adapters/in/agent/prompts.ts';
import type { ContainerModuleLoadOptions } from 'inversify';
import { PromptService } from '../../core/conversation/prompts/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, processTokens as p, promptTokens, secretTokens, sessionTokens } from '../tokens.ts';

/** Questions to the owner. */
export const promptsModule = {
  name: 'prompts',
  tokens: promptTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { promptStore, prompts } = promptTokens;
    const { databases, journal } = databaseTokens;
    const { words, ids, clock, log } = p;
    const knownSecrets = secretTokens.maskedFor;
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
        words,
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
