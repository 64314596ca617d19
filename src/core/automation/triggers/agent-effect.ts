import { sessionId as asSessionId, type RunId, type SessionId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { RunService } from '../../execution/runs/service.ts';
import type { SessionChange } from '../../conversation/sessions/store.ts';
import { newConversation, NOT_FOLLOWED } from '../../conversation/background/model.ts';
import type { ThreadChange, ThreadStore } from '../../conversation/threads/store.ts';
import { nonceFrom, untrusted } from '../../trust/untrusted/untrusted.ts';
import type { TriggerChange, TriggerStore } from './store.ts';
import type { Begun, EffectOfTrigger, Fire } from './effect.ts';
import type { Trigger } from './model.ts';
import { leftOfMonth } from './month-ceiling.ts';
import { readingTools, trialTools } from './tools-of-run.ts';

export interface AgentEffectDeps {
  readonly journal: Journal<TriggerChange | ThreadChange | SessionChange>;
  readonly runs: Pick<RunService, 'start'>;
  readonly live: { ended(runId: RunId): Promise<void>; stopRun(runId: RunId): Promise<void> };
  readonly threads: Pick<ThreadStore, 'get'>;
  /** A session of a thread; null if it has none. */
  readonly sessionFor: (threadId: Trigger['threadId'] & string) => Promise<SessionId | null>;
  readonly store: Pick<TriggerStore, 'costSince'>;
  /** `worker_profile` */
  readonly workerProfile: () => string | null;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** The agent works on the task of the trigger, in the conversation of the trigger, without its owner. */
export class AgentEffect implements EffectOfTrigger {
  readonly #deps: AgentEffectDeps;

  constructor(deps: AgentEffectDeps) {
    this.#deps = deps;
  }

  async begin({ trigger, begun, runId, signal, changed, isChange, trial }: Fire): Promise<Begun> {
    const { runs, live, workerProfile } = this.#deps;
    if (runId === null) throw new Error('The work of the agent needs the id of its run.');
    const left = await leftOfMonth(trigger, 0, this.#deps);
    const ceilingUsd = Math.min(trigger.ceilings.runUsd ?? Infinity, left);
    const sessionId = await this.#sessionOf(trigger);
    const restricted = changed === null ? (all: Parameters<typeof readingTools>[0]) => all : readingTools;
    const tried = trial === null ? null : trialTools(trial);
    await runs.start(sessionId, {
      runId,
      task: taskOf(trigger, begun.dueAt, { isTrial: trial !== null, isChange }),
      profile: trigger.profile ?? workerProfile(),
      idempotencyKey: null,
      startedBy: { kind: 'trigger', personId: trigger.personId, id: trigger.triggerId },
      ...(changed === null ? {} : { material: this.#material(trigger, changed) }),
      background: {
        triggerId: trigger.triggerId,
        ceilingUsd,
        tools: (all) => (tried ? tried(restricted(all)) : restricted(all)),
        isTaskOfAgent: trigger.isOfAgent,
        alongside: [begun],
      },
    });
    // A stop that came before there was a run.
    if (signal.aborted) void live.stopRun(runId);
    return { ended: live.ended(runId).then(() => 'by run' as const) };
  }

  #material({ watch }: Trigger, changed: string): string {
    const source = `the page ${watch?.url ?? ''}`;
    return untrusted({ text: changed, source, nonce: nonceFrom(this.#deps.ids.next()) });
  }

  async #sessionOf({ triggerId, threadId, title, personId }: Trigger): Promise<SessionId> {
    const { journal, threads, sessionFor, ids, clock } = this.#deps;
    const found = threadId === null ? null : await threads.get(personId, threadId);
    const session = found && (await sessionFor(found.threadId));
    if (session) return session;
    const createdAt = clock.now();
    if (found) {
      const { threadId: here } = found;
      const sessionId = asSessionId(ids.next());
      const newSession = { sessionId, threadId: here, profile: null, createdAt };
      await journal.commit([{ change: 'session.create', session: newSession }]);
      return sessionId;
    }
    const made = newConversation(title, { person: personId, ids, createdAt });
    const { threadId: newThread, sessionId } = made;
    await journal.commit([...made.changes, { change: 'trigger.thread', triggerId, threadId: newThread }]);
    return sessionId;
  }
}

function taskOf(
  { title, task, watch, expectation }: Trigger,
  dueAt: number,
  { isTrial, isChange }: { readonly isTrial: boolean; readonly isChange: boolean },
): string {
  const when = new Date(dueAt).toISOString();
  const why =
    watch === null
      ? `the trigger "${title}", due at ${when}`
      : `the watch "${title}": ${isChange ? 'the page has changed' : 'the page has not changed, and says this'}`;
  const success =
    expectation?.kind === 'file' ? ` When you are done, the file ${expectation.path} must be there.` : '';
  const trial = isTrial ? ' This is a trial: what would change or send anything is not carried out.' : '';
  return `${task ?? 'Report what has changed.'}\n\n[Started by ${why}. ${NOT_FOLLOWED} End with a short report.${success}${trial}]`;
}
