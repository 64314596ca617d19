import { EVERYONE } from '../../core/trust/people/model.ts';
import type { ContainerModuleLoadOptions } from 'inversify';
import { usableFor } from '../../core/execution/runs/offered-tools.ts';
import { re2Patterns } from '../../adapters/out/system/re2-patterns.ts';
import { workflowsRenderers } from '../../adapters/in/agent/workflows.ts';
import { startsOtherWork } from '../../core/automation/workflows/usual-tools.ts';
import { WorkflowExecutor } from '../../core/automation/workflows/executor.ts';
import { WorkflowDefinitions } from '../../core/automation/workflows/definitions.ts';
import { WorkflowNews } from '../../core/automation/workflows/news.ts';
import { WorkflowService } from '../../core/automation/workflows/service.ts';
import { StepWork } from '../../core/automation/workflows/step-work.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  backgroundTokens,
  configTokens,
  consentTokens,
  databaseTokens,
  expectationTokens,
  modelTokens,
  peopleTokens,
  processTokens as p,
  runTokens,
  sessionTokens,
  workflowTokens,
} from '../tokens.ts';

/** What has ended is read without waiting. */
const NEVER = new AbortController().signal;

/** Work in steps. */
export const workflowsModule = {
  name: 'workflows',
  tokens: workflowTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const {
      workflowStore: store,
      workflowNews: news,
      workflowDefinitions,
      executor,
      workflows,
    } = workflowTokens;
    const { databases, journal } = databaseTokens;
    const { toolBox, masked } = runTokens;
    const { words, ids, clock, log } = p;
    provide(options, store, { databases }, (all) => all.databases.history.workflows);
    provide(options, news, {}, () => new WorkflowNews());
    provide(
      options,
      workflowDefinitions,
      {
        journal,
        store,
        grants: consentTokens.grantStore,
        models: modelTokens.models,
        placeOfTool: expectationTokens.placeOfTool,
        toolBox,
        masked,
        words,
        ids,
        clock,
      },
      ({ toolBox: box, ...deps }) =>
        new WorkflowDefinitions({
          ...deps,
          patterns: re2Patterns,
          knownTools: (person) => usableFor(person, box.tools()),
        }),
    );
    provide(
      options,
      executor,
      {
        journal,
        store,
        news,
        inFlight: backgroundTokens.inFlight,
        expectations: expectationTokens.expectations,
        runs: runTokens.runs,
        live: runTokens.liveRuns,
        results: runTokens.runResults,
        sessions: sessionTokens.sessionStore,
        people: peopleTokens.people,
        config: configTokens.config,
        toolBox,
        masked,
        words,
        ids,
        clock,
        log,
      },
      ({
        runs,
        live,
        results,
        sessions,
        people,
        config,
        toolBox: box,
        masked: mask,
        ids: newIds,
        ...deps
      }) => {
        const abortRun = (runId: Parameters<typeof live.get>[0]) => live.get(runId)?.abort('user');
        const steps = new StepWork({
          journal: deps.journal,
          store: deps.store,
          clock: deps.clock,
          ids: newIds,
          masked: mask,
          words: deps.words,
          runs,
          live,
          sessions,
          abortLate: (runId) => live.get(runId)?.abort('timeout'),
          answerOf: async (runId) => {
            const result = await results.of(EVERYONE, runId, NEVER);
            return result?.kind === 'done' ? result.done.text : '';
          },
          usualTools: () =>
            box
              .tools()
              .map(({ name }) => name)
              .filter((name) => !startsOtherWork(name)),
          workerProfile: () => config.current().values.worker_profile ?? null,
        });
        return new WorkflowExecutor({ ...deps, ids: newIds, steps, abortRun, whyOut: people.whyOut });
      },
    );
    provide(
      options,
      workflows,
      {
        journal,
        store,
        news,
        definitions: workflowDefinitions,
        executor,
        expectations: expectationTokens.expectations,
        live: runTokens.liveRuns,
        people: peopleTokens.people,
        masked,
        ids,
        clock,
      },
      ({ live, people, ...deps }) =>
        new WorkflowService({ ...deps, isDraining: () => live.draining, whyOut: people.whyOut }),
    );
  },
  services: {
    workflows: workflowTokens.workflows,
    workflowDefinitions: workflowTokens.workflowDefinitions,
  },
  renderers: workflowsRenderers,
  start: ({ get, onStop }) => onStop('workflows', () => get(workflowTokens.executor).close()),
  /** If the workflows cannot be read, the engine serves the rest. */
  reachOut: (get, { isLasting }) => {
    if (!isLasting) return;
    get(workflowTokens.workflows)
      .goOn()
      .catch((error: unknown) => get(p.log).error('workflows could not be read', { error }));
  },
  // Its steps end with the runs.
  drain: async (get) => get(workflowTokens.executor).beginNoMore(),
} satisfies Module;
