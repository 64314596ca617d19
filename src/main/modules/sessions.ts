import type { ContainerModuleLoadOptions } from 'inversify';
import { SessionService } from '../../core/conversation/sessions/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  assistantTokens,
  databaseTokens,
  modelTokens,
  processTokens as p,
  sessionTokens,
  threadTokens,
} from '../tokens.ts';

export const sessionsModule = {
  name: 'sessions',
  tokens: sessionTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { sessionStore, sessions } = sessionTokens;
    const { databases, journal } = databaseTokens;
    provide(options, sessionStore, { databases }, (all) => all.databases.history.sessions);
    provide(
      options,
      sessions,
      {
        journal,
        sessions: sessionStore,
        threads: threadTokens.threadStore,
        holds: threadTokens.threadHolds,
        models: modelTokens.models,
        assistants: assistantTokens.assistants,
        ids: p.ids,
        clock: p.clock,
      },
      (deps) => new SessionService(deps),
    );
  },
  services: { sessions: sessionTokens.sessions },
} satisfies Module;
