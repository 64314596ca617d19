import type { ContainerModuleLoadOptions } from 'inversify';
import { agentsRenderers } from '../../adapters/in/agent/agents.ts';
import { runsRenderers } from '../../adapters/in/agent/runs.ts';
import { agentToolBox } from '../../adapters/in/agent/tool-box.ts';
import { agentTools } from '../../contract/agent/tools.ts';
import { runs as runRows } from '../../contract/http/runs.ts';
import { sessions as sessionRows } from '../../contract/http/sessions.ts';
import type { ConfigService } from '../../core/instance/config/service.ts';
import { isStoreUnusable } from '../../core/kernel/storage-refusals.ts';
import { withoutValues } from '../../core/trust/masking/value-mask.ts';
import { meteredModels } from '../../core/execution/metrics/run-meters.ts';
import { AfterRun } from '../../core/execution/runs/after-run.ts';
import { AgentRunner } from '../../core/execution/runs/agents/agent.ts';
import { AgentPlanner } from '../../core/execution/runs/agents/plan.ts';
import { AgentService } from '../../core/execution/runs/agents/service.ts';
import { Compactor } from '../../core/execution/runs/compaction/compaction.ts';
import { CompactionService } from '../../core/execution/runs/compaction/service.ts';
import { EarlierResults } from '../../core/execution/runs/earlier-results.ts';
import { RunEnding } from '../../core/execution/runs/ending.ts';
import { RunExecutor } from '../../core/execution/runs/executor.ts';
import { ExtractedStatements } from '../../core/knowledge/graph/extracted-statements.ts';
import { Extraction } from '../../core/execution/runs/extraction/extraction.ts';
import { Loop } from '../../core/execution/runs/loop/loop.ts';
import { Spending, type SpendingLimits } from '../../core/execution/runs/loop/spending.ts';
import { ToolCalls } from '../../core/execution/runs/loop/tool-calls.ts';
import { TurnCaller } from '../../core/execution/runs/loop/turn.ts';
import { joinedToolBox } from '../../core/execution/runs/joined-tool-box.ts';
import { LiveRuns } from '../../core/execution/runs/live-runs.ts';
import { RunResults } from '../../core/execution/runs/results.ts';
import { Recordings } from '../../core/execution/runs/replays/recording.ts';
import { Resuming } from '../../core/execution/runs/resume/resuming.ts';
import { RunService } from '../../core/execution/runs/service.ts';
import { Titles } from '../../core/execution/runs/titles/titles.ts';
import { ToolCosts } from '../../core/execution/runs/tool-costs.ts';
import { SideCalls } from '../../core/execution/runs/side-call.ts';
import { shutdownLimits } from '../limits.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  apiTokens,
  attachmentTokens,
  changesetTokens,
  configTokens,
  consentTokens,
  databaseTokens,
  expiryTokens,
  graphTokens,
  memoryTokens,
  metricTokens,
  modelTokens,
  peopleTokens,
  processTokens as p,
  promptTokens,
  runTokens,
  sessionTokens,
  threadTokens,
  toolServerTokens,
  triggerTokens,
  secretTokens,
} from '../tokens.ts';

