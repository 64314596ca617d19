// src/page -> dist/page: the page, built once for each language, so that a browser loads the texts of one language alone and
// no part of the page waits for them. Each area is a file of its own, loaded when it is opened; what areas share is in few
// files, because a browser asks for six at a time. Nothing is inlined into the HTML or into style sheets: the page's own
// files need no leave of its content security policy.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../../', import.meta.url));
const words = join(root, 'src/page/words');
/** What the engine says as data, in words. */
const wordsOfEngine = join(root, 'src/contract/words');
/** English first: it is for a browser whose languages the page has not. */
const LANGUAGES = ['en', ...readdirSync(words).filter((name) => name !== 'en' && !name.includes('.'))];
const START = 'src/page/start.tsx';
/** What areas share. */
const PARTS = 'src/page/parts/';
/** Where a person who was away begins. */
const TODAY = 'src/page/today/area.tsx';

const form = {
  target: 'es2024',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * Writes the page into the folder. Resolves to what the first visit loads, for each language: names in the folder.
 * `bracketed`: in the place of this language, English with each of its texts in brackets, which shows what is said in no
 * words of a language.
 */
export async function buildPage(outDir, { bracketed = null } = {}) {
  cpSync(join(root, 'src/page/public'), outDir, { recursive: true });
  mkdirSync(join(outDir, 'assets'));
  const [frame, styles] = await Promise.all([diagramFrame(), buildStyles(outDir)]);
  const built = await Promise.all(
    LANGUAGES.map((language) => buildIn(language, outDir, frame.name, language === bracketed)),
  );
  const builds = Object.fromEntries(LANGUAGES.map((language, index) => [language, built[index]]));
  writeFileSync(join(outDir, frame.name), frame.text);
  const first = await buildFirst(builds, outDir);
  const source = readFileSync(join(root, 'src/page/index.html'), 'utf8');
  const pages = LANGUAGES.map((language) => {
    const { start, preloads } = builds[language];
    const tags = [
      `<link rel="stylesheet" crossorigin href="/${styles}">`,
      `<script type="module" crossorigin src="/${first}"></script>`,
      ...[start, ...preloads].map(preloaded),
      LOGIN,
    ];
    const page = source
      .replace(/ *<script type="module" src=".\/start.tsx"><\/script>\n/, '')
      .replace('  </head>', `${tags.map((tag) => `    ${tag}\n`).join('')}  </head>`)
      .replace('<html lang="en"', `<html lang="${language}"`);
    writeFileSync(join(outDir, nameOfPage(language)), page);
    return page;
  });
  await buildWorker(pages.join(''), outDir);
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

async function buildIn(language, outDir, frame, isBracketed) {
  const [{ build }, { joinChunks }] = await Promise.all([import('esbuild'), import('./join-chunks.mjs')]);
  const folder = join(outDir, 'assets', language);
  const { metafile } = await build({
    ...form,
    absWorkingDir: root,
    metafile: true,
    entryPoints: [START],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    define: { DIAGRAM_FRAME: JSON.stringify(frame) },
    plugins: [isBracketed ? bracketedWords(language) : wordsOf(language), withoutStyles],
  });
  await joinChunks(folder, metafile, groupsOf, form);
  // A browser keeps what is in assets for good, so what is new has a new address.
  const named = `${language}-${hashOf(
    readdirSync(folder)
      .toSorted()
      .map((name) => readFileSync(join(folder, name))),
  )}`;
  renameSync(folder, join(outDir, 'assets', named));
  const address = (name) => `/assets/${named}/${name}`;
  const [today] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === TODAY);
  const begun = new Set(['start.js', 'base.js']);
  return {
    start: address('start.js'),
    preloads: [address('base.js')],
    today: importsWithin(basename(today), join(outDir, 'assets', named), begun).map(address),
  };
}

/** @returns this file and all that it imports, but for what is known */
function importsWithin(name, folder, known) {
  if (known.has(name)) return [];
  known.add(name);
  const text = readFileSync(join(folder, name), 'utf8');
  const imported = Array.from(text.matchAll(/(?:from|import)"\.\/([^"]+)"/g), ([, path]) => path);
  return [name, ...imported.flatMap((one) => importsWithin(one, folder, known))];
}

/** @returns the files that chunks go into: what every visit loads, what areas share, and where a person who was away begins. */
function groupsOf({ outputs, closure }) {
  const entryOf = (source) => [...outputs].find(([, { entryPoint }]) => entryPoint === source)[0];
  const groups = new Map();
  const join = (names, group) => {
    for (const name of names) if (name !== start && !groups.has(name)) groups.set(name, group);
  };
  const start = entryOf(START);
  join(closure(start), 'base');
  for (const [name, { entryPoint, inputs }] of outputs)
    if (entryPoint === undefined && Object.keys(inputs).some((path) => path.startsWith(PARTS)))
      join(closure(name), 'parts');
  join(closure(entryOf(TODAY)), 'today');
  return groups;
}

/** All style sheets as one file of 49 kB (2026-11-29), so that no area waits for its own. */
async function buildStyles(outDir) {
  const { build } = await import('esbuild');
  const sheets = readdirSync(join(root, 'src/page'), { recursive: true })
    .filter((name) => name.endsWith('.css') && !/^(?:public|offline|diagrams.frame)\b/.test(name))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1));
  const { outputFiles } = await build({
    stdin: {
      contents: sheets.map((name) => `@import ${JSON.stringify(`./${name}`)};`).join('\n'),
      loader: 'css',
      resolveDir: join(root, 'src/page'),
    },
    bundle: true,
    minify: true,
    write: false,
    target: form.target,
    logLevel: 'warning',
  });
  const { contents } = outputFiles[0];
  const name = `assets/page-${hashOf([contents])}.css`;
  writeFileSync(join(outDir, name), contents);
  return name;
}

