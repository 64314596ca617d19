/**
 * The vendor's library, one API at a time: the whole of it takes half a second. Each is loaded with its first call. It is
 * CommonJS, and has its names in `default` alone once it is part of a bundle.
 */
export const lazily = {
  drive: async () => (await import('googleapis/build/src/apis/drive/index.js')).default,
  docs: async () => (await import('googleapis/build/src/apis/docs/index.js')).default,
  sheets: async () => (await import('googleapis/build/src/apis/sheets/index.js')).default,
};
