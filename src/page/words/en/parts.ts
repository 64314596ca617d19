/** The texts of the parts that several areas use. */
export const partWords = {
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'The browser does not allow it',
  justNow: 'just now',
  showAll: 'Show all of it',
  showLess: 'Show less',
  orDrop: 'or drop it here',
  noFile: 'This is no file that can be read here. Drop a single file.',
} as const;
