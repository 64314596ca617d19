import type { ContainerModuleLoadOptions } from 'inversify';
import { DebugExport } from '../../core/execution/history/debug-export.ts';
import { HistoryService } from '../../core/execution/history/service.ts';
import { offeredIn } from '../../core/execution/runs/offered-tools.ts';
import { firstRequest } from '../../core/execution/runs/window/first-request.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  apiTokens,
  databaseTokens,
  historyTokens,
  processTokens as p,
  runTokens,
  threadTokens,
  secretTokens,
} from '../tokens.ts';

/** The window of most models: which one answered is not asked again. */
const usualWindow = { contextWindow: 200_000 };

/** The record of what every run did and cost. */
export const historyModule = {
  name: 'history',
  tokens: historyTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { historyStore, history, debugExport } = historyTokens;
    const { databases } = databaseTokens;
    const { clock } = p;
    const knownSecrets = secretTokens.maskedFor;
    provide(options, historyStore, { databases }, (all) => all.databases.history.history);
    provide(
      options,
      history,
      { history: historyStore, runs: runTokens.runStore, knownSecrets, clock },
      (deps) => new HistoryService(deps),
    );
    provide(
      options,
      debugExport,
      {
        threads: threadTokens.threadStore,
        runs: runTokens.runStore,
        history: historyStore,
        toolBox: runTokens.toolBox,
        apis: apiTokens.apis,
        knownSecrets,
        clock,
        platform: p.platform,
      },
      ({ apis, toolBox, platform: { version }, ...deps }) =>
        new DebugExport({
          ...deps,
          firstRequest: (task, given) =>
            firstRequest(task, offeredIn(toolBox), (maxChars) => apis.section(maxChars), usualWindow, given),
          version,
        }),
    );
  },
  services: { history: historyTokens.history, debugExport: historyTokens.debugExport },
} satisfies Module;
