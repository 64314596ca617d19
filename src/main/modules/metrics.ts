import type { ContainerModuleLoadOptions } from 'inversify';
import { RunMeters } from '../../core/execution/metrics/run-meters.ts';
import { MetricsService } from '../../core/execution/metrics/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, metricTokens, processTokens as p, runTokens } from '../tokens.ts';

export const metricsModule = {
  name: 'metrics',
  tokens: metricTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { meters, metrics } = metricTokens;
    const { vitals, clock, platform } = p;
    provide(options, meters, {}, () => new RunMeters());
    provide(
      options,
      metrics,
      { meters, vitals, runs: runTokens.liveRuns, clock, platform, databases: databaseTokens.databases },
      ({ platform: { version }, databases: { server }, ...deps }) =>
        new MetricsService({ ...deps, server, version }),
    );
  },
  services: { metrics: metricTokens.metrics },
} satisfies Module;
