import type { SetupProblems } from '../contract/setup-says.ts';
import { inEnglish } from '../contract/words/english.ts';
import type { SaysOf } from '../core/kernel/says.ts';

/** The engine cannot start with this setup, and `says` tells its user why; the message says it in English. Exit code 78. */
export class UnusableSetup extends Error {
  readonly says: SaysOf<SetupProblems>;

  constructor(says: SaysOf<SetupProblems>, cause?: unknown) {
    super(inEnglish(says), { cause });
    this.name = 'UnusableSetup';
    this.says = says;
  }
}

export const isUnusableSetup = (error: unknown): error is UnusableSetup =>
  (error as { name?: unknown } | null)?.name === 'UnusableSetup';

/** The setup is valid, but another process holds the directory, which may change soon. */
export const isDirectoryInUse = (error: unknown): boolean =>
  isUnusableSetup(error) && (error.cause as { name?: unknown } | null)?.name === 'DirectoryInUse';
