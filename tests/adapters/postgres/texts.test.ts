import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asRead, written } from '../../../src/adapters/out/postgres/texts.ts';

const PIECES = ['\0', '\u{E000}', '\\u0000', '\\', '0', 'u', 'm', 'a', '"', '🎉', '\\\\'];
const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));

it('every text comes back as it was, and none has a NUL in between', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const sent = written(text);
      expect(asRead(sent)).toBe(text);
      expect(sent).not.toContain('\0');
    }),
  );
});

it('JSON stays JSON, without an escape of NUL', () => {
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      const sent = written(JSON.stringify(texts));
      const values = JSON.parse(sent) as readonly string[];
      expect(values.join('')).not.toContain('\0');
      expect(JSON.parse(asRead(sent))).toEqual(texts);
    }),
  );
});

it('a text without any of this is sent as it is', () => {
  const text = 'a "\\n" 🎉';
  expect(written(text)).toBe(text);
  expect(asRead(text)).toBe(text);
});
