import type { Get } from './module.ts';
import { backupTokens, databaseTokens } from './tokens.ts';
import { quote } from '../core/kernel/quoted.ts';
import type { Says } from '../core/kernel/says.ts';
import { say } from '../core/keeping/backups/says.ts';
import { reasonOf } from './reason-of.ts';

/** The engine could not start on the files of a backup that was just moved in. */
export class UnusableRestore extends Error {
  readonly why: string;

  constructor(cause: unknown) {
    const why = reasonOf(cause);
    super(`The engine could not start on the restored files: ${why}.`, { cause });
    this.why = why;
    this.name = 'UnusableRestore';
  }
}

/** Null if the error is another one. */
export const restoreProblemIn = (error: unknown): Says | null =>
  (error as { name?: unknown }).name === 'UnusableRestore'
    ? say('restore.not-started', { why: quote((error as UnusableRestore).why) })
    : null;

/**
 * The last step of a start, before anything is served: an engine that has started on restored files keeps them. A database
 * that refuses is a failure here, because the earlier ones are still there.
 */
export async function confirmRestore(get: Get): Promise<void> {
  if (!(await isRestored(get))) return;
  const [refused] = get(databaseTokens.databases).refused();
  if (refused) throw refused;
  await get(backupTokens.restoreSwap).confirm();
}

/** Whether this start is the first one on restored files. */
export async function isRestored(get: Get): Promise<boolean> {
  const pending = await get(backupTokens.restoreSwap)
    .pending()
    .catch(() => null);
  return pending?.phase === 'opening';
}
