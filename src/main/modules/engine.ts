import type { ContainerModuleLoadOptions } from 'inversify';
import { EngineStatus } from '../../core/instance/engine/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  backupTokens,
  databaseTokens,
  directoryTokens,
  engineTokens,
  expiryTokens,
  modelTokens,
  noticeTokens,
  processTokens as p,
  runTokens,
  speechTokens,
  toolServerTokens,
  triggerTokens,
} from '../tokens.ts';

/** The engine's status. */
export const engineModule = {
  name: 'engine',
  tokens: engineTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { platform, clock } = p;
    const { databases } = databaseTokens;
    provide(
      options,
      engineTokens.engine,
      {
        platform,
        settings: p.settings,
        clock,
        databases,
        runs: runTokens.liveRuns,
        models: modelTokens.models,
        words: p.words,
        backups: backupTokens.backups,
        triggers: triggerTokens.triggers,
        notices: noticeTokens.notices,
        toolServers: toolServerTokens.toolServers,
        expiry: expiryTokens.expiry,
        directoryProblem: directoryTokens.directoryProblem,
        speech: speechTokens.speech,
      },
      ({
        platform: { version },
        settings,
        clock,
        databases,
        backups,
        triggers,
        notices,
        toolServers,
        speech,
        expiry,
        ...deps
      }) =>
        new EngineStatus({
          ...deps,
          expiry,
          version,
          isDemoAsked: settings.demo,
          startedAt: clock.now(),
          pid: process.pid,
          reminding: [expiry, triggers, notices],
          remindingOwner: [toolServers, backups],
          refusedStores: databases.refused,
          server: databases.server,
          hasSpeech: () => speech.isAvailable,
        }),
    );
  },
  services: { engine: engineTokens.engine },
  start: ({ get }) => void get(engineTokens.engine),
} satisfies Module;
