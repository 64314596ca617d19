import { createRequire } from 'node:module';
import { refuse } from '../../../core/automation/expectations/errors.ts';
import type { Patterns } from '../../../core/automation/expectations/port.ts';
import { say } from '../../../core/automation/expectations/says.ts';
import { quote } from '../../../core/kernel/quoted.ts';

const require = createRequire(import.meta.url);

/** RE2 in JavaScript: no pattern takes longer than linear in the text. Loaded with the first pattern. */
export const re2Patterns: Patterns = {
  isIn: (pattern, text) => compiled(pattern).matcher(text).find(),
  check: (pattern) => void compiled(pattern),
};

function compiled(pattern: string) {
  const { RE2JS } = require('re2js') as typeof import('re2js');
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw refuse.invalid_pattern(
      {},
      say('expectations.invalid_pattern', { pattern: quote(pattern), why: quote((error as Error).message) }),
      error,
    );
  }
}
