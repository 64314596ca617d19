import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The packages that read and write zips. They are loaded with the first one, which many engines never have. */
export const lazily = {
  get yauzl(): typeof import('yauzl') {
    return require('yauzl') as typeof import('yauzl');
  },
  get yazl(): typeof import('yazl') {
    return require('yazl') as typeof import('yazl');
  },
};
