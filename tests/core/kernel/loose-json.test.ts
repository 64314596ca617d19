import { expect, test } from '@jest/globals';
import { looseJson } from '../../../src/core/kernel/loose-json.ts';

test.each([
  ['{"a":1}', { a: 1 }],
  ['{"a":[1,2,],}', { a: [1, 2] }],
  ['```json\n{"a":"x"}\n```', { a: 'x' }],
  ['```\n{"a":"x",}\n```\n', { a: 'x' }],
  ['{"a":",}","b":"\\",]",}', { a: ',}', b: '",]' }],
  ['{"id":12345678901234567890,}', { id: '12345678901234567890' }],
  ['{"a":"x\n\ty"}', { a: 'x\n\ty' }],
  ['{"a":"\\\\\r\n\\"",}', { a: '\\\r\n"' }],
  ['{"a":None,"b":[True, False],"c":"None, True"}', { a: null, b: [true, false], c: 'None, True' }],
  ['{"a":"```json\\n1\\n```"}', { a: '```json\n1\n```' }],
])('%j is read', (text, value) => {
  expect(looseJson(text)).toEqual(value);
});

test.each([
  '{"a":1',
  '{,}',
  '[1,,]',
  '[,]',
  '{"a":1,}x',
  'a ```json\n{}\n```',
  '{"a":,}',
  "{'a':1}",
  '{"a":Nonesuch}',
  '{"a":1True}',
  '{"a":True False}',
  '{True:1}',
  '{"a\\\n":1}',
])('%j is guessed at by nobody', (text) => {
  expect(() => looseJson(text)).toThrow(SyntaxError);
});

test('a fence that is full of blanks, and one that does not end, take no longer for each sign', () => {
  const text = `\`\`\`json\n{"a":"x"} ${' '.repeat(1_600_000)}`;
  expect(() => looseJson(text)).toThrow(SyntaxError);
  expect(looseJson(`${text}\n\`\`\``)).toEqual({ a: 'x' });
});
