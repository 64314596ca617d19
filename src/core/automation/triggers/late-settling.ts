import { EVERYONE } from '../../trust/people/model.ts';
import type { TriggerId, WorkflowRunId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { triggerLimits } from './limits.ts';
import type { Fire, NotCarriedOut, Trigger } from './model.ts';
import { diskFailed, type Verdict } from './outcomes.ts';
import type { Settling } from './settling.ts';
import type { TriggerStore } from './store.ts';

export interface LateSettlingDeps {
  readonly store: Pick<TriggerStore, 'unsettled' | 'get'>;
  readonly settling: Pick<Settling, 'settle'>;
  /** Carries it out in this process if none does. */
  readonly takeUpWorkflow: (id: WorkflowRunId) => Promise<void>;
  /** Resolves when nothing of this trigger is in progress. */
  readonly ended: (triggerId: TriggerId) => Promise<void>;
  /** Gives the fire its place again, and its outcome when its workflow has ended. */
  readonly goOn: (trigger: Trigger, fire: FireOfWorkflow) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** A fire whose work is a workflow. */
export type FireOfWorkflow = Parameters<Settling['settle']>[0] & {
  readonly startedAt: number;
  readonly workflowRunId: WorkflowRunId;
};

/** What is known of a fire that has begun, if its outcome could not be written. */
export interface Attempt {
  how: Verdict | 'by run' | null;
  readonly notCarriedOut: NotCarriedOut[];
}

type WhichFire = Pick<Fire, 'triggerId' | 'dueAt' | 'cause'>;

/** Fires whose beginning or outcome the disk refused: they get their outcome once it works again. */
export class LateSettling {
  readonly #deps: LateSettlingDeps;
  readonly #waiting = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(deps: LateSettlingDeps) {
    this.#deps = deps;
  }

  /** What the disk refused may be stored nevertheless. If it is, it is settled here, in the background. */
  settle(fire: WhichFire, attempt: Attempt): void {
    const late = this.#settled(fire, attempt).finally(() => this.#waiting.delete(late));
    this.#waiting.add(late);
  }

  /** The engine stops: what is not settled yet is left to the next start. Never rejects. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#waiting);
  }

  /** Never rejects. */
  async #settled({ triggerId, dueAt, cause }: WhichFire, { how, notCarriedOut }: Attempt): Promise<void> {
    const { clock, store, settling, takeUpWorkflow, ended, goOn, log } = this.#deps;
    const { signal } = this.#closing;
    const isIt = (fire: Fire): boolean =>
      fire.triggerId === triggerId && fire.dueAt === dueAt && fire.cause === cause;
    for (;;) {
      await clock.sleep(triggerLimits.againMs, signal);
      if (signal.aborted) return;
      try {
        // It may have begun anew meanwhile.
        await ended(triggerId);
        const fire = (await store.unsettled()).find(isIt);
        const trigger = fire && (await store.get(EVERYONE, triggerId));
        if (!trigger) return;
        const { workflowRunId, runId } = fire;
        if (workflowRunId === null) {
          await settling.settle(fire, how ?? (runId === null ? diskFailed : 'by run'), notCarriedOut);
          return;
        }
        await takeUpWorkflow(workflowRunId);
        goOn(trigger, { ...fire, workflowRunId });
        return;
      } catch (error) {
        log.error('what became of a trigger could not be kept; it is tried again', { triggerId, error });
      }
    }
  }
}
