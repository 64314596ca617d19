import { isRefusal } from '../../src/core/kernel/refusal.ts';

/** The code with which it was refused, or `went`. */
export const codeOf = (going: Promise<unknown>): Promise<string> =>
  going.then(
    () => 'went',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  );
