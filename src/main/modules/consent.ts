import type { ContainerModuleLoadOptions } from 'inversify';
import { ConsentService } from '../../core/conversation/consent/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  apiTokens,
  consentTokens,
  databaseTokens,
  processTokens as p,
  promptTokens,
  threadTokens,
} from '../tokens.ts';

/** What the agent may do, and which of that needs the owner's consent. */
export const consentModule = {
  name: 'consent',
  tokens: consentTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { grantStore, knownServers, consents } = consentTokens;
    const { databases, journal } = databaseTokens;
    provide(options, grantStore, { databases }, (all) => all.databases.history.grants);
    provide(options, knownServers, { apis: apiTokens.apiRegistry }, ({ apis }) => ({
      has: (url) => apis.isAt(url),
    }));
    provide(
      options,
      consents,
      {
        grants: grantStore,
        journal,
        threads: threadTokens.threadStore,
        prompts: promptTokens.prompts,
        knownServers,
        ids: p.ids,
        clock: p.clock,
      },
      (deps) => new ConsentService(deps),
    );
  },
  services: { consents: consentTokens.consents },
} satisfies Module;
