// Before the e2e tests: they start dist/index.js, so dist/ must be what src/ says.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export default function freshDist() {
  const build = fileURLToPath(new URL('build.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [build, '--if-stale'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed: see above.');
}
