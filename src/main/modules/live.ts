import type { ContainerModuleLoadOptions } from 'inversify';
import { ThreadNews } from '../../core/execution/live/news.ts';
import { LiveService } from '../../core/execution/live/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { liveTokens, processTokens as p, promptTokens, runTokens, threadTokens } from '../tokens.ts';

/** Tells clients which threads change. */
export const liveModule = {
  name: 'live',
  tokens: liveTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { threadNews: news, live } = liveTokens;
    const { clock, log } = p;
    provide(options, news, {}, () => new ThreadNews());
    provide(
      options,
      live,
      {
        news,
        threads: threadTokens.threads,
        runs: runTokens.runStore,
        prompts: promptTokens.promptStore,
        clock,
        log,
      },
      (parts) => new LiveService(parts),
    );
  },
  services: { live: liveTokens.live },
  // Its streams have no end of their own. Readers stay while a restore makes its safety backup.
  drain: async (get, why) => (why === 'stop' ? get(liveTokens.live).close() : undefined),
} satisfies Module;
