import type { DueTimes } from '../../core/triggers/due-times.ts';
import type { Firing } from '../../core/triggers/firing.ts';
import type { RulesDeps } from '../../core/triggers/rules.ts';
import type { Scheduler } from '../../core/triggers/scheduler.ts';
import type { TriggerService } from '../../core/triggers/service.ts';
import type { Settling } from '../../core/triggers/settling.ts';
import type { TriggerStore } from '../../core/triggers/store.ts';
import type { Watching } from '../../core/triggers/watching.ts';
import { token } from '../token.ts';

export const triggerTokens = {
  triggerStore: token<TriggerStore>('trigger-store'),
  /** Schedules, patterns and watched pages, and the rules that need them. */
  triggerRules: token<RulesDeps>('trigger-rules'),
  dueTimes: token<DueTimes>('due-times'),
  watching: token<Watching>('watching'),
  settling: token<Settling>('settling'),
  firing: token<Firing>('firing'),
  scheduler: token<Scheduler>('scheduler'),
  triggers: token<TriggerService>('triggers'),
};
