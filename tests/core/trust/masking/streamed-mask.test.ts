import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { StreamedMask } from '../../../../src/core/trust/masking/streamed-mask.ts';
import { verifies } from '../../../spec/verifies.ts';
import { tries } from '../../../harness/thinned.ts';

const KEY = 'sk-live-"0123456789"-abcdef';

function masked(known: readonly string[], pieces: readonly string[]): readonly string[] {
  const mask = new StreamedMask(known);
  return [...pieces.map((piece) => mask.next(piece)), mask.rest()];
}

verifies('security.quoted-keys', 'a key is masked however it is spelled and wherever it is cut', () => {
  const spellings = [
    KEY,
    JSON.stringify(KEY).slice(1, -1),
    encodeURIComponent(KEY),
    Buffer.from(KEY).toString('base64').slice(0, 36),
  ];
  for (const spelling of spellings)
    for (let cut = 0; cut <= spelling.length; cut++) {
      const pieces = [`before ${spelling.slice(0, cut)}`, `${spelling.slice(cut)} after`];
      expect(masked([KEY], pieces).join('')).toBe('before [redacted] after');
    }
  expect(masked([KEY], Array.from(`<${KEY}${KEY}>`)).join('')).toBe('<[redacted][redacted]>');
});

test('only a possible start of a key is held back, and is released with the next piece or the end', () => {
  expect(masked([KEY], ['yes', ' and no', ' skate', 's'])).toEqual(['ye', 's and no', ' skate', '', 's']);
  expect(masked(['abcabcabd'], ['abcabcabc', 'abd'])).toEqual(['abc', '[redacted]', '']);
  expect(masked([], ['anything', ' at all'])).toEqual(['anything', ' at all', '']);
});

test('less than half may stay of a key that is cut off by the end', () => {
  expect(masked([KEY], [KEY.slice(0, 7)])).toEqual(['', KEY.slice(0, 7)]);
  expect(masked([KEY], [`a ${KEY.slice(0, 20)}`])).toEqual(['a ', '[redacted]']);
  // One is the beginning of the other: it is complete, although more could follow.
  expect(masked(['first-key', 'first-key-and-more'], ['first-key'])).toEqual(['', '[redacted]']);
});

verifies(
  'security.quoted-keys',
  'a text cut into random pieces gives the same result as the whole text',
  () => {
    const unit = fc.constantFrom('a', 'b', 'ab', 'x', 'aabaab', 'aabaaabaab', '\ud83d', '\ude00');
    const keys = fc.array(
      fc.array(fc.constantFrom('a', 'b'), { minLength: 6, maxLength: 10 }).map((letters) => letters.join('')),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(keys, fc.array(unit, { maxLength: 30 }), (known, pieces) => {
        const shown = masked(known, pieces).join('');
        expect(masked(known, [pieces.join('')]).join('')).toBe(shown);
        for (const part of shown.split('[redacted]'))
          for (const key of known) expect(part).not.toContain(key);
      }),
      { numRuns: tries(2_000) },
    );
  },
);

describe('for whom a value is not to be learnt', () => {
  const OTHERS = 'Zk81-owner-key-4711-xyz';
  const forMember = (known: readonly string[], pieces: readonly string[], own: readonly string[] = []) => {
    const mask = new StreamedMask(known, own);
    return [...pieces.map((piece) => mask.next(piece)), mask.rest()];
  };

  verifies('people.masking', 'it is masked wherever it is cut, and their own are as before', () => {
    for (const spelling of [
      OTHERS,
      encodeURIComponent(OTHERS),
      Buffer.from(OTHERS).toString('base64').slice(0, 28),
    ])
      for (let cut = 0; cut <= spelling.length; cut++) {
        const pieces = [`before ${spelling.slice(0, cut)}`, `${spelling.slice(cut)} after`];
        expect(forMember([OTHERS], pieces).join('')).toBe('before [redacted] after');
      }
    expect(forMember([OTHERS, 'my own word'], ['so my own', ' word.'], ['my own word'])).toEqual([
      'so ',
      '[redacted]',
      '.',
    ]);
    expect(forMember([OTHERS], [`It is ${OTHERS.slice(0, 22)}`]).join('')).toBe('It is [redacted]');
    const long = 'x'.repeat(1_000);
    expect(forMember([OTHERS], [long, `${OTHERS.slice(0, 9)}`, OTHERS.slice(9), long]).join('')).toBe(
      `${long}[redacted]${long}`,
    );
  });

  verifies('people.masking', 'what is held back, and when, says nothing of it', () => {
    const guesses = fc.oneof(
      fc.nat(14).map((most) => OTHERS.slice(0, most)),
      fc.constantFrom(' ', 'Zk', 'owner', '-', 'so it is', '\n', 'x'.repeat(300)),
    );
    fc.assert(
      fc.property(fc.array(guesses, { maxLength: 12 }), (pieces) => {
        fc.pre(!pieces.join('').includes(OTHERS.slice(0, 15)));
        expect(forMember([OTHERS], pieces)).toEqual(forMember(['another-Value-99-of-no-one-17xkq'], pieces));
      }),
      { numRuns: tries(300) },
    );
  });
});
