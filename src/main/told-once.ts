import { around } from '../core/kernel/around.ts';
import { isStoreUnusable } from '../core/kernel/storage-refusals.ts';
import type { Log, LogFacts } from '../core/ports/log.ts';

/**
 * A log in which a store that cannot be used stands once: the line of the store itself says which, and why. What fails
 * because of it afterwards is the same fault, and goes to `debug` with the code in the place of the error.
 */
export function toldOnce(log: Log): Log {
  const at =
    (level: 'warn' | 'error') =>
    (event: string, facts?: LogFacts): void => {
      const error: unknown = facts?.['error'];
      if (isStoreUnusable(error)) log.debug(event, { ...facts, error: error.code });
      else log[level](event, facts);
    };
  return around(log, { warn: at('warn'), error: at('error') });
}
