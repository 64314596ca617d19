/** The vendor's library, one API at a time: the whole of it takes half a second. Each is loaded with its first call. */
export const lazily = {
  drive: async () => await import('googleapis/build/src/apis/drive/index.js'),
  docs: async () => await import('googleapis/build/src/apis/docs/index.js'),
  sheets: async () => await import('googleapis/build/src/apis/sheets/index.js'),
};
