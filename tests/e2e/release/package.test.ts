import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, jest } from '@jest/globals';
import { afterwards } from '../../harness/afterwards.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';

// Two builds from the packages on, and an installation.
jest.setTimeout(600_000);

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What the way to a registry needs. */
const WAY = [
  'NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
];

/** A machine with an empty home, and nothing on its path but Node, npm and what a shell needs: no git, no make, no compiler. */
async function bareMachine() {
  const home = temporaryDir();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  for (const name of ['npm', 'sh', 'env', 'uname', 'dirname', 'readlink', 'sed']) {
    const { stdout } = await run('sh', ['-c', `command -v ${name}`]);
    symlinkSync((await run('readlink', ['-f', stdout.trim()])).stdout.trim(), join(bin, name));
  }
  const way = Object.fromEntries(
    WAY.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const prefix = join(home, 'global');
  const PATH = [join(prefix, 'bin'), bin].join(delimiter);
  return { prefix, env: { ...way, HOME: home, PATH } };
}

const made = async (out: string) =>
  await run(process.execPath, [join(root, 'config/tooling/release.mjs'), out], { cwd: root });

verifies(
  ['release.package', 'release.same'],
  'the package of a commit is the same each time, and installs and works where there is nothing but Node and npm',
  async () => {
    const [first, second] = [join(temporaryDir(), 'first'), join(temporaryDir(), 'second')];
    await made(first);
    await made(second);
    const sums = readFileSync(join(first, 'SHA256SUMS'), 'utf8');
    expect(readFileSync(join(second, 'SHA256SUMS'), 'utf8')).toBe(sums);
    for (const line of sums.trim().split('\n')) {
      const [sum, file = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(readFileSync(join(first, file)))
          .digest('hex'),
      ).toBe(sum);
    }
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

    const { prefix, env } = await bareMachine();
    await run('npm', ['install', '--global', '--prefix', prefix, join(first, `svc-${version}.tgz`)], { env });
    const installed = join(prefix, 'lib/node_modules/svc');
    const names = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.startsWith('node_modules'),
    );
    // Nothing of the sources, the tests or the tools.
    expect(new Set(names.map((name) => name.split('/')[0]))).toEqual(
      new Set([
        'dist',
        'CHANGELOG.md',
        'LICENSES.txt',
        'README.md',
        'npm-shrinkwrap.json',
        'package.json',
        'sbom.json',
      ]),
    );
    expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
    const { components } = JSON.parse(readFileSync(join(installed, 'sbom.json'), 'utf8')) as {
      components: readonly { name: string }[];
    };
    const licences = readFileSync(join(installed, 'LICENSES.txt'), 'utf8');
    for (const name of ['express', 'kysely', 'better-sqlite3', 'preact']) {
      expect(components).toContainEqual(expect.objectContaining({ name }));
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'mu'));
    }

    expect((await run('svc', ['--version'], { env })).stdout).toBe(`${version}\n`);
    const { stdout } = await run('svc', ['--demo', 'run', 'write notes/first.md: hello'], { env });
    expect(stdout).toContain('notes/first.md');
    expect(readFileSync(join(env.HOME, '.svc/workspace/notes/first.md'), 'utf8')).toBe('hello');
    const engine = spawn('svc', ['--http-api', '--demo'], {
      env: { ...env, SVC_HTTP_PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    afterwards(() => engine.kill('SIGKILL'));
    let address = '';
    for await (const line of createInterface(engine.stderr)) {
      address = /http:\/\/\S+/u.exec(line)?.[0] ?? '';
      if (address !== '') break;
    }
    const page = await fetch(address);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const [script] = /\/assets\/[^"]+\.js/u.exec(await page.text()) ?? [];
    expect((await fetch(new URL(script ?? '/none', address))).status).toBe(200);
    const ended = once(engine, 'exit');
    engine.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
);
