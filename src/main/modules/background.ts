import type { ContainerModuleLoadOptions } from 'inversify';
import { runId } from '../../core/kernel/ids.ts';
import { InFlight } from '../../core/conversation/background/in-flight.ts';
import { RunningWork } from '../../core/conversation/background/running.ts';
import { StopService } from '../../core/conversation/background/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { backgroundTokens, databaseTokens, runTokens, threadTokens, workflowTokens } from '../tokens.ts';

/** What works in the background, and how it is stopped. */
export const backgroundModule = {
  name: 'background',
  tokens: backgroundTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { inFlight, running, stops } = backgroundTokens;
    provide(options, inFlight, {}, () => new InFlight());
    provide(
      options,
      running,
      { inFlight, runs: runTokens.liveRuns, threads: threadTokens.threadStore },
      (deps) => new RunningWork(deps),
    );
    provide(
      options,
      stops,
      {
        inFlight,
        runs: runTokens.liveRuns,
        databases: databaseTokens.databases,
        paused: workflowTokens.workflows,
      },
      ({ databases, ...deps }) =>
        new StopService({
          ...deps,
          stored: [
            databases.history.tasks,
            databases.history.triggers,
            { idsLike: (...asked) => databases.history.workflows.runIdsLike(...asked) },
          ],
          isRun: async (whose, id) => (await databases.history.runs.get(whose, runId(id))) !== null,
        }),
    );
  },
  services: { running: backgroundTokens.running, stops: backgroundTokens.stops },
} satisfies Module;
