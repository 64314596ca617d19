// Three projects: `core` is fast and has no dependencies, `adapters` uses files and sockets, `e2e` starts dist/.
import { fileURLToPath } from 'node:url';
import { moduleNameMapper } from './test-bundles.mjs';

const rootDir = fileURLToPath(new URL('../../', import.meta.url));

const project = (displayName, folders, more = {}) => ({
  rootDir,
  displayName,
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/tests'],
  testMatch: folders.map((folder) => `<rootDir>/tests/${folder}/**/*.test.ts`),
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/config/tooling/strip-types.cjs' },
  injectGlobals: false,
  moduleNameMapper,
  globalSetup: '<rootDir>/config/tooling/test-bundles.mjs',
  ...more,
});

export default {
  rootDir,
  projects: [
    project('core', ['core', 'architecture', 'spec']),
    project('adapters', ['adapters']),
    project('e2e', ['e2e'], { globalSetup: '<rootDir>/config/tooling/fresh-dist.mjs' }),
  ],
  passWithNoTests: true,
  reporters: ['default', '<rootDir>/config/tooling/proven-reporter.mjs'],
  testTimeout: 20_000,
  maxWorkers: '100%',
  workerIdleMemoryLimit: '700MB',
  watchman: false,
  coverageProvider: 'v8',
  coverageDirectory: '<rootDir>/coverage',
  collectCoverageFrom: ['src/**/*.ts'],
};
