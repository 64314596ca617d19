import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A fresh clone after `make setup`: each package is a link, so that changes stay here. */
function aClone(): string {
  const clone = join(temporaryDir(), 'a clone');
  const files = execFileSync(
    'git',
    ['ls-files', '-z', 'src', 'config', 'package.json', 'package-lock.json', 'tsconfig.json', 'Makefile'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(root, file), join(clone, file));
  }
  const packages = join(root, 'node_modules');
  mkdirSync(join(clone, 'node_modules'));
  for (const name of readdirSync(packages).filter((one) => one !== '.cache'))
    symlinkSync(join(packages, name), join(clone, 'node_modules', name));
  return clone;
}

const svcIn = (bin: string, args: readonly string[], env: Record<string, string>) =>
  spawnSync('svc', args, {
    cwd: temporaryDir(),
    encoding: 'utf8',
    env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: temporaryDir(), LOG_LEVEL: 'error', ...env },
  });

verifies(
  'cli.install',
  'make install puts svc of a fresh clone on the path, called from any directory',
  () => {
    const clone = aClone();
    const prefix = join(temporaryDir(), 'my prefix');
    // The installation counts as up to date: nothing is fetched.
    const make = ['-o', 'node_modules/.run', 'install', `PREFIX=${prefix}`];
    const made = spawnSync('make', make, { cwd: clone, encoding: 'utf8' });
    expect([made.status, made.stderr]).toEqual([0, '']);
    const bin = join(prefix, 'bin');
    expect(made.stdout).toContain(`${bin} is not on your path`);
    expect(readlinkSync(join(bin, 'svc'))).toBe(join(clone, 'dist/index.js'));
    const dataDir = temporaryDir();
    const ran = svcIn(bin, ['run', 'count', 'to', '3'], { SVC_DATA_DIR: dataDir });
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, '1 2 3 \n', '']);
    const status = svcIn(bin, ['status'], { SVC_DATA_DIR: dataDir });
    expect([status.status, status.stdout]).toEqual([1, expect.stringContaining('No engine is running')]);
    // Once more, without another build, over the existing link; but never over another program.
    const again = ['-o', 'build', ...make];
    expect(spawnSync('make', again, { cwd: clone }).status).toBe(0);
    const taken = temporaryDir();
    mkdirSync(join(taken, 'bin'));
    writeFileSync(join(taken, 'bin/svc'), 'mine');
    expect(spawnSync('make', [...again.slice(0, -1), `PREFIX=${taken}`], { cwd: clone }).status).not.toBe(0);
    expect(readFileSync(join(taken, 'bin/svc'), 'utf8')).toBe('mine');
    expect(svcIn(bin, ['--version'], {}).stdout).toMatch(/^\d+\.\d+\.\d+\n$/u);
    // A link to anything else is another program, too, even a dangling one.
    for (const target of ['/bin/ls', '/nowhere/svc']) {
      const linked = temporaryDir();
      mkdirSync(join(linked, 'bin'));
      symlinkSync(target, join(linked, 'bin/svc'));
      const refused = spawnSync('make', [...again.slice(0, -1), `PREFIX=${linked}`], {
        cwd: clone,
        encoding: 'utf8',
      });
      expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('is another program')]);
      expect(readlinkSync(join(linked, 'bin/svc'))).toBe(target);
    }
    const nowhere = spawnSync('make', [...again.slice(0, -1), 'PREFIX='], { cwd: clone, encoding: 'utf8' });
    expect([nowhere.status, nowhere.stderr]).toEqual([2, expect.stringContaining('PREFIX is empty')]);
  },
);

verifies('cli.install', 'npm link does the same', () => {
  const clone = aClone();
  const prefix = temporaryDir();
  const env = {
    ...process.env,
    npm_config_prefix: prefix,
    npm_config_offline: 'true',
    npm_config_audit: 'false',
  };
  const linked = spawnSync('npm', ['link'], { cwd: clone, encoding: 'utf8', env });
  expect([linked.status, linked.status === 0 ? '' : linked.stderr]).toEqual([0, '']);
  expect(svcIn(join(prefix, 'bin'), ['--version'], {}).stdout).toMatch(/^\d+\.\d+\.\d+\n$/u);
});
