import { expect } from '@jest/globals';
import { questionIn } from '../../src/page/waiting/question-in.ts';
import { verifies } from '../spec/verifies.ts';

verifies('page.waiting', 'a field is named by what it asks; who asks, and why, stands before it', () => {
  expect(questionIn('Which list?')).toEqual({ before: '', asks: 'Which list?' });
  expect(questionIn('The server “notes” asks you.\n\nWhy so.\n\nYour e-mail\n')).toEqual({
    before: 'The server “notes” asks you.\n\nWhy so.',
    asks: 'Your e-mail',
  });
});
