import { expect, test } from '@jest/globals';
import {
  auditFaults,
  installedFaults,
  lockfileFaults,
  weightFaults,
} from '../../config/tooling/supply-rules.ts';
import { verifies } from '../spec/verifies.ts';

const good = { version: '1.2.3', integrity: 'sha512-x' };
const faultsOf = (packages: object, manifest: object = {}): readonly string[] =>
  lockfileFaults(manifest, { packages: { '': {}, ...packages } });

verifies('security.supply', 'a lockfile with a planted fault fails the check with a specific message', () => {
  expect(
    faultsOf({ 'node_modules/a': good, 'node_modules/a/node_modules/@b/c': { ...good, dev: true } }),
  ).toEqual([]);
  const planted: readonly (readonly [object, RegExp])[] = [
    [{ 'node_modules/a': { version: '1.2.3' } }, /^a 1\.2\.3 has no integrity/u],
    [{ 'node_modules/a': { ...good, resolved: 'git+ssh://git@x/a.git' } }, /^a 1\.2\.3 comes from git/u],
    [{ 'node_modules/a': { ...good, hasInstallScript: true } }, /^a 1\.2\.3 wants to run a script/u],
    [{ 'node_modules/x/node_modules/adm-zip': good }, /^adm-zip 1\.2\.3 must not be installed/u],
    [{ 'node_modules/tar': { ...good, version: '7.5.6' } }, /^tar 7\.5\.6 is older than/u],
    [
      { 'node_modules/@modelcontextprotocol/sdk': { ...good, version: '1.25.9' } },
      /^@modelcontext.*is older/u,
    ],
    [{ 'node_modules/alias': { ...good, name: 'adm-zip' } }, /^adm-zip/u],
  ];
  for (const [packages, fault] of planted) expect(faultsOf(packages)).toEqual([expect.stringMatching(fault)]);
  const script = { 'node_modules/a': { ...good, hasInstallScript: true } };
  expect(faultsOf(script, { allowScripts: { a: false } })).toEqual([]);
  expect(faultsOf({ 'node_modules/tar': { ...good, version: '7.5.7' } })).toEqual([]);
  const wanted = { dependencies: { a: '^1.0.0', c: '1.2.3' }, devDependencies: { b: '1.0.0' } };
  expect(faultsOf({ 'node_modules/b': good, 'node_modules/c': good }, wanted)).toEqual([
    'a is wanted as "^1.0.0": name one exact version.',
    'b 1.0.0 is wanted, and the lockfile has another: run npm install.',
  ]);
});

verifies(
  'security.supply',
  'installed packages match the lockfile; packages for other platforms may be absent',
  () => {
    const lockfile = { packages: { '': {}, 'node_modules/a': good, 'node_modules/mac-only': good } };
    const installed = (packages: object) => installedFaults(lockfile, { packages: { ...packages } });
    expect(installed({ 'node_modules/a': good })).toEqual([]);
    expect(installed({ 'node_modules/a': { ...good, version: '1.2.4' }, 'node_modules/x': good })).toEqual([
      'node_modules/a is 1.2.4 here, and 1.2.3 in the lockfile: run npm ci.',
      'node_modules/x is 1.2.3 here, and nothing in the lockfile: run npm ci.',
    ]);
  },
);

verifies(
  'security.supply',
  'what a new user installs is bounded in packages and in bytes, beside googleapis and the tools',
  () => {
    const many = (count: number, entry: object = good) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`node_modules/p${index}`, entry]));
    const faultsOf = (packages: object, bytes: number | null) =>
      weightFaults({ packages: { '': {}, ...packages } }, () => bytes).length;
    expect(faultsOf(many(255), 1e6)).toBe(0);
    expect(faultsOf(many(256), 1e6)).toBe(1);
    expect(faultsOf(many(2), 131e6)).toBe(1);
    expect(faultsOf(many(256, { ...good, dev: true }), 1e6)).toBe(0);
    expect(faultsOf(many(256), null)).toBe(0);
    expect(faultsOf({ 'node_modules/googleapis': good }, 261e6)).toBe(0);
  },
);

test('an audit fails only on findings of severity high or critical, and reports a missing answer as none', () => {
  const hole = (severity: string) => ({ name: 'a', severity, via: [{ title: 'T', url: 'U' }] });
  const report = (severity: string) => JSON.stringify({ vulnerabilities: { a: hole(severity) } });
  expect(auditFaults(report('critical'))).toEqual(['a has a hole of severity critical: T (U).']);
  expect(auditFaults(report('high'))).toHaveLength(1);
  expect(auditFaults(report('moderate'))).toEqual([]);
  expect(auditFaults('{"error":{"code":"ENOAUDIT"}}')).toBeNull();
  expect(auditFaults('')).toBeNull();
});
