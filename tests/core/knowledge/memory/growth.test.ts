import { expect } from '@jest/globals';
import { fromOwner } from '../../../../src/core/knowledge/memory/model.ts';
import type { MemoryOfPerson } from '../../../../src/core/knowledge/memory/service.ts';
import { memoryOver } from '../../../harness/memory.ts';
import { verifies } from '../../../spec/verifies.ts';

type Act = (memory: MemoryOfPerson, pattern: string) => Promise<unknown>;

/**
 * The worst-case cost of text searches: one for each character examined, and for a search of the runtime the product of
 * both lengths. No clock is used.
 */
async function workOf(act: () => Promise<unknown>): Promise<number> {
  const { charCodeAt, indexOf, includes } = String.prototype;
  let work = 0;
  Object.assign(String.prototype, {
    charCodeAt(this: string, at: number) {
      work += 1;
      return charCodeAt.call(this, at);
    },
    indexOf(this: string, wanted: string, from?: number) {
      const found = indexOf.call(this, wanted, from);
      work += ((found === -1 ? this.length : found) - (from ?? 0) + 1) * wanted.length;
      return found;
    },
    includes(this: string, wanted: string, from?: number) {
      work += this.length * wanted.length;
      return includes.call(this, wanted, from);
    },
  });
  try {
    await act();
    return work;
  } finally {
    Object.assign(String.prototype, { charCodeAt, indexOf, includes });
  }
}

/** The worst input for a non-linear search, in an equally hostile entry. */
const PATTERNS: Readonly<Record<string, (length: number) => string>> = {
  'a in the middle of others': (length) => `${'a'.repeat(length / 2)}b${'a'.repeat(length / 2)}`,
  'others before a': (length) => `${'a'.repeat(length)}b`,
  'a before others': (length) => `b${'a'.repeat(length)}`,
  pairs: (length) => `${'ab'.repeat(length / 2)}c`,
  'a regular expression': (length) => '(a+)+'.repeat(length / 5),
};

const ACTS: Readonly<Record<string, Act>> = {
  delete: (memory, pattern) => memory.delete('knowledge', pattern),
  forget: (memory, pattern) => memory.forget('knowledge', pattern),
  edit: (memory, pattern) => memory.edit('knowledge', pattern, 'x', fromOwner),
  search: (memory, pattern) => memory.search(pattern, { limit: 50 }),
};

async function workFor(act: Act, pattern: string, length: number): Promise<number> {
  const { memory, close } = memoryOver();
  await memory.replace('knowledge', `${'a'.repeat(length)}\n${'ab'.repeat(length / 2)}`, fromOwner);
  // The index is updated first.
  await memory.search('a', { limit: 1 });
  try {
    return await workOf(() => act(memory, pattern));
  } finally {
    await close();
  }
}

for (const [name, act] of Object.entries(ACTS))
  for (const [kind, patternOf] of Object.entries(PATTERNS))
    verifies(
      'security.patterns',
      `${name}, ${kind}: ten times the input takes at most twelve times the steps`,
      async () => {
        const small = await workFor(act, patternOf(2_000), 20_000);
        const large = await workFor(act, patternOf(20_000), 200_000);
        expect(small).toBeGreaterThan(0);
        expect(large).toBeLessThanOrEqual(small * 12);
      },
    );
