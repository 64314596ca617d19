const AFTERWARDS = Symbol.for('svc.afterwards');

interface Afterwards {
  readonly test: (() => unknown)[] | null;
  readonly file: (() => unknown)[];
}

// Made by config/tooling/jest/environment.cjs; there is none outside of a test run.
const current = (): Afterwards | undefined => (globalThis as { [AFTERWARDS]?: Afterwards })[AFTERWARDS];

/**
 * Closes what was opened: after the test that runs now, its hooks included, or else after the file, the last one first.
 * Outside of a test run who opened it closes it.
 */
export function afterwards(close: () => unknown): void {
  const state = current();
  (state?.test ?? state?.file)?.push(close);
}

/** Closes it at most once, and afterwards at the latest. */
export function closedAfterwards(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined;
  const once = (): Promise<void> => (closed ??= close());
  afterwards(once);
  return once;
}

/** The same as `afterwards`, after all tests of the file. */
export function afterTheFile(close: () => unknown): void {
  current()?.file.push(close);
}
