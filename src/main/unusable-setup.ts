/** The engine cannot start with this setup; the message is one sentence for its user. Exit code 78. */
export class UnusableSetup extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'UnusableSetup';
  }
}

export const isUnusableSetup = (error: unknown): error is UnusableSetup =>
  (error as { name?: unknown } | null)?.name === 'UnusableSetup';

/** The setup is valid, but another process holds the directory, which may change soon. */
export const isDirectoryInUse = (error: unknown): boolean =>
  isUnusableSetup(error) && (error.cause as { name?: unknown } | null)?.name === 'DirectoryInUse';
