import { mayControl, type Controls } from '../../conversation/background/model.ts';
import type { InFlight } from '../../conversation/background/port.ts';
import type { Says } from '../../kernel/says.ts';
import { canStop, type Trigger } from './model.ts';
import type { RulesDeps } from './rules.ts';
import type { TriggerNow } from './store.ts';
import { whatItMay } from './what-it-may.ts';

/** What everybody sees of another's. */
export interface OthersTrigger extends Pick<Trigger, 'triggerId' | 'kind' | 'enabled'> {
  /** Null for an owner who has given no name. */
  readonly ownerName: string | null;
  readonly running: boolean;
  readonly stoppable: boolean;
}

/** A trigger as it is shown. */
export interface TriggerShown extends TriggerNow {
  /** When it is due; null for a watch, and for a schedule that cannot be read any more. */
  readonly when: Says | null;
  readonly mayDo: readonly Says[];
  readonly running: boolean;
  readonly stoppable: boolean;
}

/** What runs is shown to the owner of the instance, and to the one who has started it. */
export function shownTo(
  asker: Controls,
  now: TriggerNow,
  { inFlight, rules }: { readonly inFlight: Pick<InFlight, 'of'>; readonly rules: RulesDeps },
): TriggerShown {
  const { trigger } = now;
  return {
    ...now,
    when: whenOf(trigger, rules),
    mayDo: whatItMay(trigger),
    ...runningFor(asker, trigger, inFlight),
  };
}

/** The same of a trigger of somebody else. */
export const shownOfAnother = (
  asker: Controls,
  trigger: Trigger,
  inFlight: Pick<InFlight, 'of'>,
  ownerName: string | null,
): OthersTrigger => ({
  triggerId: trigger.triggerId,
  kind: trigger.kind,
  enabled: trigger.enabled,
  ownerName,
  ...runningFor(asker, trigger, inFlight),
});

function runningFor(
  asker: Controls,
  trigger: Trigger,
  inFlight: Pick<InFlight, 'of'>,
): Pick<TriggerShown, 'running' | 'stoppable'> {
  const piece = inFlight.of(trigger.triggerId);
  const running = piece !== null && mayControl(piece, asker);
  return { running, stoppable: running && canStop(trigger) };
}

/** A schedule that cannot be read any more must not hide the others. */
function whenOf({ schedule, timeZone, createdAt }: Trigger, { schedules }: RulesDeps): Says | null {
  if (schedule === null) return null;
  try {
    return schedules.read(schedule, timeZone, createdAt).says;
  } catch {
    return null;
  }
}
