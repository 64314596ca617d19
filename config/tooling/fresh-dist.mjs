// Before the e2e tests, which start dist/index.js: updates dist/, and everything else that they start.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startStorage } from './storage-of-tests.mjs';
import { programs } from './test-programs.mjs';

export default async function freshDist() {
  const build = fileURLToPath(new URL('build.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [build, '--if-stale'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed: see above.');
  await programs();
  await startStorage();
}
