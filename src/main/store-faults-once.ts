import { around } from '../core/kernel/around.ts';
import { isStoreUnusable } from '../core/kernel/storage-refusals.ts';
import type { Log, LogFacts } from '../core/ports/log.ts';

/**
 * A log that reports an unusable database once: the store itself logs which one and why. Later failures that follow
 * from it go to `debug`, with the code in place of the error.
 */
export function storeFaultsOnce(log: Log): Log {
  const at =
    (level: 'warn' | 'error') =>
    (event: string, facts?: LogFacts): void => {
      const error: unknown = facts?.['error'];
      if (isStoreUnusable(error)) log.debug(event, { ...facts, error: error.code });
      else log[level](event, facts);
    };
  return around(log, { warn: at('warn'), error: at('error') });
}
