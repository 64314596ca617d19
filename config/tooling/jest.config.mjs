// `core` is fast and has no dependencies, `adapters` uses files and sockets, `e2e` starts dist/, and `interop` runs
// programs of others against it where they are installed, and `browser` opens the page in a real browser where there is one.
import { fileURLToPath } from 'node:url';
import { chromium, withoutChromium } from './chromium.mjs';
import { isInteropInstalled, withoutInterop } from './interop.mjs';
import { left } from './long-tests.mjs';
import { isPostgresInstalled, withoutPostgres } from './postgres.mjs';
import { memoryDisk } from './memory-disk.mjs';

const rootDir = fileURLToPath(new URL('../../', import.meta.url));

// The workers, and what the tests start, inherit it. The cache of jest stays on the disk.
const temporary = process.env['TMPDIR'] ?? memoryDisk();
if (temporary !== null) process.env['TMPDIR'] = temporary;
const cacheDirectory = `${rootDir}node_modules/.cache/jest`;

const project = (displayName, folders, more = {}) => ({
  rootDir,
  cacheDirectory,
  displayName,
  testEnvironment: '<rootDir>/config/tooling/jest/environment.cjs',
  runtime: '<rootDir>/config/tooling/jest/runtime.cjs',
  setupFiles: ['<rootDir>/config/tooling/jest/random-cases.mjs'],
  roots: ['<rootDir>/src', '<rootDir>/tests'],
  testMatch: folders.map((folder) => `<rootDir>/tests/${folder}/**/*.test.ts`),
  extensionsToTreatAsEsm: ['.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...left],
  transform: {},
  injectGlobals: false,
  ...more,
});

const built = {
  globalSetup: '<rootDir>/config/tooling/fresh-dist.mjs',
  globalTeardown: '<rootDir>/config/tooling/storage-of-tests.mjs',
};
if (chromium === null) withoutChromium();
if (!isInteropInstalled) withoutInterop();
if (!isPostgresInstalled) withoutPostgres();

export default {
  rootDir,
  cacheDirectory,
  projects: [
    project('core', ['core', 'architecture', 'spec', 'page']),
    project('adapters', ['adapters']),
    project('e2e', ['e2e'], built),
    ...(isInteropInstalled ? [project('interop', ['interop'], built)] : []),
    ...(chromium === null ? [] : [project('browser', ['browser'], built)]),
  ],
  testSequencer: '<rootDir>/config/tooling/long-first.mjs',
  passWithNoTests: true,
  reporters: ['default', '<rootDir>/config/tooling/proven-reporter.mjs'],
  // Only what hangs may end here: the processors of some machines are five times as slow for minutes.
  testTimeout: 60_000,
  maxWorkers: '100%',
  workerIdleMemoryLimit: '1500MB',
  watchman: false,
};
