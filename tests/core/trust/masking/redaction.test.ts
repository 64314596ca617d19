import { expect, test } from '@jest/globals';
import { verifies } from '../../../spec/verifies.ts';
import { redact, redactText } from '../../../../src/core/trust/masking/redaction.ts';

test('known values, tokens by their shape, and passwords in URLs are masked', () => {
  const lines = [
    ['it is hunter2-and-more', 'it is [redacted]'],
    [`it is ${Buffer.from('hunter2-and-more').toString('base64')}`, 'it is [redacted]ZQ=='],
    [`it is ${encodeURIComponent('hunter2-and-more')}`, 'it is [redacted]'],
    ['Authorization: Bearer abcdef0123456789', 'Authorization: [redacted]'],
    ['key sk-ant-REDACTED ok', 'key [redacted] ok'],
    ['see https://user:secretpass@host/x', 'see https://user:[redacted]@host/x'],
    ['jwt eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeKKF2QT4', 'jwt [redacted]'],
    ['nothing to hide', 'nothing to hide'],
  ] as const;
  for (const [text, clean] of lines) expect(redactText(text, ['hunter2-and-more'])).toBe(clean);
});

test('a field is masked by its name, at any depth, and errors are unwrapped with their causes', () => {
  const error = new Error('outer', {
    cause: Object.assign(new Error('token=Bearer abcdef0123456789'), { code: 'EIO' }),
  });
  const clean = redact({ headers: { Authorization: 'abc', 'x-api-key': 'def' }, error, n: 1, ok: true });
  expect(clean).toMatchObject({
    headers: { Authorization: '[redacted]', 'x-api-key': '[redacted]' },
    error: { message: 'outer', cause: { code: 'EIO', message: 'token=[redacted]' } },
    n: 1,
    ok: true,
  });
});

test('cycles and deep nesting end, and hostile text of a megabyte is read quickly', () => {
  const cycle: Record<string, unknown> = {};
  cycle['again'] = cycle;
  expect(JSON.stringify(redact(cycle))).toContain('[deeper]');
  for (const piece of ['Bearer ', 'eyJ', '//a:', 'sk-', '//:@'])
    expect(redactText(piece.repeat(200_000)).length).toBeLessThan(10_000);
});

verifies('security.fault-facts', 'nothing is quoted from text that could not be parsed', () => {
  const given = '(hunter2';
  for (const parse of [() => JSON.parse(given) as unknown, () => new RegExp(given, 'u')]) {
    let thrown: unknown;
    try {
      parse();
    } catch (error) {
      thrown = new Error('not read', { cause: error });
    }
    const clean = JSON.stringify(redact({ error: thrown }));
    expect(clean).toMatch(/not read.*SyntaxError.*redaction\.test\.ts/u);
    expect(clean).not.toContain('hunter');
  }
});
