import type { ContainerModuleLoadOptions } from 'inversify';
import { handableTriggers } from '../../core/automation/triggers/handing-over.ts';
import { handableWorkflows } from '../../core/automation/workflows/handing-over.ts';
import { handableThreads } from '../../core/conversation/threads/handing-over.ts';
import { HandoverService } from '../../core/trust/handover/service.ts';
import { noticeId } from '../../core/kernel/ids.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { tellingBy } from './telling.ts';
import {
  backgroundTokens,
  changesetTokens,
  databaseTokens,
  fileTokens,
  handoverTokens,
  peopleTokens,
  processTokens as p,
  threadTokens,
  triggerTokens,
  workflowTokens,
} from '../tokens.ts';

/** One thing of somebody for somebody else. */
export const handoverModule = {
  name: 'handover',
  tokens: handoverTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { handoverStore, handovers } = handoverTokens;
    const { databases, journal } = databaseTokens;
    provide(options, handoverStore, { databases }, (all) => all.databases.history.handovers);
    provide(
      options,
      handovers,
      {
        journal,
        store: handoverStore,
        people: peopleTokens.people,
        files: fileTokens.handedOverFiles,
        threads: threadTokens.threadStore,
        holds: threadTokens.threadHolds,
        changesets: changesetTokens.changesets,
        triggers: triggerTokens.triggers,
        triggerStore: triggerTokens.triggerStore,
        inFlight: backgroundTokens.inFlight,
        definitions: workflowTokens.workflowDefinitions,
        words: p.words,
        ids: p.ids,
        clock: p.clock,
        log: p.log,
      },
      ({
        journal: all,
        words,
        threads,
        holds,
        changesets,
        triggers,
        triggerStore,
        inFlight,
        definitions,
        ...deps
      }) => {
        const telling = tellingBy({ ...deps, words });
        const thread = handableThreads({ threads, holds, changesets });
        const trigger = handableTriggers({
          triggers,
          store: triggerStore,
          inFlight,
          threads,
          conversations: thread,
        });
        const workflow = handableWorkflows(definitions);
        return new HandoverService({
          ...deps,
          journal: {
            commit: async (changes, told, over) =>
              await all.commit([
                ...changes,
                ...over.map((id) => ({ change: 'notice.remove', noticeId: noticeId(id) }) as const),
                ...told.map(({ of, ...one }) => telling(one, of)),
              ]),
          },
          things: { thread, trigger, workflow },
        });
      },
    );
  },
  services: { handovers: handoverTokens.handovers },
} satisfies Module;
