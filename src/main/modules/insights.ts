import type { ContainerModuleLoadOptions } from 'inversify';
import { EndsOfRuns } from '../../core/execution/insights/ends.ts';
import { Insights } from '../../core/execution/insights/service.ts';
import { topicOf } from '../../core/knowledge/memory/search/topics.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, insightTokens, processTokens as p, secretTokens } from '../tokens.ts';

/** What the engine learns from its own runs. */
export const insightsModule = {
  name: 'insights',
  tokens: insightTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { endsOfRuns, insights } = insightTokens;
    const { databases, journal } = databaseTokens;
    const { clock, log } = p;
    const knownSecrets = secretTokens.maskedFor;
    provide(options, endsOfRuns, {}, () => new EndsOfRuns());
    provide(
      options,
      insights,
      { databases, journal, ends: endsOfRuns, knownSecrets, clock, log },
      ({ databases: { insights: store, history }, ...parts }) =>
        new Insights({ ...parts, store, source: history.insightSource, topicOf }),
    );
  },
  services: { insights: insightTokens.insights },
  // After the runs, so that those that a crash cut off have ended.
  start: ({ get }) => get(insightTokens.insights).begin(),
  drain: (get) => get(insightTokens.insights).stop(),
} satisfies Module;
