import type { ContainerModuleLoadOptions } from 'inversify';
import { ReplayService } from '../../core/replays/service.ts';
import { TimelineService } from '../../core/timelines/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { historyTokens } from '../tokens/history.ts';
import { processTokens as p } from '../tokens/process.ts';
import { promptTokens } from '../tokens/prompts.ts';
import { replayTokens } from '../tokens/replays.ts';
import { runTokens } from '../tokens/runs.ts';
import { threadTokens } from '../tokens/threads.ts';
import { toolRunTokens } from '../tokens/tool-runs.ts';

/** Runs looked at again: their steps on a line, beside another run, and once more with what they recorded. */
export const replaysModule = {
  name: 'replays',
  tokens: replayTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { replays, timelines } = replayTokens;
    const { runs, runStore } = runTokens;
    const { knownSecrets, clock } = p;
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