export const runsModule = {
  name: 'runs',
  tokens: runTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = runTokens;
    const { databases, journal } = databaseTokens;
    const { config } = configTokens;
    const { clock, ids, validator, log, words, boot } = p;
    provide(options, t.runStore, { databases }, (all) => all.databases.history.runs);
    provide(options, t.spendingLimits, { config }, (all) => () => spendingLimits(all.config));
    provide(options, t.purses, { people: peopleTokens.people }, ({ people }) => people);
    provide(
      options,
      t.spending,
      { store: t.runStore, clock, limits: t.spendingLimits, purses: t.purses },
      (deps) => new Spending(deps),
    );
    // Tools call services, services start runs, and runs offer tools, so services are resolved at the first call.
    options
      .bind(t.toolBox)
      .toDynamicValue((context) =>
        joinedToolBox(
          agentToolBox(agentTools, context.get(p.renderers), () => context.get(p.services)),
          () => context.get(toolServerTokens.toolServers),
        ),
      )
      .inSingletonScope();
    provide(options, t.liveRuns, {}, () => new LiveRuns());
    const { meters } = metricTokens;
    provide(options, t.runModels, { models: modelTokens.models, meters }, (all) =>
      meteredModels(all.models, all.meters),
    );
    const { threadStore: threads, versions } = threadTokens;
    const { sessionStore: sessions } = sessionTokens;
    const { changesetStore: changesets, revertedFiles } = changesetTokens;
    const { memory } = memoryTokens;
    const { apis } = apiTokens;
    const { attachments } = attachmentTokens;
    const { triggerRules: rules } = triggerTokens;
    const { runStore: runs, runModels: models, liveRuns: live, spending, toolBox } = t;
    provide(
      options,
      t.masked,
      { known: secretTokens.maskedFor },
      ({ known }) =>
        (text, person) =>
          withoutValues(text, known.unmistakableFor(person)),
    );
    provide(options, t.turnCaller, { clock, log }, (deps) => new TurnCaller(deps));
    provide(
      options,
      t.loop,
      {
        turnCaller: t.turnCaller,
        consent: consentTokens.consents,
        validator,
        masked: t.masked,
        ids,
        clock,
        log,
        words,
      },
      ({ turnCaller, ids, ...deps }) =>
        new Loop({ turnCaller, ids, clock: deps.clock, words: deps.words, toolCalls: new ToolCalls(deps) }),
    );
    provide(
      options,
      t.sideCalls,
      { runs, journal, spending, ids, clock, log, words },
      (deps) => new SideCalls(deps),
    );
    provide(
      options,
      t.compactions,
      {
        turnCaller: t.turnCaller,
        sideCalls: t.sideCalls,
        threads,
        attachments,
        sessions,
        models,
        live,
        ids,
        clock,
        log,
      },
      ({ turnCaller, sideCalls, threads, attachments, ids, clock, ...deps }) =>
        new CompactionService({
          ...deps,
          threads,
          compactor: new Compactor({ turnCaller, sideCalls, threads, attachments, ids, clock }),
        }),
    );
    provide(
      options,
      t.afterRun,
      {
        turnCaller: t.turnCaller,
        sideCalls: t.sideCalls,
        compactions: t.compactions,
        memory,
        graph: graphTokens.graph,
        people: peopleTokens.people,
        ongoing: peopleTokens.ongoing,
        threads,
        config,
        ids,
        clock,
        log,
      },
      ({ graph, compactions, config, people, ongoing, ...deps }) => {
        const extracts = () => config.current().values.memory_extraction;
        const names = () => config.current().values.conversation_titles;
        return new AfterRun({
          compactions,
          mayWork: people.mayWork,
          ongoing,
          log: deps.log,
          titles: new Titles({ ...deps, names }),
          extraction: new Extraction({
            ...deps,
            said: new ExtractedStatements(graph, deps.log),
            extracts,
          }),
        });
      },
    );
    provide(
      options,
      t.agents,
      { loop: t.loop, live, models, toolBox, apis, spending, threads, config, rules, ids, clock, words },
      ({ loop, models, toolBox, apis, threads, config, rules: { schedules }, ids, ...deps }) =>
        new AgentService({
          ...deps,
          planner: new AgentPlanner({
            models,
            toolBox,
            registeredApis: (maxChars) => apis.section(maxChars),
            toolServersOf: (role) =>
              config.current().values.mcp_agents?.find(({ name }) => name === role)?.servers ?? [],
          }),
          runner: new AgentRunner({
            loop,
            threads,
            ids,
            clock: deps.clock,
            localTimeZone: () => schedules.localTimeZone(),
            words: deps.words,
          }),
        }),
    );
    provide(
      options,
      t.toolCosts,
      { toolBox, threads, models, toolServers: toolServerTokens.toolServers },
      ({ toolServers, ...deps }) =>
        new ToolCosts({ ...deps, servers: (person) => toolServers.namesFor(person) }),
    );
    provide(options, t.earlierResults, { runs: t.runStore }, ({ runs }) => new EarlierResults(runs));
    provide(
      options,
      t.runEnding,
      { journal, runs, threads, prompts: promptTokens.promptStore, changesets, boot, clock, log, words },
      (deps) => new RunEnding(deps),
    );
    provide(
      options,
      t.runExecutor,
      {
        loop: t.loop,
        ending: t.runEnding,
        threads,
        attachments,
        memory,
        toolBox,
        apis,
        compactions: t.compactions,
        spending,
        changesets,
        revertedFiles,
        rules,
        ids,
        clock,
        log,
        words,
      },
      ({ apis, rules: { schedules }, ...deps }) =>
        new RunExecutor({
          ...deps,
          localTimeZone: () => schedules.localTimeZone(),
          registeredApis: async (maxChars) => {
            await apis.look();
            return apis.section(maxChars);
          },
        }),
    );
    provide(
      options,
      t.resuming,
      {
        journal,
        runs,
        threads,
        prompts: promptTokens.promptStore,
        asked: promptTokens.prompts,
        people: peopleTokens.people,
        models,
        live,
        spending,
        executor: t.runExecutor,
        afterRun: t.afterRun,
        ending: t.runEnding,
        boot,
        ids,
        clock,
        log,
        words,
      },
      ({ asked, people, ...deps }) =>
        new Resuming({
          ...deps,
          ask: (question, call) => asked.choose(question, call),
          whyOut: people.whyOut,
        }),
    );
    provide(
      options,
      t.recordings,
      { runs, threads, versions, live, masked: t.masked },
      (deps) => new Recordings(deps),
    );
    provide(
      options,
      t.runs,
      {
        journal,
        runs,
        sessions,
        threads,
        versions,
        models,
        live,
        holds: threadTokens.threadHolds,
        executor: t.runExecutor,
        afterRun: t.afterRun,
        ending: t.runEnding,
        resuming: t.resuming,
        recordings: t.recordings,
        spending,
        sideCalls: t.sideCalls,
        attachments,
        people: peopleTokens.people,
        config,
        masked: t.masked,
        expiry: expiryTokens.expiry,
        boot,
        ids,
        clock,
        log,
      },
      ({ config, people, ...deps }) =>
        new RunService({
          ...deps,
          whyOut: people.whyOut,
          instructions: (person) =>
            people.isOwner(person) ? (config.current().values.instructions ?? null) : null,
        }),
    );
    provide(
      options,
      t.runResults,
      { runs: t.runs, prompts: promptTokens.promptStore, clock },
      (deps) => new RunResults(deps),
    );
  },
  services: {
    runs: runTokens.runs,
    runResults: runTokens.runResults,
    compactions: runTokens.compactions,
    agents: runTokens.agents,
    earlierResults: runTokens.earlierResults,
    toolCosts: runTokens.toolCosts,
  },
  renderers: { ...runsRenderers, ...agentsRenderers },
  /** If the runs cannot be read, none of them can be ended, and the engine serves the rest. */
  start: async ({ get, isLasting }) => {
    try {
      await get(runTokens.runs).recover(isLasting);
    } catch (error) {
      if (!isStoreUnusable(error)) throw error;
      get(p.log).error('runs of the last start could not be ended', { error });
    }
  },
  // Compiles the schemas of the requests that lead to a first run.
  warm: (get) => {
    const validator = get(p.validator);
    const start = runRows['runs.start'];
    for (const { body } of [sessionRows['sessions.create'], start]) validator.check(body ?? {}, {});
    validator.coerce(start.headers ?? {}, {});
  },
  reachOut: (get) => get(runTokens.runs).goOn(),
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
