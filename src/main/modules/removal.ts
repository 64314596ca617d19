import type { ContainerModuleLoadOptions } from 'inversify';
import { missWhileDisabled } from '../../core/automation/triggers/missing.ts';
import { endWorkOf } from '../../core/conversation/background/end-work-of.ts';
import { threadId } from '../../core/kernel/ids.ts';
import { memoryBelongings } from '../../core/knowledge/memory/belongings.ts';
import { HandedOverFiles } from '../../core/workspace/files/handed-over.ts';
import { fileBelongings } from '../../core/workspace/files/belongings.ts';
import { belongingsOf } from '../../core/trust/removal/belongings.ts';
import { secretBelongings } from '../../core/trust/secrets/belongings.ts';
import type { WorkOf } from '../../core/trust/removal/port.ts';
import { Disabling } from '../../core/trust/removal/disabling.ts';
import { OwnErasureService } from '../../core/keeping/erasure/own-service.ts';
import { RemovalService } from '../../core/trust/removal/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { hasFilesOf } from './backups.ts';
import {
  artifactTokens,
  backgroundTokens,
  batchTokens,
  databaseTokens,
  deletedFileTokens,
  fileTokens,
  graphTokens,
  memoryTokens,
  peopleTokens,
  processTokens as p,
  removalTokens,
  runTokens,
  secretTokens,
  taskTokens,
  threadTokens,
  triggerTokens,
  workflowTokens,
} from '../tokens.ts';

/** The removal of a person with everything that is theirs, and the erasure of that alone. */
export const removalModule = {
  name: 'removal',
  tokens: removalTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { belongingStore, belongings, workOf, disabling, removal, ownErasure } = removalTokens;
    const { databases, journal } = databaseTokens;
    provide(options, belongingStore, { databases }, (all) => all.databases.history.belongings);
    provide(
      options,
      belongings,
      {
        store: belongingStore,
        journal,
        threads: threadTokens.threads,
        triggers: triggerTokens.triggers,
        tasks: taskTokens.tasks,
        workflows: workflowTokens.workflowDefinitions,
        memory: memoryTokens.memory,
        graph: graphTokens.graph,
        artifacts: artifactTokens.artifacts,
        secrets: secretTokens.secrets,
        workspace: fileTokens.workspace,
        places: fileTokens.places,
        deletedFiles: deletedFileTokens.deletedFiles,
        settings: p.settings,
        databases,
      },
      ({
        store,
        threads,
        triggers,
        tasks,
        workflows,
        artifacts,
        memory,
        graph,
        secrets,
        workspace,
        places,
        ...deps
      }) =>
        belongingsOf(
          {
            store,
            journal: deps.journal,
            one: {
              triggers: (id, person) => triggers.remove(person, id),
              workflows: (id, person) => workflows.remove(person, id, true),
              tasks: (id, person) => tasks.remove(id, { person, role: 'member' }),
              threads: (id, person) => threads.delete(person, threadId(id), 'keep'),
              artifacts: (id, person) => artifacts.remove(person, id),
            },
          },
          {
            // All of it goes to whom the owner says, whatever room they have.
            files: fileBelongings(new HandedOverFiles({ workspace, places, writableFor: () => workspace }), {
              journal: deps.journal,
              deletedFiles: deps.deletedFiles,
              hasFilesOf: hasFilesOf(deps.settings, deps.databases.owner),
            }),
            memories: memoryBelongings((person) => memory.of(person), deps.journal),
            graph: {
              erase: async (person) => await graph.forget(person),
              handOver: async (person, to) => await graph.handOver(person, to),
            },
            secrets: secretBelongings((person) => secrets.of(person)),
          },
        ),
    );
    provide(
      options,
      workOf,
      {
        ongoing: peopleTokens.ongoing,
        inFlight: backgroundTokens.inFlight,
        runs: runTokens.liveRuns,
        batches: batchTokens.batches,
        scheduler: triggerTokens.scheduler,
        journal,
        store: triggerTokens.triggerStore,
        dueTimes: triggerTokens.dueTimes,
        words: p.words,
        clock: p.clock,
      },
      ({ ongoing, inFlight, runs, batches, scheduler, ...missing }): WorkOf => ({
        end: (person, why) => endWorkOf(person, why, { inFlight, runs, ongoing }),
        miss: (person) => missWhileDisabled(person, missing),
        resume: () => {
          scheduler.changed();
          batches.resume();
        },
      }),
    );
    provide(
      options,
      disabling,
      { people: peopleTokens.people, work: workOf, clock: p.clock, log: p.log },
      (deps) => new Disabling(deps),
    );
    provide(
      options,
      removal,
      { people: peopleTokens.people, disabling, belongings, log: p.log },
      (deps) => new RemovalService(deps),
    );
    provide(
      options,
      ownErasure,
      { people: peopleTokens.people, removal, work: workOf, log: p.log },
      ({ work, ...deps }) => new OwnErasureService({ ...deps, resume: () => work.resume() }),
    );
  },
  services: {
    removal: removalTokens.removal,
    disabling: removalTokens.disabling,
    ownErasure: removalTokens.ownErasure,
  },
  start: async ({ get }) => await get(removalTokens.ownErasure).goOn(),
} satisfies Module;
