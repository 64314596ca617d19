import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const tests = new URL('../', import.meta.url).pathname;

const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gmu;

/**
 * Ids that stand as literals in the first argument of `verifies(`, or in what a scenario of torture `proves`, by id, with
 * the files that cite them. Commented-out code proves nothing.
 */
export function citations(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?:\.(?:test|contract)|^torture\/scenarios\/.*)\.ts$/u.test(name),
  );
  for (const file of files) {
    const source = readFileSync(join(tests, file), 'utf8').replaceAll(COMMENT, '');
    for (const [, list = ''] of source.matchAll(/\b(?:verifies\(\s*|proves: )(\[[^\]]*\]|'[^']*')/gu))
      for (const [, id = ''] of list.matchAll(/'([^']+)'/gu)) found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}
