import { inEnglish } from '../../../src/contract/words/english.ts';
import { expect, test } from '@jest/globals';
import { said } from '../../../src/adapters/out/tool-client/said.ts';

const worded = (words: unknown): string => inEnglish(said(words));

test('what a stranger says is quoted, and a page for browsers is not', () => {
  expect(worded('Not here.')).toBe('In its own words: "Not here."');
  expect(worded('')).toBe('');
  for (const page of ['<!DOCTYPE html><p>404</p>', '\n<html lang="en"><body>', '<head><title>No</title>'])
    expect(worded(page)).toBe('It sent an HTML page.');
});

test('what is long is cut between words, so that nothing shows the beginning of a secret', () => {
  const secret = 'Vq7-geheimer-schluessel-0815-xyz';
  expect(worded(`${'word '.repeat(58)}${secret}`)).toBe(`In its own words: "${'word '.repeat(58)}…"`);
  expect(worded(`${'m'.repeat(280)}${secret}`)).toBe('');
  // Cleaning makes it short enough.
  expect(worded(`Not here. ${'\u200b'.repeat(580)}${secret}`)).not.toContain('Vq7');
  expect(worded('Not here…')).toBe('In its own words: "Not …"');
});
