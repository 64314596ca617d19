// Runs after `npm ci`: builds dist/ where the bundler is there (`npm ci --omit=dev` has none).
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const bundler = fileURLToPath(new URL('../../node_modules/esbuild/package.json', import.meta.url));
if (existsSync(bundler)) await import('./build.mjs');
