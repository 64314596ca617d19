import type { Says } from '../../kernel/says.ts';
import type { Expectation } from '../expectations/model.ts';
import type { Permissions } from '../permissions/model.ts';
import type { Parameters } from '../workflows/model.ts';
import type { Ceilings, Effect, TriggerKind, Watch } from './model.ts';

/** A trigger as it is asked for. What is left out is none, or the usual. */
export interface TriggerDraft {
  readonly title: string;
  readonly effect?: Effect;
  readonly kind?: TriggerKind;
  readonly schedule?: string;
  readonly runAt?: number;
  readonly timeZone?: string;
  readonly watch?: {
    readonly url: string;
    readonly intervalMinutes?: number;
    readonly selector?: string | null;
  };
  readonly task?: string;
  /** The id of the workflow that is carried out, or the beginning of it. */
  readonly workflowId?: string;
  readonly parameters?: Parameters;
  readonly expectation?: Expectation | null;
  readonly profile?: string | null;
  readonly permissions?: Partial<Permissions>;
  readonly ceilings?: Partial<Ceilings>;
}

/** What of a trigger may be changed. Null takes it away. */
export interface TriggerEdit {
  readonly title?: string;
  readonly schedule?: string;
  readonly runAt?: number;
  readonly timeZone?: string;
  readonly watch?: Partial<Watch>;
  readonly task?: string;
  readonly expectation?: Expectation | null;
  readonly profile?: string | null;
  readonly permissions?: Partial<Permissions>;
  readonly ceilings?: Partial<Ceilings>;
  readonly enabled?: boolean;
  /** True: the owner has seen what it may do, and agrees. False: it does not fire until the owner has agreed again. */
  readonly confirmed?: boolean;
  /** The `updatedAt` that the owner saw. If the trigger has changed since, the edit is refused. */
  readonly seenAt?: number;
}

/** The next times of a schedule. */
export interface Preview {
  /** The schedule as it is kept. */
  readonly schedule: string;
  readonly says: Says;
  readonly timeZone: string;
  /** Milliseconds since the epoch, rising. */
  readonly times: readonly number[];
}
