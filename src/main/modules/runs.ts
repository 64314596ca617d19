import type { ContainerModuleLoadOptions } from 'inversify';
import { agentsTold } from '../../adapters/in/agent/agents.ts';
import { runsTold } from '../../adapters/in/agent/runs.ts';
import { agentToolBox } from '../../adapters/in/agent/tool-box.ts';
import { agentTools } from '../../contract/agent/tools.ts';
import type { ConfigService } from '../../core/config/service.ts';
import { isStoreUnusable } from '../../core/kernel/storage-refusals.ts';
import { valueMask } from '../../core/masking/value-mask.ts';
import { meteredJournal, meteredModels } from '../../core/metrics/run-meters.ts';
import { AfterRun } from '../../core/runs/after-run.ts';
import { AgentService } from '../../core/runs/agents/service.ts';
import { CompactionService } from '../../core/runs/compaction/service.ts';
import { EarlierResults } from '../../core/runs/earlier-results.ts';
import { Spending, type SpendingLimits } from '../../core/runs/loop/spending.ts';
import { LiveRuns } from '../../core/runs/live-runs.ts';
import { RunService } from '../../core/runs/service.ts';
import { shutdownLimits } from '../limits.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { runTokens } from '../tokens/runs.ts';
import { apiTokens } from '../tokens/api-store.ts';
import { changesetTokens } from '../tokens/changesets.ts';
import { configTokens } from '../tokens/config.ts';
import { consentTokens } from '../tokens/consent.ts';
import { databaseTokens } from '../tokens/databases.ts';
import { memoryTokens } from '../tokens/memory.ts';
import { metricTokens } from '../tokens/metrics.ts';
import { modelTokens } from '../tokens/models.ts';
import { processTokens as p } from '../tokens/process.ts';
import { promptTokens } from '../tokens/prompts.ts';
import { sessionTokens } from '../tokens/sessions.ts';
import { threadTokens } from '../tokens/threads.ts';

export const runsModule = {
  name: 'runs',
  tokens: runTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = runTokens;
    const { databases, journal } = databaseTokens;
    const { config } = configTokens;
    const { clock, ids, validator, log, knownSecrets } = p;
    provide(options, t.runStore, { databases }, (all) => all.databases.history.runs);
    provide(options, t.spendingLimits, { config }, (all) => () => spendingLimits(all.config));
    provide(
      options,
      t.spending,
      { store: t.runStore, clock, limits: t.spendingLimits },
      (deps) => new Spending(deps),
    );
    // Tools call services, services start runs, and runs offer tools: the services come with the first call.
    options
      .bind(t.toolBox)
      .toDynamicValue((context) =>
        agentToolBox(agentTools, context.get(p.renderers), () => context.get(p.services)),
      )
      .inSingletonScope();
    provide(options, t.liveRuns, {}, () => new LiveRuns());
    const { meters } = metricTokens;
    provide(options, t.runJournal, { journal, meters }, (all) => meteredJournal(all.journal, all.meters));
    provide(options, t.runModels, { models: modelTokens.models, meters }, (all) =>
      meteredModels(all.models, all.meters),
    );
    const sideCalls = {
      journal: t.runJournal,
      spending: t.spending,
      ids,
      clock,
      log,
      threads: threadTokens.threadStore,
    };
    const { sessionStore: sessions } = sessionTokens;
    const { memory } = memoryTokens;
    provide(
      options,
      t.compactions,
      { ...sideCalls, sessions, models: t.runModels, live: t.liveRuns },
      (deps) => new CompactionService(deps),
    );
    provide(
      options,
      t.afterRun,
      { ...sideCalls, memory, config, compactions: t.compactions },
      ({ config, ...deps }) =>
        new AfterRun({ ...deps, extracts: () => config.current().values.memory_extraction }),
    );
    const loop = {
      consent: consentTokens.consents,
      clock,
      validator,
      log,
      knownSecrets,
      ids,
      spending: t.spending,
      threads: threadTokens.threadStore,
      models: t.runModels,
      toolBox: t.toolBox,
      apis: apiTokens.apis,
      live: t.liveRuns,
    };
    provide(
      options,
      t.agents,
      loop,
      ({ knownSecrets, apis, ...deps }) =>
        new AgentService({
          ...deps,
          registeredApis: () => apis.section(),
          masked: valueMask(() => knownSecrets.unmistakable()),
        }),
    );
    provide(options, t.earlierResults, { runs: t.runStore }, ({ runs }) => new EarlierResults(runs));
    provide(
      options,
      t.runs,
      {
        ...loop,
        journal: t.runJournal,
        sessions,
        runs: t.runStore,
        prompts: promptTokens.promptStore,
        changesets: changesetTokens.changesetStore,
        memory,
        returnedFiles: changesetTokens.returnedFiles,
        holds: threadTokens.threadHolds,
        afterRun: t.afterRun,
      },
      ({ knownSecrets, apis, ...deps }) =>
        new RunService({
          ...deps,
          registeredApis: () => apis.section(),
          masked: valueMask(() => knownSecrets.unmistakable()),
        }),
    );
  },
  services: {
    runs: runTokens.runs,
    compactions: runTokens.compactions,
    agents: runTokens.agents,
    earlierResults: runTokens.earlierResults,
  },
  renderers: { ...runsTold, ...agentsTold },
  /** Where the runs cannot be read none of them can be ended, and the rest serves nevertheless. */
  start: async ({ get }) => {
    try {
      await get(runTokens.runs).recover();
    } catch (error) {
      if (!isStoreUnusable(error)) throw error;
      get(p.log).error('runs of the last start could not be ended', { error });
    }
  },
  drain: (get) => get(runTokens.runs).drain(shutdownLimits.stepMs),
} satisfies Module;

function spendingLimits(config: ConfigService): SpendingLimits {
  const { values } = config.current();
  return {
    run: values.max_cost_per_run_usd,
    day: values.max_cost_per_day_usd,
    month: values.max_cost_per_month_usd,
  };
}
