import type { ContainerModuleLoadOptions } from 'inversify';
import { missWhileDisabled } from '../../core/automation/triggers/missing.ts';
import { endWorkOf } from '../../core/conversation/background/of-person.ts';
import { threadId, type PersonId } from '../../core/kernel/ids.ts';
import { isRefusal } from '../../core/kernel/refusal.ts';
import { namespaces } from '../../core/knowledge/memory/model.ts';
import type { MemoryService } from '../../core/knowledge/memory/service.ts';
import type { MemoryChange } from '../../core/knowledge/memory/store.ts';
import type { Journal } from '../../core/ports/journal.ts';
import type { BelongingKind } from '../../core/trust/removal/model.ts';
import type { AllBelongings, Belongings, WorkOf } from '../../core/trust/removal/port.ts';
import { Disabling } from '../../core/trust/removal/disabling.ts';
import { RemovalService } from '../../core/trust/removal/service.ts';
import type { SecretService } from '../../core/trust/secrets/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  artifactTokens,
  backgroundTokens,
  batchTokens,
  databaseTokens,
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

/** The removal of a person with everything that is theirs. */
export const removalModule = {
  name: 'removal',
  tokens: removalTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { belongingStore, belongings, workOf, disabling, removal } = removalTokens;
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
        artifacts: artifactTokens.artifacts,
        secrets: secretTokens.secrets,
      },
      ({
        store,
        journal: commits,
        threads,
        triggers,
        tasks,
        workflows,
        memory,
        artifacts,
        secrets,
      }): AllBelongings => {
        /** @param one erases one of them, where its row is not all of it */
        const ofRows = (
          kind: BelongingKind,
          one?: (id: string, person: PersonId) => Promise<unknown>,
        ): Belongings => ({
          erase: async (person) => {
            const ids = await store.ids(kind, person);
            // One may have gone with another.
            if (one) for (const id of ids) await one(id, person).catch(unlessGone);
            await commits.commit([{ change: 'belongings.erased', kind, person }]);
            return ids.length;
          },
          handOver: async (person, to) => {
            const ids = await store.ids(kind, person);
            await commits.commit([{ change: 'belongings.handed-over', kind, from: person, to }]);
            return ids.length;
          },
        });
        /** A yes, and what somebody was told, are nobody else's. */
        const ofOne = (kind: BelongingKind): Belongings => {
          const { erase } = ofRows(kind);
          return { erase, handOver: erase };
        };
        return {
          triggers: ofRows('triggers', (id, person) => triggers.remove(person, id)),
          workflowRuns: ofRows('workflowRuns'),
          workflows: ofRows('workflows', (id, person) => workflows.remove(person, id, true)),
          tasks: ofRows('tasks', (id, person) => tasks.remove(id, { person, role: 'member' })),
          threads: ofRows('threads', (id, person) => threads.delete(person, threadId(id), 'keep')),
          runs: ofRows('runs'),
          artifacts: ofRows('artifacts', (id, person) => artifacts.remove(person, id)),
          memories: ofMemory(memory, commits),
          secrets: ofSecrets(secrets),
          notices: ofOne('notices'),
          grants: ofOne('grants'),
        };
      },
    );
    provide(
      options,
      workOf,
      {
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
      ({ inFlight, runs, batches, scheduler, ...missing }): WorkOf => ({
        end: (person) => endWorkOf(person, { inFlight, runs }),
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
  },
  services: { removal: removalTokens.removal, disabling: removalTokens.disabling },
} satisfies Module;

/** Nobody else has them. */
function ofSecrets(secrets: SecretService): Belongings {
  const erase = async (person: PersonId): Promise<number> => {
    const own = secrets.of(person);
    const all = own.list();
    for (const { name } of all) await own.delete(name);
    return all.length;
  };
  return { erase, handOver: erase };
}

/** Current entries and those of the past. */
const ofMemory = (memory: MemoryService, journal: Journal<MemoryChange>): Belongings => ({
  erase: async (person) => {
    const mine = memory.of(person);
    let erased = 0;
    for (const namespace of namespaces)
      for (;;) {
        const current = (await mine.page(namespace, null, PIECE)).items.filter(
          (entry) => entry.personId === person,
        );
        const all = [...current, ...(await mine.history(namespace, null, PIECE)).items];
        if (all.length === 0) break;
        for (const { entryId } of all) erased += await mine.eraseEntry(entryId).catch(noneIfGone);
      }
    return erased;
  },
  handOver: async (person, to) => {
    const counts = await memory.of(person).counts();
    await journal.commit([{ change: 'memory.hand-over', from: person, to }]);
    return counts.reduce((sum, { current, past }) => sum + current + past, 0);
  },
});

const PIECE = 200;

const noneIfGone = (error: unknown): number => {
  unlessGone(error);
  return 0;
};

/** What is gone or has ended meanwhile is as it should be. */
function unlessGone(error: unknown): void {
  if (!isRefusal(error) || (error.kind !== 'not_found' && error.kind !== 'conflict')) throw error;
}
