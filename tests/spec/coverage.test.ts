import { expect, test } from '@jest/globals';
import { citations } from './citations.ts';
import { entries } from './requirements.ts';
import { heading } from './requirements/headings.ts';

const open = entries.filter(([, { deferred }]) => deferred === undefined).map(([id]) => id);
const named = new Set(entries.flatMap(([, { from }]) => from));

/** The letters of our promises, each with its last number. */
const PROMISES = { R: 50, S: 46, D: 33 };

test('every requirement that is not deferred is cited by a test', () => {
  const cited = citations();
  expect(open.filter((id) => !cited.has(id))).toEqual([]);
});

test('every cited id exists and is not deferred', () => {
  const known = new Set<string>(open);
  expect([...citations().keys()].filter((id) => !known.has(id))).toEqual([]);
});

test('no id comes twice', () => {
  const ids = entries.map(([id]) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('every heading of the specification and every promise has an entry', () => {
  const numbered = Object.entries(PROMISES).flatMap(([letter, last]) =>
    Array.from({ length: last }, (_, index) => `ours: promise ${letter}${index + 1}` as const),
  );
  expect([...Object.values(heading), ...numbered].filter((source) => !named.has(source))).toEqual([]);
});
