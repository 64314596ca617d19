// src/ -> dist/: the page (see page-build.mjs), and index.js with a few chunks, including packages, because Node loads one file far faster than the
// thousand small ones of kysely, inversify and typebox. Code that is loaded on demand stays in separate chunks; native
// packages stay packages. Builds beside dist/ and swaps, so that a running test never sees an incomplete folder, and
// nothing of an older build remains. `--if-stale`: only if something in src/ is newer. `npm run typecheck` checks types.
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newest } from './newest.mjs';
import { buildPage } from './page-build.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'dist');
/** A separate folder for each build: test runs may overlap. */
const next = join(root, `dist.next-${process.pid}`);
const stamp = join(dist, '.built');

function isFresh() {
  if (!existsSync(stamp)) return false;
  const inputs = [
    'src',
    'package-lock.json',
    'config/tooling/build.mjs',
    'config/tooling/join-chunks.mjs',
    'config/tooling/page-build.mjs',
  ];
  return Math.max(...inputs.map((input) => newest(join(root, input)))) <= statSync(stamp).mtimeMs;
}

/**
 * As an ES module, each of these is read property by property, which loads what many of them are made of (for node:http
 * the whole of fetch) and costs time and memory; through `require` it is not.
 */
const plainBuiltins = {
  name: 'plain-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?(https?|process|util)$/ }, ({ path, kind }) =>
      kind === 'require-call' ? undefined : { path: path.replace('node:', ''), namespace: 'plain-builtins' },
    );
    onLoad({ filter: /.*/, namespace: 'plain-builtins' }, ({ path }) => ({
      contents: `module.exports = require('node:${path}')`,
    }));
  },
};

/**
 * Encodings that a body may name and hardly one does: 500 kB, a tenth of what a start would read. They stay in their
 * package, which requires each of them when it is needed.
 */
const rareEncodings = {
  name: 'rare-encodings',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/tables\/[\w-]+\.json$/ }, ({ path, importer }) =>
      /[/\\]iconv-lite[/\\]encodings[/\\]/.test(importer)
        ? { path: path.replace('.', 'iconv-lite/encodings'), external: true }
        : undefined,
    );
  },
};

/** Only these of the 2,500 known media types have an extension or a charset, which is all that mime-types looks up. */
const knownMediaTypes = {
  name: 'known-media-types',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]mime-db[/\\]db\.json$/ }, ({ path }) => {
      const all = Object.entries(JSON.parse(readFileSync(path, 'utf8')));
      const known = all.filter(([, { extensions, charset }]) => extensions || charset);
      const lines = known.map(([type, { source, extensions, charset }]) => [
        type,
        { source, extensions, charset },
      ]);
      const text = JSON.stringify(JSON.stringify(Object.fromEntries(lines)));
      // V8 reads it faster than an object literal.
      return { contents: `module.exports = JSON.parse(${text})`, loader: 'js' };
    });
  },
};

/**
 * A file with one sign beyond Latin-1 takes two bytes for each of its signs, in memory as well. esbuild escapes those in
 * strings; this escapes those in patterns and templates, too.
 */
const asciiOnly = {
  name: 'ascii-only',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replaceAll(/[^\0-\x7f]/gu, escaped);
      return contents === source ? undefined : { contents, loader: 'ts' };
    });
  },
};

function escaped(sign) {
  const code = sign.codePointAt(0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

async function bundle() {
  const startedAt = new Date();
  await Promise.all([bundleEngine(), buildPage(join(next, 'page'))]);
  writeFileSync(join(next, '.built'), '');
  utimesSync(join(next, '.built'), startedAt, startedAt);
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
}

// CommonJS packages load Node's own modules in this way.
const banner =
  "import { createRequire as svcRequire } from 'node:module'; const require = svcRequire(import.meta.url);";

/** Making one takes time in each chunk, and hardly any of them uses it. The lines stay those of the source map. */
function withoutNeedlessRequire(file) {
  const text = readFileSync(file, 'utf8');
  const rest = text.replace(banner, '');
  if (!/\brequire\b/.test(rest)) writeFileSync(file, rest);
}

const form = {
  platform: 'node',
  // The launcher must parse on the oldest Node version that it rejects.
  target: 'node20',
  // Every start reads it. Names stay, and lines stay short, so that a stack can be read without the source map.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
  sourcemap: true,
  // The sources lie beside it.
  sourcesContent: false,
  logLevel: 'warning',
};

/** What a process begins with, and where it is decided what it becomes. */
const STARTS = {
  'src/main/main.ts': 'src/main/process/modes.ts',
  'src/backup-process.ts': 'src/main/backup-process/program.ts',
};

async function bundleEngine() {
  const [{ build }, { byStarts, joinChunks }] = await Promise.all([
    import('esbuild'),
    import('./join-chunks.mjs'),
  ]);
  const { metafile } = await build({
    ...form,
    absWorkingDir: root,
    metafile: true,
    entryPoints: ['src/index.ts', 'src/backup-process.ts'],
    outdir: next,
    bundle: true,
    splitting: true,
    format: 'esm',
    // In order: native; optional, installed by users; old, and works only from node_modules; warns outside node_modules.
    external: ['better-sqlite3', '@anthropic-ai/vertex-sdk', 'pg', '@google-cloud/vertexai', 'googleapis'],
    plugins: [plainBuiltins, rareEncodings, knownMediaTypes, asciiOnly],
    legalComments: 'linked',
    banner: { js: banner },
  });
  await joinChunks(next, metafile, (chunks) => byStarts(STARTS, chunks), form);
  for (const name of readdirSync(next)) if (name.endsWith('.js')) withoutNeedlessRequire(join(next, name));
  // The file is also the command `svc`: see `bin` in package.json, and `make install`.
  chmodSync(join(next, 'index.js'), 0o755);
}

const ifStale = process.argv.includes('--if-stale');
if (!ifStale || !isFresh()) {
  // The first start waits for it, and would otherwise say nothing for a quarter of a minute.
  if (ifStale) process.stderr.write('Building svc, which takes some seconds.\n');
  await bundle();
}
