import { expect, it } from '@jest/globals';
import { recordedInput } from '../../../src/adapters/out/sqlite/history/recorded-input.ts';

it('gives the arguments of a call as an object, whatever an imported recording has', () => {
  expect(recordedInput('{"path":"a"}')).toEqual({ path: 'a' });
  expect(recordedInput('["a",1]')).toEqual({ input: ['a', 1] });
  expect(recordedInput('null')).toEqual({ input: null });
  expect(recordedInput('"a"')).toEqual({ input: 'a' });
  expect(recordedInput('{"path":')).toEqual({ input: '{"path":' });
});
