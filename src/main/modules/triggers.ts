import { EVERYONE } from '../../core/trust/people/model.ts';
import type { ContainerModuleLoadOptions } from 'inversify';
import { usableFor } from '../../core/execution/runs/offered-tools.ts';
import { unifiedDiff } from '../../adapters/out/files/unified-diff.ts';
import { cronerSchedules } from '../../adapters/out/schedules/croner-schedules.ts';
import { re2Patterns } from '../../adapters/out/system/re2-patterns.ts';
import { watchedText } from '../../adapters/out/web/watched-text.ts';
import { triggersRenderers } from '../../adapters/in/agent/triggers.ts';
import { isStoreUnusable } from '../../core/kernel/storage-refusals.ts';
import { missWhatRestoresBringBack } from '../../core/automation/triggers/missing.ts';
import { DueTimes } from '../../core/automation/triggers/due-times.ts';
import { AgentEffect } from '../../core/automation/triggers/agent-effect.ts';
import { BackupEffect } from '../../core/automation/triggers/backup-effect.ts';
import { NoticeEffect } from '../../core/automation/triggers/notice-effect.ts';
import { Firing } from '../../core/automation/triggers/firing.ts';
import { Scheduler } from '../../core/automation/triggers/scheduler.ts';
import { TriggerService } from '../../core/automation/triggers/service.ts';
import { Settling } from '../../core/automation/triggers/settling.ts';
import { endOf, WorkflowEffect } from '../../core/automation/triggers/workflow-effect.ts';
import { Watching } from '../../core/automation/triggers/watching.ts';
import type { Get, Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  backgroundTokens,
  backupTokens,
  configTokens,
  consentTokens,
  databaseTokens,
  expectationTokens,
  expiryTokens,
  modelTokens,
  peopleTokens,
  processTokens as p,
  queueTokens,
  runTokens,
  threadTokens,
  triggerTokens,
  webTokens,
  workflowTokens,
} from '../tokens.ts';

