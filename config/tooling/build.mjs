// src/ -> dist/: index.js and a few chunks, packages included, because Node loads one file far faster than the
// thousand small ones that kysely, inversify and typebox are made of (measured: 70 ms against 300 ms). What is
// loaded on demand stays a chunk of its own; what is native stays a package.
// Builds beside dist/ and swaps, so a running test never sees a half-empty folder and nothing of an older build
// stays behind. `--if-stale`: only when something in src/ is newer. Types are the business of `npm run typecheck`.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newest } from './newest.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'dist');
/** One for each build: test runs may overlap. */
const next = join(root, `dist.next-${process.pid}`);
const stamp = join(dist, '.built');
const page = 'adapters/in/http/page';

function isFresh() {
  if (!existsSync(stamp)) return false;
  const inputs = ['src', 'package-lock.json', 'config/tooling/build.mjs'];
  return Math.max(...inputs.map((input) => newest(join(root, input)))) <= statSync(stamp).mtimeMs;
}

/**
 * As an ES module node:http is read property by property, which loads the whole of fetch (measured: 17 ms and 6 MB);
 * through `require` it is not.
 */
const plainHttp = {
  name: 'plain-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?https?$/ }, ({ path, kind }) =>
      kind === 'require-call' ? undefined : { path: path.replace('node:', ''), namespace: 'plain-http' },
    );
    onLoad({ filter: /.*/, namespace: 'plain-http' }, ({ path }) => ({
      contents: `module.exports = require('node:${path}')`,
    }));
  },
};

async function bundle() {
  const startedAt = new Date();
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: ['src/index.ts'],
    outdir: next,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // The launcher has to parse on the oldest Node that it turns away.
    target: 'node20',
    // In order: native; optional, installed by users; old, and works only from node_modules.
    external: ['better-sqlite3', '@anthropic-ai/vertex-sdk', '@google-cloud/vertexai'],
    plugins: [plainHttp],
    sourcemap: true,
    legalComments: 'linked',
    logLevel: 'warning',
    // Packages that are CommonJS ask for Node's own modules in this way.
    banner: {
      js: "import { createRequire as svcRequire } from 'node:module'; const require = svcRequire(import.meta.url);",
    },
  });
  // It is `svc` on the path, too: see `bin` in package.json, and `make install`.
  chmodSync(join(next, 'index.js'), 0o755);
  mkdirSync(join(next, page), { recursive: true });
  cpSync(join(root, 'src', page), join(next, page), { recursive: true });
  writeFileSync(join(next, '.built'), '');
  utimesSync(join(next, '.built'), startedAt, startedAt);
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
}

if (!process.argv.includes('--if-stale') || !isFresh()) await bundle();
