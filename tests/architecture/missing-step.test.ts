// A change without a step must not compile: each mistake is planted beside the real parts and compiled
// once.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const source = `${repository}src`;

const IMPORTS = `import type { Change } from '${source}/core/features.ts';
import type { ConsentChange } from '${source}/core/consent/changes.ts';
import type { HistoryChange } from '${source}/adapters/out/sqlite/history/parts.ts';
import type { Part } from '${source}/adapters/out/sqlite/history/part.ts';
import type { Steps } from '${source}/adapters/out/sqlite/step.ts';
declare const journal: { commit(changes: readonly HistoryChange[]): Promise<void> };
`;

const part = (change: string, steps: string) =>
  `export const part: Part<object, ${change}, object> = { steps: () => (${steps}), reads: () => ({}), exported: {} };`;
const ALL = `{ 'grant.give': () => [], 'grant.revoke': () => [], 'grant.leaves-trigger': () => [] }`;

const MISTAKES = {
  'in-its-part': part('ConsentChange', `{ 'grant.give': () => [] }`),
  'of-a-new-change': part(`ConsentChange | { readonly change: 'grant.renew' }`, ALL),
  'in-the-list-of-parts': `export const write = (change: ConsentChange | { readonly change: 'grant.renew' }) => journal.commit([change]);`,
};
const RIGHT = `${part('ConsentChange', ALL)}
export const steps = (all: Steps<Change>) => all['run.end'];
export const write = (change: ConsentChange) => journal.commit([change]);`;

let dir = '';
let errors: readonly string[] = [];

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-steps-'));
  symlinkSync(join(repository, 'node_modules'), join(dir, 'node_modules'), 'junction');
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  const planted = { ...MISTAKES, right: RIGHT };
  for (const [name, code] of Object.entries(planted))
    writeFileSync(join(dir, `${name}.ts`), `${IMPORTS}${code}\n`);
  writeFileSync(
    join(dir, 'tsconfig.json'),
    JSON.stringify({
      extends: join(repository, 'tsconfig.json'),
      compilerOptions: {
        incremental: false,
        tsBuildInfoFile: null,
        noUnusedLocals: false,
        typeRoots: [join(repository, 'node_modules/@types')],
      },
      include: [],
      files: Object.keys(planted).map((name) => `${name}.ts`),
    }),
  );
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  errors = spawnSync(process.execPath, [compiler, '-p', dir], { cwd: dir, encoding: 'utf8' }).stdout.split(
    '\n',
  );
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test.each(Object.keys(MISTAKES))('a step that is missing %s does not compile', (name) => {
  expect(errors).toContainEqual(expect.stringMatching(`^${name}\\.ts.*error TS`));
});

test('a change with its step compiles, and the mistakes are the only errors', () => {
  const planted = Object.keys(MISTAKES).join('|');
  expect(
    errors.filter((line) => /error TS/u.test(line) && !new RegExp(`^(${planted})\\.ts`, 'u').test(line)),
  ).toEqual([]);
});
