import { expect, test } from '@jest/globals';
import { looseJson } from '../../../src/core/kernel/loose-json.ts';
import { cpuMs } from '../../harness/cpu-ms.ts';

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
  const spentOn = (signs: number): number => {
    const text = `\`\`\`json\n{"a":"x"} ${' '.repeat(signs)}`;
    const began = cpuMs();
    expect(() => looseJson(text)).toThrow(SyntaxError);
    expect(looseJson(`${text}\n\`\`\``)).toEqual({ a: 'x' });
    return cpuMs() - began;
  };
  // What else the machine does makes one of them slow, but not all.
  const least = (signs: number): number => Math.min(...[1, 2, 3].map(() => spentOn(signs)));
  // For sixteen times the signs quadratic work takes 256 times as long, linear work sixteen times.
  expect(least(1_600_000)).toBeLessThan(100 * Math.max(least(100_000), 1));
});
