import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The packages that read schedules. They are loaded with the first schedule, which many engines never have. */
export const lazily = {
  get croner(): typeof import('croner') {
    return require('croner') as typeof import('croner');
  },
};
