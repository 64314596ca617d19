import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { appending, parsed, without, written } from '../../../../src/core/knowledge/memory/document.ts';
import { verifies } from '../../../spec/verifies.ts';
import { tries } from '../../../harness/thinned.ts';

const someText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
      fc.constantFrom('\n', '\r\n', '\n\n', ' ', '\t', '\u0000', '\ufeff', '\u2028', '\r', '- ', '🎉'),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('the text of a namespace', () => {
  verifies('memory.derived', 'any text survives splitting and joining', () => {
    fc.assert(
      fc.property(someText, (text) => {
        expect(written(parsed(text))).toBe(text.toWellFormed());
      }),
      { numRuns: tries(500) },
    );
  });

  it('has an entry for each line with content, trimmed', () => {
    fc.assert(
      fc.property(someText, (text) => {
        const { lines, tail } = parsed(text);
        expect(lines.map(({ content }) => content)).toEqual(
          text
            .toWellFormed()
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        );
        for (const between of [...lines.map(({ spaceBefore }) => spaceBefore), tail])
          expect(between.trim()).toBe('');
      }),
    );
  });

  it.each([
    ['', [], ''],
    ['a', [['', 'a']], ''],
    ['a\n', [['', 'a']], '\n'],
    [
      '\n\n  a  \n\tb\r\n',
      [
        ['\n\n  ', 'a'],
        ['  \n\t', 'b'],
      ],
      '\r\n',
    ],
    [' \n ', [], ' \n '],
  ])('%j', (text, lines, tail) => {
    const found = parsed(text);
    expect(found.lines.map(({ spaceBefore, content }) => [spaceBefore, content])).toEqual(lines);
    expect(found.tail).toBe(tail);
  });

  it('a deleted line goes with the line break before it, and the first line with the one after it', () => {
    const of = (text: string, gone: string) => written(without(parsed(text), (line) => gone.includes(line)));
    expect(of('a\n\nb\nc\n', 'b')).toBe('a\nc\n');
    expect(of('a\n\nb\nc\n', 'a')).toBe('b\nc\n');
    expect(of('a\n\nb\nc\n', 'c')).toBe('a\n\nb\n');
    expect(of('a\nb', 'ab')).toBe('');
    expect(of('  a\nb', 'a')).toBe('  b');
  });

  it.each([
    ['', true, '', ''],
    ['', false, '\n', ''],
    ['\n', false, '\n', '\n'],
    ['\n\n', false, '\n\n', '\n'],
    [' ', false, ' \n', ''],
    ['\n', true, '\n', '\n'],
  ])('continues after the tail %j', (tail, isFirst, spaceBefore, next) => {
    expect(appending(tail, isFirst)).toEqual({ spaceBefore, tail: next });
  });

  it('is split in linear time', () => {
    expect(parsed('\n'.repeat(300_000)).lines).toHaveLength(0);
    expect(parsed('x\n'.repeat(300_000)).lines).toHaveLength(300_000);
    expect(parsed(' '.repeat(1_000_000) + 'x').lines).toHaveLength(1);
  });
});
