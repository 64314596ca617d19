import type { ContainerModuleLoadOptions } from 'inversify';
import { ReplayService } from '../../core/execution/replays/service.ts';
import { TimelineService } from '../../core/execution/timelines/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  historyTokens,
  processTokens as p,
  promptTokens,
  replayTokens,
  runTokens,
  threadTokens,
  toolRunTokens,
  secretTokens,
} from '../tokens.ts';

/** Runs looked at again: their steps on a line, beside another run, and once more with what they recorded. */
export const replaysModule = {
  name: 'replays',
  tokens: replayTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { replays, timelines } = replayTokens;
    const { runs, runStore } = runTokens;
    const { clock } = p;
    const knownSecrets = secretTokens.maskedFor;
    provide(
      options,
      replays,
      { runs, runStore, history: historyTokens.history, knownSecrets },
      (deps) => new ReplayService(deps),
    );
    provide(
      options,
      timelines,
      {
        runs,
        runStore,
        timed: toolRunTokens.toolRunStore,
        prompts: promptTokens.promptStore,
        threads: threadTokens.threadStore,
        knownSecrets,
        clock,
      },
      (deps) => new TimelineService(deps),
    );
  },
  services: { replays: replayTokens.replays, timelines: replayTokens.timelines },
} satisfies Module;
