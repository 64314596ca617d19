// Wrong wiring must not compile: each mistake is planted beside the real `provide` and compiled once.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const repository = fileURLToPath(new URL('../../', import.meta.url));

const MISTAKES = {
  missing: `provide(options, threadTokens.threads, { journal: databaseTokens.journal, threads: threadTokens.threadStore, holds: threadTokens.threadHolds }, (deps) => new ThreadService(deps));`,
  swapped: `provide(options, threadTokens.threads, { journal: databaseTokens.journal, threads: sessionTokens.sessionStore, holds: threadTokens.threadHolds, clock: processTokens.clock }, (deps) => new ThreadService(deps));`,
  mistyped: `provide(options, threadTokens.threads, { journal: processTokens.clock, threads: threadTokens.threadStore, holds: threadTokens.threadHolds, changesets: changesetTokens.changesets, index: threadSearchTokens.threadSearch, clock: processTokens.clock }, (deps) => new ThreadService(deps));`,
  'wrong-service': `provide(options, sessionTokens.sessions, { journal: databaseTokens.journal, threads: threadTokens.threadStore, holds: threadTokens.threadHolds, changesets: changesetTokens.changesets, index: threadSearchTokens.threadSearch, clock: processTokens.clock }, (deps) => new ThreadService(deps));`,
};
const RIGHT = `provide(options, threadTokens.threads, { journal: databaseTokens.journal, threads: threadTokens.threadStore, holds: threadTokens.threadHolds, changesets: changesetTokens.changesets, index: threadSearchTokens.threadSearch, clock: processTokens.clock }, (deps) => new ThreadService(deps));`;

let dir = '';
let errors: readonly string[] = [];

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-wiring-'));
  symlinkSync(join(repository, 'node_modules'), join(dir, 'node_modules'), 'junction');
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  const plant = (name: string, wire: string) =>
    writeFileSync(
      join(dir, `${name}.ts`),
      `import type { ContainerModuleLoadOptions } from 'inversify';
import { ThreadService } from '${repository}src/core/threads/service.ts';
import { provide } from '${repository}src/main/provide.ts';
import { changesetTokens } from '${repository}src/main/tokens/changesets.ts';
import { databaseTokens } from '${repository}src/main/tokens/databases.ts';
import { processTokens } from '${repository}src/main/tokens/process.ts';
import { sessionTokens } from '${repository}src/main/tokens/sessions.ts';
import { threadSearchTokens } from '${repository}src/main/tokens/thread-search.ts';
import { threadTokens } from '${repository}src/main/tokens/threads.ts';
export function load(options: ContainerModuleLoadOptions): void { ${wire} }
`,
    );
  for (const [name, wire] of Object.entries(MISTAKES)) plant(name, wire);
  plant('right', RIGHT);
  writeFileSync(
    join(dir, 'tsconfig.json'),
    JSON.stringify({
      extends: join(repository, 'tsconfig.json'),
      compilerOptions: {
        incremental: false,
        tsBuildInfoFile: null,
        typeRoots: [join(repository, 'node_modules/@types')],
      },
      include: [],
      files: [...Object.keys(MISTAKES), 'right'].map((name) => `${name}.ts`),
    }),
  );
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  errors = spawnSync(process.execPath, [compiler, '-p', dir], { cwd: dir, encoding: 'utf8' }).stdout.split(
    '\n',
  );
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test.each(Object.keys(MISTAKES))('a dependency that is %s does not compile', (name) => {
  expect(errors).toContainEqual(expect.stringMatching(`^${name}\\.ts.*error TS`));
});

test('correct wiring compiles, and the mistakes are the only errors', () => {
  const planted = Object.keys(MISTAKES).join('|');
  expect(
    errors.filter((line) => /error TS/u.test(line) && !new RegExp(`^(${planted})\\.ts`, 'u').test(line)),
  ).toEqual([]);
});
