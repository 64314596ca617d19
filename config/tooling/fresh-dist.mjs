// Before the e2e tests: they start dist/index.js, so dist/ must be what src/ says.
// Type errors are printed and do not stop the tests: `npm run typecheck` judges them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export default function freshDist() {
  const here = (path) => fileURLToPath(new URL(path, import.meta.url));
  spawnSync(process.execPath, [here('build.mjs'), '--if-stale'], { stdio: 'inherit' });
  if (!existsSync(here('../../dist/index.js')))
    throw new Error('The build failed (errors above): no dist/index.js.');
}
