import { isLong } from '../../config/tooling/long-tests.mjs';
import type { Requirement, Run } from './requirements/requirement.ts';

/** The first run that tries a file; its path begins below `tests/`. */
export function runOf(file: string): Run {
  if (file.startsWith('torture/')) return 'torture';
  if (file.startsWith('browser/')) return 'browser';
  return isLong(`tests/${file}`) ? 'long' : 'quick';
}

interface Judgement {
  /** What should have been proven and was not. */
  readonly unproven: readonly string[];
  /** What another run proves. */
  readonly later: readonly string[];
}

/**
 * What a run has shown of the ledger.
 *
 * @param proven the ids that tests cited which ran and passed
 * @param asked the runs that were asked for, whatever there was to carry them out
 * @param cited the ids that any test cites: what none does will not be proven later either
 */
export function judged(
  entries: readonly (readonly [string, Requirement])[],
  proven: ReadonlySet<string>,
  asked: ReadonlySet<Run>,
  cited: ReadonlySet<string>,
): Judgement {
  const open = entries.filter(([id, { deferred }]) => deferred === undefined && !proven.has(id));
  const isLater = ([id, { provenIn }]: readonly [string, Requirement]): boolean =>
    !asked.has(provenIn) && cited.has(id);
  return {
    unproven: open.filter((entry) => !isLater(entry)).map(([id]) => id),
    later: open.filter(isLater).map(([id]) => id),
  };
}
