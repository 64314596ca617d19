import { fileURLToPath } from 'node:url';

/** The file of a program that tests start and kill, as config/tooling/test-programs.mjs builds it. */
export const underTest = (name: 'engine' | 'faults' | 'memory' | 'sealing' | 'vault'): string =>
  fileURLToPath(new URL(`../../dist.tests/programs/${name}-under-test.mjs`, import.meta.url));
