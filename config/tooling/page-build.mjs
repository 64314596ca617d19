// src/page -> dist/page: the page, built by Vite. Each area is a chunk of its own, loaded when it is opened. Nothing is
// inlined into the HTML or into style sheets: the page's own files need no leave of its content security policy.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../../', import.meta.url));

export async function buildPage(outDir) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: join(root, 'src/page'),
    base: '/',
    cacheDir: join(root, 'node_modules/.cache/vite'),
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2024',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      sourcemap: true,
    },
  });
  compress(join(outDir, 'assets'));
}

/** Each script and style sheet a second time, so that the server compresses nothing while it answers. */
function compress(folder) {
  for (const name of readdirSync(folder).filter((one) => /\.(?:js|css)$/.test(one)))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
}
