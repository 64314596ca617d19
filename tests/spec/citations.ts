import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const tests = new URL('../', import.meta.url).pathname;

const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gmu;

/**
 * Ids that stand as literals in the first argument of `verifies(`, or in what a scenario of torture `proves`, by id, with
 * the files that try them: for a suite of a port, the tests that call it. Commented-out code proves nothing.
 */
export function citations(): ReadonlyMap<string, readonly string[]> {
  const sources = new Map(
    readdirSync(tests, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?:\.(?:test|contract)|^torture\/scenarios\/.*)\.ts$/u.test(name))
      .map((name) => [name, readFileSync(join(tests, name), 'utf8').replaceAll(COMMENT, '')]),
  );
  const triedIn = (file: string): readonly string[] =>
    file.endsWith('.contract.ts')
      ? [...sources].flatMap(([user, source]) =>
          source.includes(`/${basename(file)}'`) ? triedIn(user) : [],
        )
      : [file];
  const found = new Map<string, string[]>();
  for (const [file, source] of sources)
    for (const [, list = ''] of source.matchAll(/\b(?:verifies\(\s*|proves: )(\[[^\]]*\]|'[^']*')/gu))
      for (const [, id = ''] of list.matchAll(/'([^']+)'/gu))
        found.set(id, [...(found.get(id) ?? []), ...triedIn(file)]);
  return found;
}
