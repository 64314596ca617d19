import { expect } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { isUnguessable, wordsBeyondGuessing } from '../../../../src/core/trust/masking/guessable.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies('people.masking', 'what is made of words, names, years and rows of digits can be guessed', () => {
  for (const guessable of [
    'Rosengarten-2024!',
    'summerholiday2025summerholiday',
    'P4ssw0rd-2024-Summer!',
    'correct-horse-battery-staple-2024',
    'correct horse battery staple 2024 and more words than anybody types 17',
    'Sommer2024!Winter2025!',
    'qwertyuiop1234567890asdfghjkl',
    '1234567890123456789012345678901234567890',
    'abcd efgh ijkl mnop',
    'hunter2',
    '',
  ])
    expect([guessable, isUnguessable(guessable)]).toEqual([guessable, false]);
});

verifies('people.masking', 'keys cannot', () => {
  for (let nth = 0; nth < 200; nth++)
    for (const key of [
      randomUUID(),
      randomBytes(16).toString('hex'),
      randomBytes(24).toString('base64'),
      `sk-ant-api03-${randomBytes(24).toString('base64url')}`,
      `-----BEGIN PRIVATE KEY-----\n${randomBytes(48).toString('base64')}\n-----END PRIVATE KEY-----`,
    ])
      expect([key, isUnguessable(key)]).toEqual([key, true]);
  const line = randomBytes(48).toString('base64');
  expect(wordsBeyondGuessing(`begin key\n${line}\nend key`)).toEqual([line]);
});
