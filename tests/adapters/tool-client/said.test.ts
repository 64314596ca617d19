import { expect, test } from '@jest/globals';
import { said } from '../../../src/adapters/out/tool-client/said.ts';

test('what a stranger says is quoted, and a page for browsers is not', () => {
  expect(said('Not here.')).toBe(' In its own words: "Not here."');
  expect(said('')).toBe('');
  for (const page of ['<!DOCTYPE html><p>404</p>', '\n<html lang="en"><body>', '<head><title>No</title>'])
    expect(said(page)).toBe(' It sent an HTML page.');
});

test('what is long is cut between words, so that nothing shows the beginning of a secret', () => {
  const secret = 'Vq7-geheimer-schluessel-0815-xyz';
  expect(said(`${'word '.repeat(58)}${secret}`)).toBe(` In its own words: "${'word '.repeat(58)}…"`);
  expect(said(`${'m'.repeat(280)}${secret}`)).toBe('');
  // Cleaning makes it short enough.
  expect(said(`Not here. ${'\u200b'.repeat(580)}${secret}`)).not.toContain('Vq7');
  expect(said('Not here…')).toBe(' In its own words: "Not …"');
});
