import type { ToldTrigger, triggers } from '../../../contract/agent/triggers.ts';
import { inEnglish } from '../../../contract/words/english.ts';
import { modelText, trusted, type Renderers } from './model-text.ts';

export const triggersRenderers: Renderers<(typeof triggers)[number]> = {
  create_trigger: (made, marked) =>
    made.trigger.confirmedAt === null
      ? modelText`The trigger was made. It does not fire before its owner confirms it, on the page or with "svc trigger confirm": ${marked('triggers', line(made))}`
      : modelText`The trigger was made, and its owner has agreed to it: ${marked('triggers', line(made))}`,
  update_trigger: (changed, marked) => modelText`The trigger is now: ${marked('triggers', line(changed))}`,
  delete_trigger: () => trusted('The trigger was deleted.'),
  list_triggers: (all, marked) =>
    all.length === 0
      ? trusted('There are no triggers.')
      : modelText`The triggers, the newest first: ${marked('triggers', all.map(line).join('\n'))}`,
};

function line({ trigger, when: due, last, running }: ToldTrigger): string {
  const { triggerId, title, effect, schedule, watch, enabled, confirmedAt, nextDueAt, pausedReason } =
    trigger;
  const when =
    watch === null
      ? `${due === null ? (schedule ?? '') : inEnglish(due)} (${trigger.timeZone})`
      : `watches ${watch.url}`;
  const state = running
    ? 'running now'
    : confirmedAt === null
      ? 'waits for its owner'
      : !enabled
        ? `paused${pausedReason === null ? '' : `: ${pausedReason}`}`
        : nextDueAt === null
          ? 'over'
          : `next ${new Date(nextDueAt).toISOString()}`;
  const how = last?.outcome
    ? `; last time ${last.outcome}${last.reason ? ` (${last.reason.text})` : ''}`
    : '';
  return `${triggerId} ${JSON.stringify(title)}: ${effect}, ${when}, ${state}${how}`;
}
