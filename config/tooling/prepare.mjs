// Runs after `npm ci`. Builds dist/ when the compiler is there (`npm ci --omit=dev` has none).
// Type errors do not stop an install: they are the business of `npm run build` and `make check`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

if (existsSync(`${root}node_modules/typescript/package.json`)) {
  const build = spawnSync(process.execPath, [`${root}config/tooling/build.mjs`], {
    cwd: root,
    stdio: 'inherit',
  });
  if (build.status !== 0) {
    process.stderr.write(
      'prepare: the build reported errors (above). The packages are installed; see `npm run build`.\n',
    );
  }
}
