import { expect } from '@jest/globals';
import { memoryRenderers } from '../../../src/adapters/in/agent/memory.ts';
import { markingWith } from '../../../src/adapters/in/agent/model-text.ts';
import { toolLimits } from '../../../src/core/kernel/limits.ts';
import { someEntries } from '../../ports/memory-builders.ts';
import { verifies } from '../../spec/verifies.ts';

const NONCE = 'abcdef012345';

verifies(
  'security.untrusted',
  'a long list of entries is cut before it is marked, so its element is closed',
  () => {
    const entries = someEntries(
      Array.from({ length: 500 }, (_, index) => `entry ${index} ${'\u{1f600}'.repeat(200)}`),
    );
    const text = memoryRenderers.forget(entries, markingWith(NONCE));
    expect(text.length).toBeLessThan(toolLimits.outputChars);
    expect(text).toContain(`</untrusted-${NONCE}>\n[`);
    expect(text).toMatch(/\[\d+ more characters are not shown\]$/u);
    expect(text.isWellFormed()).toBe(true);
  },
);
