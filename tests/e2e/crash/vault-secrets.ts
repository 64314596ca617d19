export const HOST = 'a.test';

/** What is kept before the rotations that are killed. */
export const SECRETS: readonly (readonly [string, string])[] = [
  ['A', 'the first value'],
  ['B', 'grüße 🎉'],
];