/** What all areas build on comes before what is theirs. */
const rankOf = (name) =>
  ['styles/tokens', 'styles/', 'app/', 'parts/'].findIndex((one) => name.startsWith(one)) >>> 0;

/** See buildStyles. */
const withoutStyles = {
  name: 'without-styles',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, () => ({ contents: '', loader: 'js' }));
  },
};

/**
 * `#words/x.ts` is what is in words/en/x.ts (package.json); in another language it is what is in that folder, and so it is
 * with the words for what the engine says.
 */
const wordsOf = (language) => ({
  name: 'words-of-language',
  setup({ onResolve }) {
    onResolve({ filter: /^#words\// }, ({ path }) => ({ path: join(words, language, basename(path)) }));
    onResolve({ filter: /^\.\/en\/words\.ts$/ }, ({ path, resolveDir }) =>
      resolveDir === wordsOfEngine ? { path: join(wordsOfEngine, language, basename(path)) } : undefined,
    );
  },
});

/** The words of the English folder, each text in brackets; `language.ts` alone is that of the language. */
const bracketedWords = (language) => ({
  name: 'bracketed-words',
  setup({ onResolve, onLoad }) {
    const asBracketed = (path) => ({ path, namespace: 'bracketed' });
    onResolve({ filter: /^#words\// }, ({ path }) =>
      basename(path) === 'language.ts'
        ? { path: join(words, language, 'language.ts') }
        : asBracketed(join(words, 'en', basename(path))),
    );
    onResolve({ filter: /^\.\/en\/words\.ts$/ }, ({ resolveDir }) =>
      resolveDir === wordsOfEngine ? asBracketed(join(wordsOfEngine, 'en/words.ts')) : undefined,
    );
    onLoad({ filter: /./, namespace: 'bracketed' }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      const exported = names.map((name) => `export const ${name} = bracketed(words.${name});`);
      return {
        contents: [`import * as words from ${JSON.stringify(path)};`, BRACKETED, ...exported].join('\n'),
        resolveDir: join(path, '..'),
        loader: 'ts',
      };
    });
  },
});

/** What a text, a list or a function of texts is in that language. */
const BRACKETED = `function bracketed(words: any): any {
  if (typeof words === 'string') return words.trim() === '' ? words : '⟦' + words + '⟧';
  if (typeof words === 'function') return (...given: any[]) => bracketed(words(...given));
  if (Array.isArray(words)) return words.map(bracketed);
  if (words === null || typeof words !== 'object' || words instanceof RegExp) return words;
  return Object.fromEntries(Object.entries(words).map(([name, one]) => [name, bracketed(one)]));
}`;

const hashOf = (parts) =>
  parts
    .reduce((sum, part) => sum.update(part), createHash('sha256'))
    .digest('base64url')
    .slice(0, 12);

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
  // A script, and no module: it puts itself into a variable of the document.
  const library = readFileSync(join(root, 'node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js'), 'utf8');
  // Within a script, these characters would change how a browser reads the rest of it.
  const script = `${library}\n${outputFiles[0].text}`
    .replaceAll('<!--', String.raw`\x3c!--`)
    .replaceAll('</script', String.raw`\x3c/script`);
  const hash = createHash('sha256').update(script).digest('base64');
  const style = readFileSync(join(folder, 'frame.css'), 'utf8');
  const text =
    `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="script-src 'sha256-${hash}'">` +
    `<title>Diagram</title><style>${style}</style><body></body><script>${script}</script>\n`;
  return { name: `assets/diagram-${hashOf([text])}.html`, text };
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
  const name = `assets/first-${hashOf([contents])}.js`;
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
  await build({
    absWorkingDir: root,
    entryPoints: ['src/page/offline/worker.ts'],
    bundle: true,
    minify: true,
    outfile: join(outDir, 'worker.js'),
    format: 'iife',
    target: 'es2022',
    define: { BUILD: JSON.stringify(hashOf([page, ...kept])) },
    logLevel: 'warning',
  });
}

/** Each script, style sheet and frame a second time, so that the server compresses nothing while it answers. */
function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true }).filter((one) => /\.(?:js|css|html)$/.test(one)))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
}
