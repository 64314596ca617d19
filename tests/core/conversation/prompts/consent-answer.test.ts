import { expect, it } from '@jest/globals';
import {
  problemWithConsent,
  saidToConsent,
} from '../../../../src/core/conversation/prompts/consent-answer.ts';

const options = ['Allow once', 'No'];

it.each([
  ['allow ONCE', { said: 'option', option: 'Allow once' }],
  [' yes ', { said: 'yes' }],
  ['Y', { said: 'yes' }],
  ['ja', { said: 'yes' }],
  ['no', { said: 'no', why: null }],
  ['Nein', { said: 'no', why: null }],
  ['No, ask me tomorrow', { said: 'no', why: 'No, ask me tomorrow' }],
  ['nein, frag mich morgen', { said: 'no', why: 'nein, frag mich morgen' }],
  ['nothing', null],
  ['jammern', null],
  ['no thanks', { said: 'no', why: 'no thanks' }],
  ['nein danke', { said: 'no', why: 'nein danke' }],
  ['yes please', null],
  ['ja bitte', null],
  ['yes!', null],
  ['ok', null],
  ['sure', null],
  ['neinlich', null],
  ['1', null],
  ['', null],
])('%j is understood as %j', (answer, expected) => {
  expect(saidToConsent(options, answer)).toEqual(expected);
  const accepted = [...options, 'yes', 'no'];
  expect(problemWithConsent(options, answer)).toEqual(
    expected === null ? { why: expect.objectContaining({ code: 'prompts.no_yes_or_no' }), accepted } : null,
  );
});
