import { refuse as refuseExpectation } from '../expectations/errors.ts';
import { permissionsFrom } from '../permissions/model.ts';
import { maskedIn } from '../../trust/masking/masked-in.ts';
import type { TriggerEdit } from './draft.ts';
import { refuse } from './errors.ts';
import { BY_AGENT, type Trigger } from './model.ts';
import { say as sayExpectation } from '../expectations/says.ts';
import { say } from './says.ts';

/** Who changes a trigger, and when. */
export interface Editing {
  readonly by: string;
  readonly now: number;
  /** Masks the values of secrets in texts before they are stored. */
  readonly masked: (text: string) => string;
}

/** A trigger after a change. @throws Refusal invalid_trigger, invalid_permission */
export function editedTrigger(before: Trigger, edit: TriggerEdit, { by, now, masked }: Editing): Trigger {
  const isTimed = edit.schedule !== undefined || edit.runAt !== undefined;
  const enabled = edit.enabled ?? before.enabled;
  if (edit.watch !== undefined && before.watch === null)
    throw refuse.invalid_trigger({}, say('triggers.no_watch'));
  return {
    ...before,
    ...(edit.title === undefined ? {} : { title: masked(edit.title.trim()) }),
    ...(isTimed ? timesFrom(edit.schedule, edit.runAt) : {}),
    ...(edit.timeZone === undefined ? {} : { timeZone: edit.timeZone }),
    ...(edit.watch === undefined || before.watch === null
      ? {}
      : { watch: maskedIn({ ...before.watch, ...edit.watch }, masked) }),
    ...(edit.task === undefined ? {} : { task: masked(edit.task.trim()) }),
    isOfAgent: isOfAgentAfter(before, edit, by),
    ...(edit.expectation === undefined ? {} : { expectation: maskedIn(edit.expectation, masked) }),
    ...(edit.profile === undefined ? {} : { profile: edit.profile }),
    ...(edit.permissions === undefined
      ? {}
      : { permissions: maskedIn(permissionsFrom({ ...before.permissions, ...edit.permissions }), masked) }),
    ceilings: { ...before.ceilings, ...edit.ceilings },
    enabled,
    pausedReason: edit.enabled === true ? null : before.pausedReason,
    failuresInRow: edit.enabled === true ? 0 : before.failuresInRow,
    confirmedAt: edit.confirmed
      ? (before.confirmedAt ?? now)
      : edit.confirmed === false
        ? null
        : before.confirmedAt,
    // Rises with each change, whatever the clock says: a change that has not seen it is refused.
    updatedAt: Math.max(now, before.updatedAt + 1),
  };
}

/**
 * The engine asks the address of an expectation by itself: from the agent it is taken only for hosts that its owner is
 * shown as places that may be sent to.
 * @throws Refusal invalid_expectation
 */
export function checkAgentsAddress({
  expectation,
  permissions,
}: Pick<Trigger, 'expectation' | 'permissions'>): void {
  if (expectation?.kind !== 'http') return;
  const { host, origin, protocol } = new URL(expectation.url);
  const place = protocol === 'https:' ? host : origin;
  if (!permissions.hosts.includes(place))
    throw refuseExpectation.invalid_expectation(
      {},
      sayExpectation('expectations.allow_host', { host: place }),
    );
}

/** Any words of the agent count; only when its owner has written all of them anew, they are the owner's. */
const isOfAgentAfter = ({ isOfAgent }: Trigger, edit: TriggerEdit, by: string): boolean => {
  const isReworded = [edit.title, edit.task, edit.expectation].some((words) => words !== undefined);
  if (by === BY_AGENT) return isOfAgent || isReworded;
  return isOfAgent && (edit.title === undefined || edit.task === undefined || edit.expectation === undefined);
};

/** `at …` is due once, wherever it is written. */
export const timesFrom = (schedule: string | undefined, runAt: number | undefined) => ({
  schedule: schedule?.trim() ?? null,
  runAt: runAt ?? null,
});
