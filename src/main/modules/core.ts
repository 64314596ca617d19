import { ContainerModule } from 'inversify';
import { agentToolBox } from '../../adapters/in/agent/tool-box.ts';
import { agentTools } from '../../contract/agent/tools.ts';
import { randomToken } from '../../adapters/out/system/random-token.ts';
import { AuthService } from '../../core/auth/service.ts';
import { ConfigService } from '../../core/config/service.ts';
import { EngineStatus } from '../../core/engine/service.ts';
import { Spending, type SpendingLimits } from '../../core/runs/loop/spending.ts';
import type { Refusal } from '../../core/kernel/refusal.ts';
import { valueMask } from '../../core/masking/value-mask.ts';
import { MemoryService } from '../../core/memory/service.ts';
import { DebugExport } from '../../core/history/debug-export.ts';
import { HistoryService } from '../../core/history/service.ts';
import { meteredJournal, meteredModels, RunMeters } from '../../core/metrics/run-meters.ts';
import { MetricsService } from '../../core/metrics/service.ts';
import { PromptService } from '../../core/prompts/service.ts';
import { RunService } from '../../core/runs/service.ts';
import { systemPrompt } from '../../core/runs/window/system-prompt.ts';
import type { Services } from '../../core/services.ts';
import { SessionService } from '../../core/sessions/service.ts';
import { ThreadService } from '../../core/threads/service.ts';
import { provide } from '../provide.ts';
import { t } from '../tokens.ts';

export interface EngineFacts {
  readonly version: string;
  readonly startedAt: number;
  readonly pid: number;
  /** The variables that set keys of the configuration. */
  readonly environment: Readonly<Record<string, string>>;
  /** The token that the environment gives. */
  readonly token: string | null;
  /** Asked at any time: a store may turn out to be damaged when it is read. */
  readonly refusedStores: () => readonly Refusal[];
}

/** The parts list of the core. `services` is late on purpose: see agentToolBox. */
export const coreModule = (
  { environment, token, ...facts }: EngineFacts,
  services: () => Services,
): ContainerModule =>
  new ContainerModule((options) => {
    provide(
      options,
      t.spending,
      { store: t.runStore, clock: t.clock, config: t.config },
      ({ config, ...deps }) => new Spending({ ...deps, limits: () => spendingLimits(config) }),
    );
    provide(options, t.toolBox, {}, () => agentToolBox(agentTools, services));
    provide(options, t.meters, {}, () => new RunMeters());
    provide(
      options,
      t.runs,
      {
        journal: t.journal,
        sessions: t.sessionStore,
        threads: t.threadStore,
        runs: t.runStore,
        prompts: t.promptStore,
        changesets: t.changesetStore,
        models: t.models,
        toolBox: t.toolBox,
        clock: t.clock,
        ids: t.ids,
        validator: t.validator,
        log: t.log,
        spending: t.spending,
        memory: t.memory,
        config: t.config,
        meters: t.meters,
        knownSecrets: t.knownSecrets,
        apis: t.apis,
        consent: t.consents,
        returnedFiles: t.returnedFiles,
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
    provide(
      options,
      t.prompts,
      {
        journal: t.journal,
        prompts: t.promptStore,
        sessions: t.sessionStore,
        secrets: t.secrets,
        knownSecrets: t.knownSecrets,
        ids: t.ids,
        clock: t.clock,
        log: t.log,
      },
      (deps) => new PromptService(deps),
    );
    provide(
      options,
      t.sessions,
      {
        journal: t.journal,
        sessions: t.sessionStore,
        threads: t.threadStore,
        runs: t.runs,
        models: t.models,
        ids: t.ids,
        clock: t.clock,
      },
      (deps) => new SessionService(deps),
    );
    provide(
      options,
      t.threads,
      {
        journal: t.journal,
        threads: t.threadStore,
        runs: t.runs,
        changesets: t.changesets,
        clock: t.clock,
      },
      (deps) => new ThreadService(deps),
    );
    provide(
      options,
      t.config,
      {
        files: t.configFiles,
        validator: t.validator,
        knownSecrets: t.knownSecrets,
        clock: t.clock,
        log: t.log,
      },
      (deps) => new ConfigService({ ...deps, environment }),
    );
    provide(
      options,
      t.memory,
      { journal: t.journal, store: t.memoryStore, clock: t.clock, ids: t.ids },
      (deps) => new MemoryService(deps),
    );
    provide(
      options,
      t.engine,
      { runs: t.runs, models: t.models },
      (deps) => new EngineStatus({ ...facts, ...deps }),
    );
    provide(
      options,
      t.history,
      { history: t.historyStore, runs: t.runStore, knownSecrets: t.knownSecrets, clock: t.clock },
      (deps) => new HistoryService(deps),
    );
    provide(
      options,
      t.debugExport,
      {
        threads: t.threadStore,
        history: t.historyStore,
        toolBox: t.toolBox,
        apis: t.apis,
        knownSecrets: t.knownSecrets,
        clock: t.clock,
      },
      ({ apis, ...deps }) =>
        new DebugExport({
          ...deps,
          systemPrompt: () => systemPrompt(apis.section()),
          version: facts.version,
        }),
    );
    provide(
      options,
      t.auth,
      { file: t.tokenFile, knownSecrets: t.knownSecrets, clock: t.clock, log: t.log },
      (deps) => new AuthService({ ...deps, mint: randomToken, given: token }),
    );
    provide(
      options,
      t.metrics,
      { meters: t.meters, vitals: t.vitals, runs: t.runs, clock: t.clock },
      (deps) => new MetricsService({ ...deps, version: facts.version }),
    );
    provide(
      options,
      t.services,
      {
        apis: t.apis,
        engine: t.engine,
        sessions: t.sessions,
        runs: t.runs,
        prompts: t.prompts,
        threads: t.threads,
        byThread: t.byThread,
        files: t.files,
        changesets: t.changesets,
        config: t.config,
        memory: t.memory,
        history: t.history,
        debugExport: t.debugExport,
        auth: t.auth,
        metrics: t.metrics,
        web: t.webService,
        search: t.search,
        secrets: t.secrets,
        vault: t.vault,
        consents: t.consents,
      },
      (all): Services => all,
    );
  });

function spendingLimits(config: ConfigService): SpendingLimits {
  const { values } = config.current();
  return {
    run: values.max_cost_per_run_usd,
    day: values.max_cost_per_day_usd,
    month: values.max_cost_per_month_usd,
  };
}
