// Room: what may be deleted because it is old. What deletes by age takes a `Past`, which only this room
// makes; after a jump of the clock there is none.

import { HOUR_MS } from '../../kernel/durations.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { expiryLimits as limits } from './limits.ts';

declare const ofExpiry: unique symbol;

/**
 * What is so old that it may be deleted for its age: what is dated before `before`, and what is dated after `after`.
 * Only `Expiry` makes one, so what deletes by age cannot trust the clock by itself.
 */
export interface Past {
  readonly before: number;
  readonly after: number;
  readonly [ofExpiry]: true;
}

export const isPast = ({ before, after }: Pick<Past, 'before' | 'after'>, at: number): boolean =>
  at < before || at > after;

/**
 * Why nothing is deleted for its age: the clock shows a much later or an earlier time than it should, or this data was not
 * seen before by an engine that notes the time, as after a restore.
 */
export type ClockDoubt = 'clock_ahead' | 'clock_back' | 'clock_unknown';

/** Nothing is deleted for its age until the engine has run for so long. */
export interface Waiting {
  readonly code: ClockDoubt;
  /** How far the clock jumped. */
  readonly gapMs: number;
  /** What the clock showed then. */
  readonly since: number;
  readonly leftMs: number;
}

/** What is known of the clock. */
export interface ClockRecord {
  /** The latest time that it showed since it was last set back. */
  readonly seenAt: number;
  /** Whatever is dated after `seenAt` was made before this time, by a clock that was ahead. */
  readonly trueSince: number;
  readonly waiting: Waiting | null;
  /** How far the clock jumped ahead of late, all jumps together. */
  readonly aheadMs: number;
}

/** @param isNew there is no data yet */
export const firstRecord = (now: number, isNew: boolean): ClockRecord => ({
  seenAt: now,
  trueSince: now,
  waiting: isNew ? null : waitingFor('clock_unknown', 0, now),
  aheadMs: 0,
});

/** @param ranMs how long the engine has run since the record was made */
export function nextRecord(record: ClockRecord, now: number, ranMs: number): ClockRecord {
  const { seenAt, trueSince, waiting } = record;
  if (seenAt - now > limits.jumpMs)
    return { seenAt: now, trueSince: now, waiting: waitingFor('clock_back', seenAt - now, now), aheadMs: 0 };
  const forgottenMs = Math.ceil((ranMs / HOUR_MS) * limits.forgottenPerHourMs);
  const aheadMs = Math.max(0, record.aheadMs - forgottenMs) + Math.max(0, now - seenAt - ranMs);
  const next = { seenAt: Math.max(seenAt, now), trueSince, aheadMs };
  // How far it was set back, or is set right again, says nothing of a jump ahead.
  const waitedFor = waiting?.code === 'clock_ahead' ? waiting.gapMs : 0;
  // A wait is not begun anew by each weekend: whoever uses the engine for a few hours a day would wait for ever.
  if (aheadMs > limits.jumpMs && aheadMs > 2 * waitedFor)
    return { ...next, waiting: waitingFor('clock_ahead', aheadMs, now), aheadMs: 0 };
  if (waiting === null) return { ...next, waiting };
  const leftMs = waiting.leftMs - ranMs;
  return { ...next, waiting: leftMs > 0 ? { ...waiting, leftMs } : null };
}

/** What is over its time now. */
export function pastOf({ trueSince, waiting }: ClockRecord, now: number, keptMs: number): Past {
  const before = waiting === null ? now - keptMs : -Infinity;
  const after = waiting === null && trueSince < now - keptMs ? now + limits.jumpMs : Infinity;
  return { before, after } as Past;
}

/** @returns null if this is no record */
export function recordFrom(text: string): ClockRecord | null {
  const { seenAt, trueSince, waiting, aheadMs = 0 } = objectFrom(text);
  if (!isTime(seenAt) || !isTime(trueSince) || !isTime(aheadMs)) return null;
  const { code, gapMs, since, leftMs } = isJsonObject(waiting) ? waiting : {};
  const isWaiting = isDoubt(code) && isTime(gapMs) && isTime(since) && isTime(leftMs);
  if (!isWaiting && waiting !== null) return null;
  return {
    seenAt,
    trueSince: Math.min(trueSince, seenAt),
    waiting: isWaiting ? { code, gapMs, since, leftMs: Math.min(leftMs, limits.waitMs) } : null,
    aheadMs,
  };
}

function objectFrom(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

const waitingFor = (code: ClockDoubt, gapMs: number, now: number): Waiting => ({
  code,
  gapMs,
  since: now,
  leftMs: limits.waitMs,
});

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const DOUBTS: readonly unknown[] = ['clock_ahead', 'clock_back', 'clock_unknown'] satisfies ClockDoubt[];
const isDoubt = (value: unknown): value is ClockDoubt => DOUBTS.includes(value);
