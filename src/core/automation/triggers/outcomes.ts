import type { MissedBecause } from '../../conversation/background/changes.ts';
import type { Expiry } from '../../instance/expiry/service.ts';
import { noticeId, shortId } from '../../kernel/ids.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import { worded, type Because } from '../../kernel/worded.ts';
import type { NoticeChange } from '../notices/store.ts';
import { noticeLimits } from '../notices/limits.ts';
import type { Notice } from '../notices/model.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Words } from '../../ports/words.ts';
import { INTERRUPTED, OUT, STOPPED, whyUnfinished, type Run } from '../../execution/runs/model.ts';
import { sayEnd } from '../../execution/runs/says.ts';
import type { TriggerChange } from './store.ts';
import { triggerLimits } from './limits.ts';
import type { Fire, NotCarriedOut, Outcome, Trigger } from './model.ts';
import { sayOutcome as say } from './says.ts';
import { say as sayNotice } from '../notices/says.ts';

/** How a fire ended. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly reason: Because | null;
  readonly notCarriedOut?: readonly NotCarriedOut[];
}

export const failedWith = (reason: Because): Verdict => ({ outcome: 'failed', reason });

const because = (code: string, says: Says): Because => ({ code, says: [says] });

export const interrupted: Verdict = failedWith(because(INTERRUPTED.code, say('outcome.interrupted')));

export const diskFailed: Verdict = failedWith(because('storage_error', say('outcome.disk-failed')));

export const stopped: Verdict = failedWith(STOPPED);

export const onlyATrial = because('trial', say('outcome.trial'));

/** These say nothing about the trigger. */
const NO_FAULT_OF_ITS_OWN: ReadonlySet<string> = new Set([
  'stopped',
  ...Object.values(OUT).map(({ code }) => code),
  INTERRUPTED.code,
]);

const MISSED: Readonly<Record<MissedBecause, Because>> = {
  not_running: because('engine_not_running', say('outcome.engine-not-running')),
  asleep: because('machine_asleep', say('outcome.machine-asleep')),
  restored: because('restored', say('outcome.backup-restored')),
  disabled: because(OUT.disabled.code, say('outcome.person-disabled')),
};

/** Why it did not fire at earlier due times; null if it did. */
export const whyMissed = (why: MissedBecause | null): Because | null => why && MISSED[why];

/** Why a run that ended reached no answer; null if it did. */
export function withoutAnswer(run: Run | null): Verdict | null {
  if (run !== null && run.threadId !== null && (run.status === 'running' || run.status === 'interrupted'))
    return interrupted;
  const why = whyUnfinished(run);
  return why && failedWith(why);
}

/**
 * The changes after a look at a page that died with the process. A page can be what it died of, so it counts as a
 * failure.
 */
export function cutOff(
  {
    triggerId,
    personId,
    title,
    failuresInRow: before,
  }: Pick<Trigger, 'triggerId' | 'personId' | 'title' | 'failuresInRow'>,
  told: Telling,
): readonly (TriggerChange | NoticeChange)[] {
  const failuresInRow = before + 1;
  const count: TriggerChange = { change: 'watch.cut_off', triggerId, failuresInRow, at: told.now };
  if (failuresInRow < triggerLimits.failuresInRow) return [count];
  return [count, ...pausing({ triggerId, personId, title }, [tooOften([say('outcome.look-cut-off')])], told)];
}

const tooOften = (lastTime: readonly Says[]): Says =>
  say('outcome.too-often', { times: triggerLimits.failuresInRow, lastTime });

/** The changes that pause a trigger for this reason, and tell its owner. */
export const pausing = (
  trigger: Pick<Trigger, 'triggerId' | 'personId' | 'title'>,
  why: readonly Says[],
  told: Telling,
): readonly (TriggerChange | NoticeChange)[] => [
  {
    change: 'trigger.pause',
    triggerId: trigger.triggerId,
    reason: worded(why, told.words),
    at: told.now,
  },
  ofState(trigger, 'paused', why, told),
];

