import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { requirements, type Requirement } from './requirements.ts';

const tests = new URL('../', import.meta.url).pathname;

/** Ids that stand as literals in the first argument of `verifies(`, by id, with the files that cite them. */
function citations(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(test|contract)\.ts$/u.test(name),
  );
  for (const file of files) {
    const source = readFileSync(join(tests, file), 'utf8');
    for (const [, list = ''] of source.matchAll(/\bverifies\(\s*(\[[^\]]*\]|'[^']*')/gu))
      for (const [, id = ''] of list.matchAll(/'([^']+)'/gu)) found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}

const entries = Object.entries<Requirement>(requirements);

test('every requirement that is not deferred is cited by a test', () => {
  const cited = citations();
  expect(
    entries.filter(([id, { deferred }]) => deferred === undefined && !cited.has(id)).map(([id]) => id),
  ).toEqual([]);
});

test('every cited id exists and is not deferred', () => {
  const open = new Set(entries.filter(([, { deferred }]) => deferred === undefined).map(([id]) => id));
  expect([...citations().keys()].filter((id) => !open.has(id))).toEqual([]);
});
