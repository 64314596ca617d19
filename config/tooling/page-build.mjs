// src/page -> dist/page: the page, built by Vite once for each language, so that a browser loads the texts of one
// language alone and no part of the page waits for them. Files that are the same in both are one file: the hash of the
// content is in the name. Each area is a chunk of its own, loaded when it is opened; what areas share is in few files,
// because a browser asks for six at a time. Nothing is inlined into the HTML or
// into style sheets: the page's own files need no leave of its content security policy.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../../', import.meta.url));
const words = join(root, 'src/page/words');
const LANGUAGES = ['en', 'de'];
/** What areas share. */
const PARTS = '/src/page/parts/';
/** Where a person who was away begins. */
const TODAY = '/src/page/today/area.tsx';

/** Writes the page into the folder. Resolves to what the first visit loads, for each language: names in the folder. */
export async function buildPage(outDir) {
  const builds = {};
  const pages = {};
  const frame = await diagramFrame();
  for (const language of LANGUAGES) {
    await buildIn(language, outDir, frame.name);
    const html = (pages[language] = readFileSync(join(outDir, 'index.html'), 'utf8'));
    const [start, ...preloads] = [...html.matchAll(SCRIPTS)].map(([, address]) => address);
    builds[language] = { start, preloads };
  }
  writeFileSync(join(outDir, frame.name), frame.text);
  const first = await buildFirst(builds, outDir);
  const tag = `<script type="module" crossorigin src="/${first}"></script>`;
  for (const language of LANGUAGES) {
    const { start, preloads } = builds[language];
    const early = [tag, ...[start, ...preloads].map(preloaded), LOGIN].join('\n    ');
    let isPlaced = false;
    pages[language] = pages[language]
      .replaceAll(SCRIPTS, () => (isPlaced ? '' : ((isPlaced = true), early)))
      .replaceAll(/\n\s+(?=\n)/g, '')
      .replace('<html lang="en"', `<html lang="${language}"`);
    writeFileSync(join(outDir, nameOfPage(language)), pages[language]);
  }
  await buildWorker(LANGUAGES.map((language) => pages[language]).join(''), outDir);
  compress(join(outDir, 'assets'));
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const { start, preloads } = builds[language];
      return [language, [first, ...[start, ...preloads].map((address) => address.slice(1))]];
    }),
  );
}

/** As the server knows it (adapters/in/http/page.ts): the first language is that of a browser whose languages the page has not. */
const nameOfPage = (language) => (language === LANGUAGES[0] ? 'index.html' : `index.${language}.html`);

/** What the small script chooses, unless the person has chosen otherwise in this browser. */
const preloaded = (address) => `<link rel="modulepreload" crossorigin href="${address}">`;

/** The first question of the page (engine/transport.ts), asked while its script is on the way. */
const LOGIN = '<link rel="preload" as="fetch" crossorigin href="/api/login">';

/** In the HTML that Vite writes: the script of the page, and what that loads. */
const SCRIPTS =
  /<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="(\/assets\/[^"]+\.js)">(?:<\/script>)?/g;

async function buildIn(language, outDir, frame) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: join(root, 'src/page'),
    base: '/',
    cacheDir: join(root, 'node_modules/.cache/vite'),
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    define: { DIAGRAM_FRAME: JSON.stringify(frame) },
    plugins: [wordsOf(language)],
    build: {
      outDir,
      emptyOutDir: language === LANGUAGES[0],
      target: 'es2024',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      sourcemap: true,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              chunk('base', ({ isEntry }) => isEntry),
              chunk('parts', ({ id }) => id.includes(PARTS)),
              chunk('today', ({ id }) => id.endsWith(TODAY)),
            ],
          },
        },
      },
    },
  });
}

/**
 * Puts a module, and what it loads, into one file, unless it is in a file before. Else there is one for each set of areas
 * that share something: more than a dozen, and a browser asks for six at a time.
 */
function chunk(name, isRoot) {
  const known = new Map();
  const isIn = (id, graph) => {
    if (known.has(id)) return known.get(id);
    // Modules may import each other.
    known.set(id, false);
    const module = graph.getModuleInfo(id);
    const is = module !== null && (isRoot(module) || module.importers.some((one) => isIn(one, graph)));
    known.set(id, is);
    return is;
  };
  return { name: (id, graph) => (isIn(id, graph) ? name : null), debugName: name };
}

/** src/page/words/x.ts exports what is in en/x.ts; in another language it exports what is in that folder. */
const wordsOf = (language) => ({
  name: 'words-of-language',
  enforce: 'pre',
  resolveId(source, importer) {
    const area = /^\.\/en\/([^/]+\.ts)$/.exec(source)?.[1];
    if (area === undefined || !importer?.startsWith(words)) return null;
    return join(words, language, area);
  },
});

/**
 * The document that draws diagrams: one file, because it has no origin and may load nothing. Its own policy allows the one
 * script that is in it; the server adds the rest (adapters/in/http/diagram-frame.ts).
 */
async function diagramFrame() {
  const { build } = await import('esbuild');
  const folder = join(root, 'src/page/diagrams/frame');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, 'draw.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
  });
  // Within a script, these characters would change how a browser reads the rest of it.
  const script = outputFiles[0].text.replaceAll('<!--', String.raw`\x3c!--`);
  const hash = createHash('sha256').update(script).digest('base64');
  const style = readFileSync(join(folder, 'frame.css'), 'utf8');
  const text =
    `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="script-src 'sha256-${hash}'">` +
    `<title>Diagram</title><style>${style}</style><body></body><script>${script}</script>\n`;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  return { name: `assets/diagram-${name}.html`, text };
}

/** The small script that chooses the language. */
async function buildFirst(builds, outDir) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/page/first.ts'],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    define: { BUILDS: JSON.stringify(builds) },
    logLevel: 'warning',
  });
  const { contents } = outputFiles[0];
  const name = `assets/first-${createHash('sha256').update(contents).digest('base64url').slice(0, 8)}.js`;
  writeFileSync(join(outDir, name), contents);
  return name;
}

/** The screen that is shown while svc is away, and the service worker that keeps it: its address stays, and its text changes with each build, so that browsers take the new one. */
async function buildWorker(page, outDir) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: ['src/page/offline/screen.ts'],
    bundle: true,
    minify: true,
    outfile: join(outDir, 'offline.js'),
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  });
  const kept = ['offline.html', 'offline.css', 'offline.js', 'icon.svg'].map((name) =>
    readFileSync(join(outDir, name)),
  );
  const hash = kept.reduce((sum, file) => sum.update(file), createHash('sha256').update(page));
  await build({
    absWorkingDir: root,
    entryPoints: ['src/page/offline/worker.ts'],
    bundle: true,
    minify: true,
    outfile: join(outDir, 'worker.js'),
    format: 'iife',
    target: 'es2022',
    define: { BUILD: JSON.stringify(hash.digest('base64url').slice(0, 12)) },
    logLevel: 'warning',
  });
}

/** Each script, style sheet and frame a second time, so that the server compresses nothing while it answers. */
function compress(folder) {
  for (const name of readdirSync(folder).filter((one) => /\.(?:js|css|html)$/.test(one)))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
}
