import type { ContainerModuleLoadOptions } from 'inversify';
import { agentToolBox } from '../../adapters/in/agent/tool-box.ts';
import { agentTools } from '../../contract/agent/tools.ts';
import type { ConfigService } from '../../core/config/service.ts';
import { isStoreUnusable } from '../../core/kernel/storage-refusals.ts';
import { valueMask } from '../../core/masking/value-mask.ts';
import { meteredJournal, meteredModels } from '../../core/metrics/run-meters.ts';
import { Spending, type SpendingLimits } from '../../core/runs/loop/spending.ts';
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
      .toDynamicValue((context) => agentToolBox(agentTools, () => context.get(p.services)))
      .inSingletonScope();
    provide(
      options,
      t.runs,
      {
        journal,
        sessions: sessionTokens.sessionStore,
        threads: threadTokens.threadStore,
        runs: t.runStore,
        prompts: promptTokens.promptStore,
        changesets: changesetTokens.changesetStore,
        models: modelTokens.models,
        toolBox: t.toolBox,
        clock,
        ids,
        validator,
        log,
        spending: t.spending,
        memory: memoryTokens.memory,
        config,
        meters: metricTokens.meters,
        knownSecrets,
        apis: apiTokens.apis,
        consent: consentTokens.consents,
        returnedFiles: changesetTokens.returnedFiles,
      },
      ({ meters, config, knownSecrets, apis, ...deps }) =>
        new RunService({
          ...deps,
          registeredApis: () => apis.section(),
          masked: valueMask(() => knownSecrets.unmistakable()),
          extracts: () => config.current().values.memory_extraction,
          journal: meteredJournal(deps.journal, meters),
          models: meteredModels(deps.models, meters),
        }),
    );
  },
  services: { runs: runTokens.runs },
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
