// Bundles of the programs that tests start and kill, for which Node would load the thousand files of the engine at each
// start. Rebuilt if one of their sources is newer.
import { globSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { newest } from './newest.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** A new folder is filled, which then replaces the old one: test runs may overlap. */
const folder = join(root, 'dist.tests/programs');
const next = `${folder}.next-${process.pid}`;
const INPUTS = ['src', 'tests', 'package-lock.json', 'config/tooling/test-programs.mjs'];

/** A module that looks for files beside it finds those beside its source. */
const besideTheSource = {
  name: 'beside-the-source',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]tests[/\\].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: source.replaceAll('import.meta.url', url), loader: 'ts', resolveDir: dirname(path) };
    });
  },
};

export async function programs() {
  const changed = Math.max(...INPUTS.map((input) => newest(join(root, input))));
  if (changed <= (statSync(join(folder, '.built'), { throwIfNoEntry: false })?.mtimeMs ?? 0)) return;
  const startedAt = new Date();
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    logLevel: 'warning',
    entryPoints: globSync('tests/e2e/*/*-under-test.ts', { cwd: root }),
    entryNames: '[name]',
    outdir: next,
    format: 'esm',
    splitting: true,
    outExtension: { '.js': '.mjs' },
    external: ['better-sqlite3', '@anthropic-ai/vertex-sdk', 'pg', '@google-cloud/vertexai'],
    plugins: [besideTheSource],
    banner: {
      js: "import { createRequire as svcRequire } from 'node:module'; const require = svcRequire(import.meta.url);",
    },
  });
  writeFileSync(join(next, '.built'), '');
  utimesSync(join(next, '.built'), startedAt, startedAt);
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
}
