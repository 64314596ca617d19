// Room: what the engine does by itself: schedules, watches, reminders, and what became of them. One fire
// for one due time, in the commit of its run; only what was checked is `verified`.

import type { PriceKnown } from '../../ports/model.ts';
import type { FireCause, MissedBecause } from '../../conversation/background/changes.ts';
import type { Says } from '../../kernel/says.ts';
import type { Because, Worded } from '../../kernel/worded.ts';
import type { PersonId, RunId, ThreadId, TriggerId, WorkflowId, WorkflowRunId } from '../../kernel/ids.ts';
import type { Expectation } from '../expectations/model.ts';
import type { Permissions } from '../permissions/model.ts';
import type { Parameters } from '../workflows/model.ts';

export type TriggerKind = 'schedule' | 'watch' | 'reminder';

/** What a trigger does when it fires. */
export type Effect = 'run_agent' | 'run_workflow' | 'backup' | 'notify';

/** A page that is read again and again; what the trigger does, it does when the page has changed. */
export interface Watch {
  readonly url: string;
  readonly intervalMinutes: number;
  /** The part of the page, as a CSS selector; null: all that can be read. */
  readonly selector: string | null;
}

/** What its runs may cost, in US dollars. Null: what the configuration allows. */
export interface Ceilings {
  readonly runUsd: number | null;
  /** All of its runs in one month (UTC). */
  readonly monthUsd: number | null;
}

/** Something that the engine does by itself. Instants are milliseconds since the epoch. */
export interface TriggerPlan {
  readonly triggerId: TriggerId;
  readonly kind: TriggerKind;
  readonly title: string;
  readonly effect: Effect;
  /** When it is due again and again; null for a watch, and for what is due once. */
  readonly schedule: string | null;
  /** When it is due once. */
  readonly runAt: number | null;
  readonly timeZone: string;
  readonly watch: Watch | null;
  /** What the agent should do, or what a notice says. */
  readonly task: string | null;
  /** The workflow that is carried out, and the values that each run of it is given; null for other effects. */
  readonly workflow: { readonly workflowId: WorkflowId; readonly parameters: Parameters } | null;
  /** What success is; null: it cannot be told. */
  readonly expectation: Expectation | null;
  /** The model profile of its runs; null: `worker_profile`. */
  readonly profile: string | null;
  readonly permissions: Permissions;
  readonly ceilings: Ceilings;
  readonly enabled: boolean;
  /** Why the engine has paused it; null if its owner has, or if it is enabled. */
  readonly pausedReason: Worded | null;
  /** When its owner saw what it may do and agreed. Null: it never fires. */
  readonly confirmedAt: number | null;
  /** Null: it is paused, unconfirmed, or over. */
  readonly nextDueAt: number | null;
  /** Failures since it last did not fail. */
  readonly failuresInRow: number;
  /** The conversation of its runs; null before the first one, and after that was deleted. */
  readonly threadId: ThreadId | null;
  /** The agent wrote what it says to do: nothing of that counts as words of the owner. */
  readonly isOfAgent: boolean;
  /** `owner`: the person whose it is; or `agent`. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One that is somebody's. */
export interface Trigger extends TriggerPlan {
  readonly personId: PersonId;
}

/** `createdBy` of what the agent made. */
export const BY_AGENT = 'agent';

/** `verified`: what it was for is there. `unverified`: it ended well, and nothing says what success is. */
export type Outcome = 'verified' | 'unverified' | 'failed' | 'skipped' | 'missed';

/** Why, with a stable code for programs. */
export interface Reason extends Worded {
  readonly code: string;
}

/** One effect that a trial did not carry out. */
export interface NotCarriedOut {
  readonly tool: string;
  readonly input: string;
  /** What it would have done, as a consent says it; null where that is not known. A text: by an earlier version. */
  readonly says: readonly Says[] | string | null;
}

/** One time that a trigger fired, or should have. */
export interface Fire {
  /** Rises with each fire of the instance. */
  readonly fireNo: number;
  readonly triggerId: TriggerId;
  readonly dueAt: number;
  readonly cause: FireCause;
  /** Null for what no run does. */
  readonly runId: RunId | null;
  /** The run of a workflow that does it; null for other effects. */
  readonly workflowRunId: WorkflowRunId | null;
  readonly startedAt: number;
  /** Null while it is in progress. */
  readonly endedAt: number | null;
  readonly outcome: Outcome | null;
  readonly reason: Reason | null;
  /** Due times before this one for which it did not fire. */
  readonly missed: number;
  /** Null if none. */
  readonly missedBecause: MissedBecause | null;
  readonly notCarriedOut: readonly NotCarriedOut[];
}

/** A fire and what is known of its run. */
export interface ShownFire extends Fire {
  /** Why it did not fire at earlier due times. */
  readonly missedReason: Because | null;
  readonly costUsd: number;
  /** Whether all of that is exact. */
  readonly priceKnown: PriceKnown;
  /** Its run waits for an answer. */
  readonly isWaiting: boolean;
}

/** What a stop can end: work of the agent, and the reading of a page. */
export const canStop = ({ effect, kind }: Pick<Trigger, 'effect' | 'kind'>): boolean =>
  effect === 'run_agent' || effect === 'run_workflow' || kind === 'watch';

/** Whether it fires when its time comes. */
export const isOn = ({ enabled, confirmedAt }: Pick<Trigger, 'enabled' | 'confirmedAt'>): boolean =>
  enabled && confirmedAt !== null;
