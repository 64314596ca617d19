/** The engine cannot start as it is set up; the message is the one sentence that its user needs. Exit code 78. */
export class UnusableSetup extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'UnusableSetup';
  }
}

export const isUnusableSetup = (error: unknown): error is UnusableSetup =>
  (error as { name?: unknown } | null)?.name === 'UnusableSetup';

/** The set-up is fine, but another process has the directory; that may change in a moment. */
export const isDirectoryInUse = (error: unknown): boolean =>
  isUnusableSetup(error) && (error.cause as { name?: unknown } | null)?.name === 'DirectoryInUse';

/** For the middle of a sentence. */
export const reasonOf = (error: unknown): string =>
  (error as { message?: string } | null)?.message?.replace(/\.$/u, '') ?? 'unknown reason';
