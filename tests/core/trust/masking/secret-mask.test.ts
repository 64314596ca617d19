import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { secretMask } from '../../../../src/core/trust/masking/redaction.ts';
import { verifies } from '../../../spec/verifies.ts';

const SECRET = 'Tr0ub4dor&3!~/"horse"\\battery+staple';
const mask = secretMask([SECRET, 'second-secret', 'short']);

test('short values and lookalikes stay', () => {
  for (const text of ['short', 'Tr0ub4dor&3', 'second secret', '']) expect(mask.text(text)).toBe(text);
  expect(secretMask([]).text('anything')).toBe('anything');
});

test('anything that looks like a secret is masked, known or not, and nothing is cut', () => {
  const long = 'x'.repeat(100_000);
  expect(mask.text(`${long} Bearer abcdef0123456789`)).toBe(`${long} [redacted]`);
  const deep: unknown = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner], SECRET);
  expect(JSON.stringify(mask.value(deep))).toContain('"[redacted]"');
});

test('a secret cut off in the middle is masked, too', () => {
  const table = [
    [`use ${SECRET.slice(0, 20)}…`, 'use [redacted]…'],
    [`use ${SECRET}…`, 'use [redacted]…'],
    [`use ${encodeURIComponent(SECRET).slice(0, 30)}…`, 'use [redacted]…'],
    [`use ${SECRET.slice(0, 5)}…`, `use ${SECRET.slice(0, 5)}…`],
    [`use ${SECRET.slice(0, 20)}`, `use ${SECRET.slice(0, 20)}`],
    ['…', '…'],
  ] as const;
  for (const [text, clean] of table) expect(mask.cutText(text)).toBe(clean);
});

test('names are masked like texts, and so is the value under the name of a secret', () => {
  expect(
    mask.value({ password: 'x', apiKey: 5, token: null, isSecret: true, [SECRET]: [SECRET, 1, null] }),
  ).toEqual({
    password: '[redacted]',
    apiKey: '[redacted]',
    token: null,
    isSecret: true,
    '[redacted]': ['[redacted]', 1, null],
  });
  expect(mask.value({ inputTokens: 5, cacheReadTokens: 6 })).toEqual({ inputTokens: 5, cacheReadTokens: 6 });
});

verifies('history.masked', 'no spelling of a secret survives, wherever it stands', () => {
  const secrets = fc.array(fc.string({ minLength: 6, maxLength: 30 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(secrets, fc.string(), fc.string(), fc.nat(4), (known, before, after, index) => {
      const secret = known[index % known.length] ?? '';
      // A mask that is itself a secret, or part of one, cannot be told from it.
      fc.pre(known.every((value) => !'[redacted]'.includes(value)));
      const clean = secretMask(known).value({ text: `${before}${secret}${after}` }) as { text: string };
      const left = clean.text.split('[redacted]');
      for (const value of known) for (const part of left) expect(part).not.toContain(value);
    }),
  );
});