/** Schedules, watches and reminders: what the engine does by itself. */
export const triggersModule = {
  name: 'triggers',
  tokens: triggerTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = triggerTokens;
    const { databases, journal } = databaseTokens;
    const { words, ids, clock, log } = p;
    const { inFlight } = backgroundTokens;
    const store = t.triggerStore;
    provide(options, store, { databases }, (all) => all.databases.history.triggers);
    provide(options, t.triggerRules, {}, () => ({
      schedules: cronerSchedules,
      patterns: re2Patterns,
      watchedText,
    }));
    provide(
      options,
      t.dueTimes,
      { rules: t.triggerRules, store },
      ({ rules, store: fires }) =>
        new DueTimes({ schedules: rules.schedules, hasFired: (...of) => fires.hasFired(...of) }),
    );
    provide(
      options,
      t.watching,
      { web: webTokens.web, rules: t.triggerRules, store },
      ({ rules, ...deps }) => new Watching({ ...deps, reader: rules.watchedText, diff: unifiedDiff }),
    );
    provide(
      options,
      t.settling,
      {
        journal,
        store,
        runs: runTokens.runs,
        results: runTokens.runResults,
        expectations: expectationTokens.expectations,
        expiry: expiryTokens.expiry,
        words,
        ids,
        clock,
        log,
      },
      ({ results, ...deps }) =>
        new Settling({
          ...deps,
          answerOf: async (runId, signal) => {
            const result = await results.of(EVERYONE, runId, signal);
            return result?.kind === 'done' ? result.done.text : '';
          },
        }),
    );
    provide(
      options,
      t.firing,
      {
        journal,
        store,
        inFlight,
        dueTimes: t.dueTimes,
        watching: t.watching,
        settling: t.settling,
        runs: runTokens.runs,
        live: runTokens.liveRuns,
        threads: threadTokens.threadStore,
        queue: queueTokens.queueStore,
        backups: backupTokens.backups,
        workflows: workflowTokens.workflows,
        people: peopleTokens.people,
        config: configTokens.config,
        expiry: expiryTokens.expiry,
        words,
        ids,
        clock,
        log,
      },
      ({ runs, live, threads, queue, backups, config, workflows, people, ...deps }) =>
        new Firing({
          ...deps,
          effects: {
            run_agent: new AgentEffect({
              ...deps,
              runs,
              live,
              threads,
              sessionFor: (threadId) => queue.sessionFor(threadId),
              workerProfile: () => config.current().values.worker_profile ?? null,
            }),
            backup: new BackupEffect({ ...deps, backups }),
            notify: new NoticeEffect(deps),
            run_workflow: new WorkflowEffect({ ...deps, workflows }),
          },
          endOfWorkflow: (id) => endOf(id, { workflows }),
          stopWorkflow: (id) => workflows.stop(id),
          takeUpWorkflow: (id) => workflows.takeUp(id),
          abortRun: (runId) => live.get(runId)?.abort('user'),
          whyOut: people.whyOut,
        }),
    );
    provide(
      options,
      t.scheduler,
      {
        journal,
        store,
        dueTimes: t.dueTimes,
        firing: t.firing,
        people: peopleTokens.people,
        words,
        ids,
        clock,
        log,
      },
      ({ people, ...deps }) => new Scheduler({ ...deps, out: () => people.out }),
    );
    provide(
      options,
      t.triggers,
      {
        journal,
        store,
        peopleStore: peopleTokens.peopleStore,
        people: peopleTokens.people,
        grants: consentTokens.grantStore,
        inFlight,
        rules: t.triggerRules,
        dueTimes: t.dueTimes,
        firing: t.firing,
        scheduler: t.scheduler,
        models: modelTokens.models,
        workflows: workflowTokens.workflows,
        addresses: webTokens.judge,
        toolBox: runTokens.toolBox,
        placeOfTool: expectationTokens.placeOfTool,
        masked: runTokens.masked,
        ids,
        clock,
      },
      ({ scheduler, toolBox, people, peopleStore, ...deps }) =>
        new TriggerService({
          ...deps,
          people: peopleStore,
          owner: () => people.owner,
          changed: scheduler.changed,
          knownTools: (person) => usableFor(person, toolBox.tools()),
        }),
    );
  },
  services: { triggers: triggerTokens.triggers },
  renderers: triggersRenderers,
  /** If the triggers cannot be read, the engine serves the rest. */
  start: async ({ get, onStop }) => {
    try {
      await missWhatRestoresBringBack({
        journal: get(databaseTokens.journal),
        store: get(triggerTokens.triggerStore),
        dueTimes: get(triggerTokens.dueTimes),
        words: get(p.words),
        clock: get(p.clock),
      });
      await get(triggerTokens.settling).recover();
    } catch (error) {
      if (!isStoreUnusable(error)) throw error;
      get(p.log).error('triggers could not be read', { error });
    }
    onStop('triggers', () => get(triggerTokens.firing).close());
  },
  reachOut: (get, { isLasting }) => {
    void get(triggerTokens.settling).recoverAnswered();
    void goOnWithWorkflows(get).catch((error: unknown) =>
      get(p.log).error('triggers could not be read', { error }),
    );
    // A command of the terminal must not wait for work that is due, nor cut it off when it ends.
    if (isLasting) get(triggerTokens.scheduler).begin();
  },
  drain: async (get) => await get(triggerTokens.scheduler).stop(),
} satisfies Module;

/** Fires whose workflow goes on in this process. */
async function goOnWithWorkflows(get: Get): Promise<void> {
  for (const fire of get(triggerTokens.settling).goingOn()) {
    const { workflowRunId, triggerId } = fire;
    const trigger = await get(triggerTokens.triggerStore).get(EVERYONE, triggerId);
    if (trigger && workflowRunId !== null)
      get(triggerTokens.firing).goOn(trigger, { ...fire, workflowRunId });
  }
}
