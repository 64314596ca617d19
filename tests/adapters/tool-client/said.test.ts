import { expect, test } from '@jest/globals';
import { said } from '../../../src/adapters/out/tool-client/said.ts';

test('what a stranger says is quoted, and a page for browsers is not', () => {
  expect(said('Not here.')).toBe(' In its own words: "Not here."');
  expect(said('')).toBe('');
  for (const page of ['<!DOCTYPE html><p>404</p>', '\n<html lang="en"><body>', '<head><title>No</title>'])
    expect(said(page)).toBe(' It sent an HTML page.');
});