/**
 * The changes that end a fire. A trial counts for nothing. After several failures one after another its trigger is
 * paused, and its owner gets a notice.
 */
export function endOf(
  trigger: Pick<Trigger, 'triggerId' | 'personId' | 'title' | 'failuresInRow'>,
  fire: Pick<Fire, 'triggerId' | 'dueAt' | 'cause'>,
  { outcome, reason, notCarriedOut = [] }: Verdict,
  { expiry, ...told }: Telling & { readonly expiry: Pick<Expiry, 'past'> },
): readonly (TriggerChange | NoticeChange)[] {
  const counts =
    fire.cause !== 'test' && outcome !== 'skipped' && !NO_FAULT_OF_ITS_OWN.has(reason?.code ?? '');
  const failuresInRow = !counts ? null : outcome === 'failed' ? trigger.failuresInRow + 1 : 0;
  const isTooOften = (failuresInRow ?? 0) >= triggerLimits.failuresInRow;
  const pause = isTooOften ? [tooOften(reason?.says ?? NO_REASON)] : null;
  const { triggerId, dueAt, cause } = fire;
  const end = {
    fire: { triggerId, dueAt, cause },
    outcome,
    reason: reason && { code: reason.code, ...worded(reason.says, told.words) },
    endedAt: told.now,
    notCarriedOut,
    failuresInRow,
    pause: pause && worded(pause, told.words),
    past: expiry.past(triggerLimits.keptFiresMs),
  };
  const toldOf = cause === 'test' ? [] : noticesOf(trigger, { outcome, reason, failuresInRow, pause }, told);
  return [{ change: 'fire.end', ...end }, ...toldOf];
}

/** What the owner is told of an end, once for each state: a trigger that fails again and again fills no list. */
function noticesOf(
  trigger: Pick<Trigger, 'triggerId' | 'personId' | 'title'>,
  {
    outcome,
    reason,
    failuresInRow,
    pause,
  }: Pick<Verdict, 'outcome' | 'reason'> & {
    readonly failuresInRow: number | null;
    readonly pause: readonly Says[] | null;
  },
  told: Telling,
): readonly NoticeChange[] {
  if (pause !== null) return [ofState(trigger, 'paused', pause, told)];
  const says = reason?.says ?? NO_REASON;
  if (reason?.code === INTERRUPTED.code) return [ofState(trigger, 'interrupted', says, told)];
  if (outcome === 'failed') return failuresInRow === 1 ? [ofState(trigger, 'failed', says, told)] : [];
  return outcome === 'skipped' || outcome === 'missed'
    ? []
    : [{ change: 'notice.over', triggerId: trigger.triggerId }];
}

const NO_REASON = [sayEnd('run.no-reason')];

const ofState = (
  trigger: Pick<Trigger, 'triggerId' | 'personId' | 'title'>,
  kind: 'paused' | 'failed' | 'interrupted',
  text: readonly Says[],
  told: Telling,
): NoticeChange =>
  noticeOf(
    trigger,
    { kind, title: [sayNotice(`notice.${kind}`, { named: quote(trigger.title) })], text },
    told,
  );

/** What is said is dated, and kept in English, too. */
export interface Telling {
  readonly now: number;
  readonly ids: Ids;
  readonly words: Words;
}

/** A notice to the owner. */
export const noticeOf = (
  { triggerId, personId }: Pick<Trigger, 'triggerId' | 'personId'>,
  { kind, title, text }: Pick<Notice, 'kind'> & Record<'title' | 'text', readonly Says[]>,
  { now, ids, words }: Telling,
): NoticeChange => ({
  change: 'notice.add',
  notice: {
    noticeId: noticeId(shortId(ids.next())),
    personId,
    kind,
    title: worded(title, words, noticeLimits.titleChars),
    text: worded(text, words, noticeLimits.textChars),
    triggerId,
    workflowRunId: null,
    createdAt: now,
  },
});
