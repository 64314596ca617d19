import { say } from '../core/kernel/value-says.ts';
import { refuseViolations } from './problem.ts';

/**
 * Milliseconds since the epoch; `path` is where the text stood.
 * @throws Refusal invalid_request for a well-formed instant that does not exist (a leap second), or that is outside the
 *   years 0 to 9999
 */
export function instantFrom(path: string, text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at) || at < FIRST || at > LAST)
    throw refuseViolations([{ path, says: say('wrong.instant') }]);
  return at;
}

const FIRST = Date.parse('0000-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
