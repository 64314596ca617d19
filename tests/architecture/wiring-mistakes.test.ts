// Wrong wiring, and a change without a step, must not compile: each mistake is planted beside the real parts and compiled
// once.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clear, plant, repository, run } from './planted.ts';

const WIRING = `import type { ContainerModuleLoadOptions } from 'inversify';
import { ThreadService } from '${repository}src/core/conversation/threads/service.ts';
import { provide } from '${repository}src/main/provide.ts';
import { changesetTokens, databaseTokens, processTokens, runTokens, sessionTokens, threadSearchTokens, threadTokens } from '${repository}src/main/tokens.ts';
`;
const DEPS = {
  journal: 'databaseTokens.journal',
  threads: 'threadTokens.threadStore',
  holds: 'threadTokens.threadHolds',
  changesets: 'changesetTokens.changesets',
  index: 'threadSearchTokens.threadSearch',
  masked: 'runTokens.masked',
  clock: 'processTokens.clock',
};
const wiring = (service: string, deps: Readonly<Record<string, string>>): string => {
  const members = Object.entries(deps).map(([name, token]) => `${name}: ${token}`);
  return `${WIRING}export function load(options: ContainerModuleLoadOptions): void {
  provide(options, ${service}, { ${members.join(', ')} }, (deps) => new ThreadService(deps));
}`;
};
const { clock: _clock, ...withoutClock } = DEPS;

const STEPS = `import type { Change } from '${repository}src/core/features.ts';
import type { ConsentChange } from '${repository}src/core/conversation/consent/store.ts';
import type { HistoryChange } from '${repository}src/adapters/out/sqlite/history/parts.ts';
import type { Part } from '${repository}src/adapters/out/sqlite/history/part.ts';
import type { Steps } from '${repository}src/adapters/out/sql/step.ts';
declare const journal: { commit(changes: readonly HistoryChange[]): Promise<void> };
`;
const part = (change: string, steps: string) =>
  `${STEPS}export const part: Part<object, ${change}, object> = { steps: () => (${steps}), reads: () => ({}), exported: {} };`;
const ALL = `{ 'grant.give': () => [], 'grant.revoke': () => [], 'grant.leaves-trigger': () => [] }`;
const RENEWED = `ConsentChange | { readonly change: 'grant.renew' }`;

const MISTAKES: Readonly<Record<string, string>> = {
  'a-missing-dependency': wiring('threadTokens.threads', withoutClock),
  'swapped-dependencies': wiring('threadTokens.threads', { ...DEPS, threads: 'sessionTokens.sessionStore' }),
  'a-mistyped-dependency': wiring('threadTokens.threads', { ...DEPS, journal: 'processTokens.clock' }),
  'the-wrong-service': wiring('sessionTokens.sessions', DEPS),
  'no-step-in-its-part': part('ConsentChange', `{ 'grant.give': () => [] }`),
  'no-step-of-a-new-change': part(RENEWED, ALL),
  'no-step-in-the-list-of-parts': `${STEPS}export const write = (change: ${RENEWED}) => journal.commit([change]);`,
};
const RIGHT: Readonly<Record<string, string>> = {
  'right-wiring': wiring('threadTokens.threads', DEPS),
  'right-steps': `${part('ConsentChange', ALL)}
export const steps = (all: Steps<Change>) => all['run.end'];
export const write = (change: ConsentChange) => journal.commit([change]);`,
};

let errors: readonly string[] = [];
afterAll(clear);
beforeAll(() => {
  const files = Object.entries({ ...MISTAKES, ...RIGHT }).map(
    ([name, code]) => [`${name}.ts`, code] as const,
  );
  const config = {
    extends: join(repository, 'tsconfig.json'),
    compilerOptions: {
      incremental: false,
      tsBuildInfoFile: null,
      noUnusedLocals: false,
      typeRoots: [join(repository, 'node_modules/@types')],
    },
    include: [],
    files: files.map(([name]) => name),
  };
  const root = plant([
    ...files,
    ['package.json', '{"type":"module"}'],
    ['tsconfig.json', JSON.stringify(config)],
  ]);
  errors = run(root, 'typescript/bin/tsc', ['-p', root])
    .split('\n')
    .filter((line) => line.includes('error TS'));
});

test.each(Object.keys(MISTAKES))('%s does not compile', (name) => {
  expect(errors).toContainEqual(expect.stringMatching(`^${name}\\.ts`));
});

test('what is right compiles, and the mistakes are the only errors', () => {
  const planted = new RegExp(`^(?:${Object.keys(MISTAKES).join('|')})\\.ts`, 'u');
  expect(errors.filter((line) => !planted.test(line))).toEqual([]);
});
