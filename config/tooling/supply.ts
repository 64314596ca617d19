// For `make check`: verifies that the installed packages match the lockfile, that fixed vulnerabilities stay fixed, that
// what a new user installs stays light, and that only reviewed install scripts run. The audit asks the registry, and reports if that does not answer.
import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import semver from 'semver';
import { auditFaults, installedFaults, lockfileFaults, weightFaults } from './supply-rules.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const json = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

/** SQLite is bundled in its package, so its version must be queried. */
async function sqliteFaults(): Promise<readonly string[]> {
  const ask = `process.stdout.write(require('better-sqlite3')(':memory:').prepare('SELECT sqlite_version()').pluck().get())`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', ask], { cwd: root });
  return semver.gte(stdout, '3.54.0')
    ? []
    : [`SQLite is ${stdout}; at least 3.54.0 is needed (promise S46).`];
}

/** In whole blocks, as a disk stores them, without the packages within it. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesIn(path);
    return sum + Math.ceil(lstatSync(path).size / 4096) * 4096;
  }, 0);
}

const bytesOf = (path: string): number | null => {
  const folder = join(root, path);
  return existsSync(folder) ? bytesIn(folder) : null;
};

async function audit(): Promise<readonly string[]> {
  const args = ['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=10000'];
  // It exits with 1 if it finds something.
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 1 << 28 }).catch(
    (error: { readonly stdout?: string }) => error,
  );
  const faults = auditFaults(stdout ?? '');
  if (faults === null)
    process.stderr.write('supply: the registry did not answer the audit; everything else was checked.\n');
  return faults ?? [];
}

const lockfile = json('package-lock.json');
const faults = [
  ...lockfileFaults(json('package.json'), lockfile),
  ...lockfileFaults(json('config/node/package.json'), json('config/node/package-lock.json')),
  ...lockfileFaults(json('tests/postgres/package.json'), json('tests/postgres/package-lock.json')),
  ...weightFaults(lockfile, bytesOf),
  ...installedFaults(lockfile, json('node_modules/.package-lock.json')),
  ...(await sqliteFaults()),
  ...(await audit()),
];
for (const fault of faults) process.stderr.write(`supply: ${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
