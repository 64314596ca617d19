// Bundles of the programs that tests start and kill, for which Node would load the thousand files of the engine at each
// start. Rebuilt if one of their sources is newer.
import {
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { newest } from './newest.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const made = join(root, 'dist.tests');

const common = { absWorkingDir: root, bundle: true, platform: 'node', logLevel: 'warning' };

/** `make` fills a new folder, which then replaces the old one: test runs may overlap. */
async function refreshed(name, inputs, make) {
  const folder = join(made, name);
  const changed = Math.max(...inputs.map((input) => newest(join(root, input))));
  const stamp = join(folder, '.built');
  if (changed <= (statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0)) return;
  const startedAt = new Date();
  const next = `${folder}.next-${process.pid}`;
  mkdirSync(next, { recursive: true });
  await make(next);
  writeFileSync(join(next, '.built'), '');
  utimesSync(join(next, '.built'), startedAt, startedAt);
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
}

const ownFile = 'config/tooling/test-programs.mjs';

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

export const programs = () =>
  refreshed('programs', ['src', 'tests', 'package-lock.json', ownFile], async (outdir) => {
    const { build } = await import('esbuild');
    await build({
      ...common,
      entryPoints: globSync('tests/e2e/*/*-under-test.ts', { cwd: root }),
      entryNames: '[name]',
      outdir,
      format: 'esm',
      splitting: true,
      outExtension: { '.js': '.mjs' },
      external: ['better-sqlite3', '@anthropic-ai/vertex-sdk', '@google-cloud/vertexai'],
      plugins: [besideTheSource],
      banner: {
        js: "import { createRequire as svcRequire } from 'node:module'; const require = svcRequire(import.meta.url);",
      },
    });
  });
