import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { migrations as history } from '../../../src/adapters/out/sqlite/history/parts.ts';
import { migrations as memory } from '../../../src/adapters/out/sqlite/memory/parts.ts';
import type { Migration } from '../../../src/adapters/out/sqlite/migrate.ts';
import { migrations as vault } from '../../../src/adapters/out/sqlite/vault/parts.ts';

/** Databases in the field have applied these, in this order. Only append. */
const RELEASED = {
  history: [
    'first ac91d724eec5',
    'prompts c37087debda6',
    'history a960ed69e37f',
    'compactions 2dc9782c43f1',
    'side-calls 1f331680b7ae',
    'changesets 0af4208f5876',
    'secret-prompts 56463cfce1ff',
    'rate-windows 210a1240c9ec',
    'grants c059cfcc5c2c',
    'agents 7f3a2f5373fa',
    'changesets-by-thread 3cb47ddf9696',
    'order c6a9d8af46c6',
    'compactions-told 93a25b80a5f4',
    'calls-begun 8298490781ba',
  ],
  memory: ['first 36f99e2e7168', 'past-order 714be7bc59bd'],
  vault: ['first 73c8048339df', 'profile-bindings b0f8c334cb1a'],
};

const told = ({ name, sql }: Migration): string =>
  `${name} ${createHash('sha256').update(sql).digest('hex').slice(0, 12)}`;

test.each([
  ['history', history],
  ['memory', memory],
  ['vault', vault],
] as const)('the released migrations of %s.db come first, in their order', (name, migrations) => {
  expect(migrations.slice(0, RELEASED[name].length).map(told)).toEqual(RELEASED[name]);
});

test.each([
  ['history', history],
  ['memory', memory],
  ['vault', vault],
] as const)('no two migrations of %s.db share a name', (_name, migrations) => {
  expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
});
