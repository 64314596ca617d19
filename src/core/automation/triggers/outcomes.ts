import type { MissedBecause } from '../../conversation/background/changes.ts';
import type { Expiry } from '../../instance/expiry/service.ts';
import { noticeId, shortId } from '../../kernel/ids.ts';
import { shortened } from '../../kernel/quoted.ts';
import type { NoticeChange } from '../notices/store.ts';
import { noticeLimits } from '../notices/limits.ts';
import type { Notice } from '../notices/model.ts';
import type { Ids } from '../../ports/ids.ts';
import { INTERRUPTED, whyUnfinished, type Run } from '../../execution/runs/model.ts';
import type { TriggerChange } from './store.ts';
import { triggerLimits } from './limits.ts';
import type { Fire, NotCarriedOut, Outcome, Reason, Trigger } from './model.ts';

/** How a fire ended. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly reason: Reason | null;
  readonly notCarriedOut?: readonly NotCarriedOut[];
}

const failed = (code: string, text: string): Verdict => ({ outcome: 'failed', reason: { code, text } });

export const interrupted: Verdict = failed(
  INTERRUPTED.code,
  'The engine stopped before it was finished. It is not repeated by itself: run it again if it is still wanted.',
);

export const diskFailed: Verdict = failed(
  'storage_error',
  'The disk failed while it was in progress, so it is not known how far it came. Run it again if it is still wanted.',
);

export const stopped: Verdict = failed('stopped', 'It was stopped.');

export const failedWith = (reason: Reason): Verdict => ({ outcome: 'failed', reason });

export const onlyATrial: Reason = { code: 'trial', text: 'A trial carries nothing out.' };

/** These say nothing about the trigger. */
const NO_FAULT_OF_ITS_OWN: ReadonlySet<string> = new Set(['stopped', INTERRUPTED.code]);

const MISSED: Readonly<Record<MissedBecause, Reason>> = {
  not_running: { code: 'engine_not_running', text: 'The engine was not running.' },
  asleep: { code: 'machine_asleep', text: 'The machine slept, or its clock was set.' },
  restored: { code: 'restored', text: 'A backup was restored.' },
};

/** In words, why it did not fire at earlier due times; null if it did. */
export const whyMissed = (because: MissedBecause | null): Reason | null =>
  because === null ? null : MISSED[because];

/** Why a run that ended reached no answer; null if it did. */
export function withoutAnswer(run: Run | null): Verdict | null {
  if (run !== null && run.threadId !== null && (run.status === 'running' || run.status === 'interrupted'))
    return interrupted;
  const why = whyUnfinished(run);
  return why && failed(why.code, why.error);
}

/**
 * The changes after a look at a page that died with the process. A page can be what it died of, so it counts as a
 * failure.
 */
export function cutOff(
  { triggerId, title, failuresInRow: before }: Pick<Trigger, 'triggerId' | 'title' | 'failuresInRow'>,
  { now, ids }: { readonly now: number; readonly ids: Ids },
): readonly (TriggerChange | NoticeChange)[] {
  const failuresInRow = before + 1;
  const count: TriggerChange = { change: 'watch.cut_off', triggerId, failuresInRow, at: now };
  if (failuresInRow < triggerLimits.failuresInRow) return [count];
  const reason = tooOften('The engine ended while the page was read.');
  const about = { kind: 'paused', title: `Paused: ${title}`, text: reason } as const;
  return [
    count,
    { change: 'trigger.pause', triggerId, reason, at: now },
    noticeOf(triggerId, about, { now, ids }),
  ];
}

const tooOften = (lastTime: string): string =>
  `It failed ${triggerLimits.failuresInRow} times in a row. The last time: ${lastTime}`;

/**
 * The changes that end a fire. A trial counts for nothing. After several failures one after another its trigger is
 * paused, and its owner gets a notice.
 */
export function endOf(
  trigger: Pick<Trigger, 'triggerId' | 'title' | 'failuresInRow'>,
  fire: Pick<Fire, 'triggerId' | 'dueAt' | 'cause'>,
  { outcome, reason, notCarriedOut = [] }: Verdict,
  { now, ids, expiry }: { readonly now: number; readonly ids: Ids; readonly expiry: Pick<Expiry, 'past'> },
): readonly (TriggerChange | NoticeChange)[] {
  const counts =
    fire.cause !== 'test' && outcome !== 'skipped' && !NO_FAULT_OF_ITS_OWN.has(reason?.code ?? '');
  const failuresInRow = !counts ? null : outcome === 'failed' ? trigger.failuresInRow + 1 : 0;
  const isTooOften = (failuresInRow ?? 0) >= triggerLimits.failuresInRow;
  const pause = isTooOften ? tooOften(reason?.text ?? 'No reason is known.') : null;
  const { triggerId, dueAt, cause } = fire;
  const end = {
    fire: { triggerId, dueAt, cause },
    outcome,
    reason,
    endedAt: now,
    notCarriedOut,
    failuresInRow,
    pause,
    past: expiry.past(triggerLimits.keptFiresMs),
  };
  return [{ change: 'fire.end', ...end }, ...toldOf(trigger, end, fire.cause, { now, ids })];
}

/** What the owner is told of an end, once for each state: a trigger that fails again and again fills no list. */
function toldOf(
  { triggerId, title }: Pick<Trigger, 'triggerId' | 'title'>,
  {
    outcome,
    reason,
    failuresInRow,
    pause,
  }: Pick<EndOfFire, 'outcome' | 'reason' | 'failuresInRow' | 'pause'>,
  cause: Fire['cause'],
  at: { readonly now: number; readonly ids: Ids },
): readonly NoticeChange[] {
  if (cause === 'test') return [];
  if (pause !== null)
    return [noticeOf(triggerId, { kind: 'paused', title: `Paused: ${title}`, text: pause }, at)];
  const text = reason?.text ?? 'No reason is known.';
  if (reason?.code === INTERRUPTED.code)
    return [noticeOf(triggerId, { kind: 'interrupted', title: `Cut off: ${title}`, text }, at)];
  if (outcome === 'failed')
    return failuresInRow === 1
      ? [noticeOf(triggerId, { kind: 'failed', title: `Failed: ${title}`, text }, at)]
      : [];
  return outcome === 'verified' || outcome === 'unverified' ? [{ change: 'notice.over', triggerId }] : [];
}

type EndOfFire = Extract<TriggerChange, { readonly change: 'fire.end' }>;

/** A notice to the owner. */
export const noticeOf = (
  triggerId: Trigger['triggerId'],
  { kind, title, text }: Pick<Notice, 'kind' | 'title' | 'text'>,
  { now, ids }: { readonly now: number; readonly ids: Ids },
): NoticeChange => ({
  change: 'notice.add',
  notice: {
    noticeId: noticeId(shortId(ids.next())),
    kind,
    title: shortened(title, noticeLimits.titleChars),
    text: shortened(text, noticeLimits.textChars),
    triggerId,
    workflowRunId: null,
    createdAt: now,
  },
});
