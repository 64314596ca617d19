import { EVERYONE } from '../../core/trust/people/model.ts';
import type { ContainerModuleLoadOptions } from 'inversify';
import { tasksRenderers } from '../../adapters/in/agent/tasks.ts';
import { isStoreUnusable } from '../../core/kernel/storage-refusals.ts';
import { AgentWork } from '../../core/automation/tasks/agent-work.ts';
import { TaskService } from '../../core/automation/tasks/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  backgroundTokens,
  configTokens,
  databaseTokens,
  processTokens as p,
  runTokens,
  taskTokens,
  threadTokens,
} from '../tokens.ts';

/** What has ended is read without waiting. */
const NEVER = new AbortController().signal;

/** To-dos of people, and work for the agent. */
export const tasksModule = {
  name: 'tasks',
  tokens: taskTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { taskStore: store, agentWork: work, tasks } = taskTokens;
    const { databases, journal } = databaseTokens;
    const { inFlight } = backgroundTokens;
    const { words, ids, clock, log } = p;
    provide(options, store, { databases }, (all) => all.databases.history.tasks);
    provide(
      options,
      work,
      {
        journal,
        store,
        inFlight,
        runs: runTokens.runs,
        live: runTokens.liveRuns,
        results: runTokens.runResults,
        masked: runTokens.masked,
        config: configTokens.config,
        words,
        ids,
        clock,
        log,
      },
      ({ config, live, results, ...deps }) =>
        new AgentWork({
          ...deps,
          live,
          answerOf: async (runId) => {
            const result = await results.of(EVERYONE, runId, NEVER);
            return result?.kind === 'done' ? result.done.text : '';
          },
          abortRun: (runId) => live.get(runId)?.abort('user'),
          workerProfile: () => config.current().values.worker_profile ?? null,
        }),
    );
    provide(
      options,
      tasks,
      {
        journal,
        store,
        work,
        inFlight,
        threads: threadTokens.threadStore,
        masked: runTokens.masked,
        ids,
        clock,
      },
      (deps) => new TaskService(deps),
    );
  },
  services: { tasks: taskTokens.tasks },
  renderers: tasksRenderers,
  /** If the tasks cannot be read, the engine serves the rest. */
  start: async ({ get, onStop }) => {
    try {
      await get(taskTokens.agentWork).recover();
    } catch (error) {
      if (!isStoreUnusable(error)) throw error;
      get(p.log).error('tasks could not be read', { error });
    }
    onStop('tasks', () => get(taskTokens.agentWork).close());
  },
} satisfies Module;
