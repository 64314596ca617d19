import { expect } from '@jest/globals';
import { fieldFor, wrongCountIn } from '../../src/page/waiting/expected.ts';
import { verifies } from '../spec/verifies.ts';

verifies(
  'tool-servers.forms',
  'says when a list has too few or too many, and leaves other answers alone',
  () => {
    const list = (minItems?: number, maxItems?: number) => ({
      kind: 'list' as const,
      ...(minItems === undefined ? {} : { minItems }),
      ...(maxItems === undefined ? {} : { maxItems }),
    });
    const says = (text: string, ...[min, max]: (number | undefined)[]) => wrongCountIn(list(min, max), text);
    expect(says('a', 2)).toBe('Choose at least 2: you named 1. Put commas between them.');
    expect(says('a, a ,', 2)).toBe('Choose at least 2: you named 1. Put commas between them.');
    expect(says('a,b,c', undefined, 2)).toBe('Choose at most 2: you named 3. Put commas between them.');
    expect(says('a', 2, 3)).toBe('Choose from 2 to 3: you named 1. Put commas between them.');
    expect(says('a', 2, 2)).toBe('Choose exactly 2: you named 1. Put commas between them.');
    for (const [text, min, max] of [
      ['a, b', 2, 3],
      ['', 2, 3],
      ['a,b,c', undefined, undefined],
    ] as const)
      expect(says(text, min, max)).toBe('');
    expect(wrongCountIn({ kind: 'number' }, '1, 2')).toBe('');
    expect(wrongCountIn(undefined, 'a')).toBe('');
    expect([fieldFor({ kind: 'integer' }), fieldFor({ kind: 'email' }), fieldFor(undefined)]).toEqual([
      { type: 'number', step: '1' },
      { type: 'email' },
      {},
    ]);
  },
);
