// make release: the package that npm installs globally, the context of a container image with it, and their checksums, from
// the commit that is checked out. The same commit gives the same bytes. It builds in a clean copy of the commit, so nothing that
// lies around gets into it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Not in the bundle, and installed with the package: native, or loaded on demand from where npm puts them (see build.mjs). */
const INSTALLED = ['better-sqlite3', '@google-cloud/vertexai', 'googleapis', 'iconv-lite'];
const LICENCE = /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i;

const out = resolve(process.argv[2] ?? join(root, 'release'));
const git = (...args) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
const npm = (cwd, ...args) =>
  execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  });
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

const work = mkdtempSync(join(tmpdir(), 'svc-release-'));
try {
  const source = join(work, 'source');
  execFileSync('git', ['clone', '--quiet', '--no-tags', root, source], { stdio: 'inherit' });
  npm(source, 'ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');
  execFileSync(process.execPath, [join(source, 'config/tooling/build.mjs')], { stdio: 'inherit' });

  const manifest = json(join(source, 'package.json'));
  const lock = json(join(source, 'package-lock.json'));
  const at = {
    commit: git('rev-parse', 'HEAD'),
    date: new Date(git('log', '-1', '--format=%cI')).toISOString(),
  };
  const folder = join(work, 'svc');
  mkdirSync(folder);
  cpSync(join(source, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !/(?:\.map|\.built)$/.test(path),
  });
  for (const name of ['CHANGELOG.md', 'config/release/README.md'])
    copyFileSync(join(source, name), join(folder, name.split('/').at(-1)));
  const { name, version, license, bin, type, peerDependencies, peerDependenciesMeta } = manifest;
  const dependencies = Object.fromEntries(
    INSTALLED.map((one) => [one, lock.packages[`node_modules/${one}`].version]),
  );
  writeJson(join(folder, 'package.json'), {
    name,
    version,
    license,
    bin,
    type,
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
    engines: { node: '>=22.19' },
    release: at,
  });
  // With the versions that were tried: npm keeps to them, also where it installs globally.
  copyFileSync(join(source, 'package-lock.json'), join(folder, 'package-lock.json'));
  npm(
    folder,
    'install',
    '--package-lock-only',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
  );
  renameSync(join(folder, 'package-lock.json'), join(folder, 'npm-shrinkwrap.json'));
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(source));
  writeJson(join(folder, 'sbom.json'), partsOf(source, at));

  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'container'), { recursive: true });
  npm(folder, 'pack', '--pack-destination', out, '--silent');
  const file = `svc-${version}.tgz`;
  copyFileSync(join(out, file), join(out, 'container/svc.tgz'));
  copyFileSync(join(source, 'config/release/Dockerfile'), join(out, 'container/Dockerfile'));
  const sums = [file, 'container/Dockerfile', 'container/svc.tgz'].map((one) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(out, one)))
      .digest('hex');
    return `${sum}  ${one}\n`;
  });
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  process.stdout.write(`${sums.join('')}npm install --global ${join(out, file)}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Of all that runs: what is in the bundle, and what is installed with it. */
function licencesOf(source) {
  const folders = Object.keys(json(join(source, 'node_modules/.package-lock.json')).packages);
  const texts = folders.map((path) => {
    const folder = join(source, path);
    const { name, version, license } = json(join(folder, 'package.json'));
    const files = readdirSync(folder)
      .filter((file) => LICENCE.test(file))
      .toSorted();
    const said = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
    return `${name} ${version} (${license})\n\n${said === '' ? `It names the licence ${license} and has no text of it.` : said}`;
  });
  return `svc contains or uses these packages.\n\n${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** All that runs, in CycloneDX, by npm: without what is another for each call. */
function partsOf(source, { date }) {
  const { serialNumber: _, ...sbom } = JSON.parse(
    npm(source, 'sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'),
  );
  return { ...sbom, metadata: { ...sbom.metadata, timestamp: date } };
}
