export const HOST = 'a.test';

/** The secrets stored before the killed rotations. */
export const SECRETS: readonly (readonly [string, string])[] = [
  ['A', 'the first value'],
  ['B', 'grüße 🎉'],
];
