import { expect, test } from '@jest/globals';
import { Type } from 'typebox';
import { inEnglish } from '../../../src/contract/words/english.ts';
import { AjvValidator } from '../../../src/adapters/out/system/ajv-validator.ts';
import { verifies } from '../../spec/verifies.ts';

const made = new AjvValidator();
const worded = (found: ReturnType<typeof made.check>) =>
  found.map(({ path, says }) => ({ path, message: inEnglish(says) }));
const validator = {
  check: (...given: Parameters<typeof made.check>) => worded(made.check(...given)),
  coerce: (...given: Parameters<typeof made.coerce>) => {
    const { value, violations } = made.coerce(...given);
    return { value, violations: worded(violations) };
  },
};
const closed = { additionalProperties: false };

verifies('contract.violations', 'a violation gives its place, as a JSON Pointer, and a message', () => {
  const schema = Type.Object(
    {
      name: Type.String({ minLength: 2, pattern: '^[a-z]+$' }),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
      list: Type.Optional(Type.Array(Type.Object({ 'a/b': Type.Boolean() }, closed))),
    },
    closed,
  );
  expect(validator.check(schema, { name: 'ok', size: 3, list: [{ 'a/b': true }] })).toEqual([]);
  expect(validator.check(schema, {})).toEqual([{ path: '/name', message: 'is missing' }]);
  expect(validator.check(schema, { name: 'ok', more: 1 })).toEqual([
    { path: '/more', message: 'is not known here' },
  ]);
  expect(validator.check(schema, { name: 'ok', size: 2.5 })).toEqual([
    { path: '/size', message: 'must be a whole number' },
  ]);
  expect(validator.check(schema, { name: 'ok', list: [{ 'a/b': 1 }] })).toEqual([
    { path: '/list/0/a~1b', message: 'must be true or false' },
  ]);
  expect(validator.check(schema, { name: 'X', size: 10 })).toHaveLength(3);
  expect(validator.check({ enum: ['one', 2, null] }, 'three')).toEqual([
    { path: '', message: 'must be one of one, 2, null' },
  ]);
  for (const value of [null, [], 'x', 1, undefined])
    expect(validator.check(schema, value)).toEqual([{ path: '', message: 'must be an object' }]);
});

test('checking coerces nothing and changes nothing', () => {
  const schema = Type.Object({ count: Type.Integer(), limit: Type.Optional(Type.Integer({ default: 5 })) });
  const value = { count: '1' };
  expect(validator.check(schema, value)).toEqual([{ path: '/count', message: 'must be a whole number' }]);
  expect(value).toEqual({ count: '1' });
});

test('formats are checked', () => {
  const schema = Type.Object({
    id: Type.Optional(Type.String({ format: 'uuid' })),
    at: Type.Optional(Type.String({ format: 'date-time' })),
  });
  expect(
    validator.check(schema, { id: '01900000-0000-7000-8000-000000000001', at: '2026-01-01T00:00:00.000Z' }),
  ).toEqual([]);
  expect(validator.check(schema, { id: 'x' })).toEqual([{ path: '/id', message: 'must be a UUID' }]);
  expect(validator.check(schema, { at: 'yesterday' })).toEqual([
    { path: '/at', message: 'must be a time with its zone, like 2026-01-31T09:30:00Z' },
  ]);
});

test('inherited property names are ordinary keys', () => {
  const schema = Type.Object({}, closed);
  for (const key of ['__proto__', 'constructor', 'toString'])
    expect(validator.check(schema, JSON.parse(`{"${key}":1}`))).toEqual([
      { path: `/${key}`, message: 'is not known here' },
    ]);
});

const query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  all: Type.Optional(Type.Boolean()),
  ratio: Type.Optional(Type.Number()),
  name: Type.Optional(Type.String()),
});

test("text is converted to the schema's type, in a copy, with defaults", () => {
  const given = { limit: '7', all: 'true', ratio: '-0.5', name: '12', extra: 'x' };
  expect(validator.coerce(query, given)).toEqual({
    value: { limit: 7, all: true, ratio: -0.5, name: '12', extra: 'x' },
    violations: [],
  });
  expect(given.limit).toBe('7');
  expect(validator.coerce(query, {})).toEqual({ value: { limit: 50 }, violations: [] });
});

verifies(
  ['contract.violations', 'security.fuzz'],
  'text that is not a number, or is beyond all numbers, is a violation',
  () => {
    for (const limit of ['', 'x', '1.5', '0', '201', '1e999', '-1e999', 'Infinity', 'NaN', '9'.repeat(400)])
      expect([limit, validator.coerce(query, { limit }).violations.map(({ path }) => path)]).toEqual([
        limit,
        ['/limit'],
      ]);
    for (const ratio of ['1e999', 'x', '--1'])
      expect([ratio, validator.coerce(query, { ratio }).violations.map(({ path }) => path)]).toEqual([
        ratio,
        ['/ratio'],
      ]);
    for (const all of ['yes', '', 'TRUE', '2'])
      expect([all, validator.coerce(query, { all }).violations.map(({ path }) => path)]).toEqual([
        all,
        ['/all'],
      ]);
  },
);

test('an invalid schema is a fault at once, and never accepts everything', () => {
  expect(() => validator.check({ type: 'nonsense' }, 1)).toThrow();
  expect(() => validator.check({ typo: 'object' }, 1)).toThrow('typo');
});

test('of a union only the errors of the member that is meant are told', () => {
  const member = (kind: string, more: object) =>
    Type.Object({ kind: Type.Literal(kind), ...more } as never, closed);
  const one = Type.Union([
    member('file', { path: Type.String() }),
    member('http', { url: Type.String(), status: Type.Integer() }),
    member('mark', {}),
  ]);
  const schema = Type.Object({
    one: Type.Optional(Type.Union([one, Type.Null()])),
    all: Type.Optional(Type.Array(one)),
    sum: Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.Null()])),
  });
  const told = (value: object) =>
    validator.check(schema, value).map(({ path, message }) => `${path} ${message}`);
  expect(told({ one: { kind: 'http', url: 'x' } })).toEqual(['/one/status is missing']);
  expect(told({ one: { kind: 'email' } })).toEqual(['/one/kind must be one of file, http, mark']);
  expect(told({ all: [{ kind: 'mark' }, { kind: 'file' }, { kind: 'mail' }] })).toEqual([
    '/all/1/path is missing',
    '/all/2/kind must be one of file, http, mark',
  ]);
  expect(told({ sum: -1 })).toEqual(['/sum must be 0 or more']);
  expect(told({ one: null, sum: null })).toEqual([]);
  // Without a tag nothing says which one is meant.
  expect(told({ one: { path: 'x' } })).toContain('/one/kind is missing');
  expect(told({ one: 'file' })).not.toEqual([]);
});
