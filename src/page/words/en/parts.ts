/** The texts of the parts that several areas use. */
export const partWords = {
  copy: 'Copy',
  copyCommand: (command: string) => `Copy ${command}`,
  copied: 'Copied',
  notCopied: 'The browser does not allow it',
  justNow: 'just now',
  removed: (name: string) => `“${name}” was removed.`,
  saved: (name: string) => `“${name}” is saved.`,
  showAll: 'Show all of it',
  showLess: 'Show less',
  tooLong: 'That is too long for this field. Save it as a file, and name the file here.',
  orDrop: 'or drop it here',
  noFile: 'This is no file that can be read here. Drop a single file.',
  instructions: {
    save: 'Save',
    chars: (chars: string, most: string) => `${chars} of ${most} characters.`,
    tooLong: (most: string) => `They can have ${most} characters. Shorten them.`,
    notSaved: 'Not saved yet.',
    saved: 'Saved. The model is given them with your next message.',
  },
} as const;
