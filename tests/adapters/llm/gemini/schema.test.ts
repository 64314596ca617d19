import { describe, expect, it } from '@jest/globals';
import { parametersFor } from '../../../../src/adapters/out/llm/gemini/schema.ts';

/** The converted schema of one parameter. */
const converted = (property: object, root: object = {}): unknown => {
  const given = parametersFor({ type: 'object', properties: { it: property }, ...root });
  return (given?.['properties'] as { it?: unknown } | undefined)?.it;
};

describe('parameters', () => {
  it('are an object in the dialect, without unknown keywords', () => {
    expect(
      parametersFor({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: 'x',
        title: 'Write',
        type: 'object',
        properties: {
          path: { type: 'string', minLength: 1, maxLength: 9, pattern: '^(?!x)', description: 'Where' },
          mode: { type: 'string', enum: ['a', 'b'], default: 'a' },
        },
        required: ['path', 'nowhere', 'path'],
        additionalProperties: false,
        unevaluatedProperties: false,
      }),
    ).toEqual({
      type: 'OBJECT',
      properties: {
        path: { type: 'STRING', description: 'Where' },
        mode: { type: 'STRING', enum: ['a', 'b'] },
      },
      required: ['path'],
    });
  });

  it.each([
    {},
    { type: 'object' },
    { type: 'object', properties: {} },
    { type: 'object', additionalProperties: true },
  ])('are left out when empty: %j', (schema) => {
    expect(parametersFor(schema)).toBeNull();
  });

  it.each<[string, object, object]>([
    ['an integer', { type: 'integer', minimum: 1, exclusiveMaximum: 9 }, { type: 'INTEGER', minimum: 1 }],
    ['a number with a format', { type: 'number', format: 'double' }, { type: 'NUMBER', format: 'double' }],
    ['a boolean', { type: 'boolean', default: true }, { type: 'BOOLEAN' }],
    ['an upper-case type', { type: 'STRING' }, { type: 'STRING' }],
    ['a time', { type: 'string', format: 'date-time' }, { type: 'STRING', format: 'date-time' }],
    ['a format that it does not know', { type: 'string', format: 'uri' }, { type: 'STRING' }],
    [
      'a list',
      { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
      { type: 'ARRAY', items: { type: 'STRING' }, minItems: 1 },
    ],
    ['a list of anything', { type: 'array' }, { type: 'ARRAY', items: { type: 'STRING' } }],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
      { type: 'ARRAY', items: { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] } },
    ],
    ['a type or null', { type: ['string', 'null'] }, { type: 'STRING', nullable: true }],
    [
      'several types',
      { type: ['string', 'integer'], description: 'Either' },
      {
        anyOf: [
          { type: 'STRING', description: 'Either' },
          { type: 'INTEGER', description: 'Either' },
        ],
      },
    ],
    [
      'a union with null',
      { anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'Or not' },
      { type: 'INTEGER', description: 'Or not', nullable: true },
    ],
    [
      'a union',
      { oneOf: [{ type: 'integer' }, { type: 'string', description: 'A word' }], description: 'Either' },
      {
        anyOf: [
          { type: 'INTEGER', description: 'Either' },
          { type: 'STRING', description: 'A word' },
        ],
      },
    ],
    [
      'a union of words',
      { anyOf: [{ const: 'a', type: 'string' }, { const: 'b' }, { enum: ['c'] }], description: 'Which' },
      { type: 'STRING', enum: ['a', 'b', 'c'], description: 'Which' },
    ],
    ['a constant', { const: 'a' }, { type: 'STRING', enum: ['a'] }],
    ['an empty word', { enum: ['', 'a', null] }, { type: 'STRING', enum: ['a'], nullable: true }],
    [
      'numbers to choose from',
      { enum: [1, 2], description: 'How many.' },
      { type: 'INTEGER', description: 'How many. One of: 1, 2.' },
    ],
    ['anything', {}, { type: 'STRING' }],
    [
      'fields without a type',
      { properties: { a: true } },
      { type: 'OBJECT', properties: { a: { type: 'STRING' } } },
    ],
    [
      'fields that are not named',
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'OBJECT' },
    ],
    [
      'what must be together',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          { required: ['b'] },
        ],
        properties: { b: {} },
      },
      {
        type: 'OBJECT',
        properties: { a: { type: 'STRING' }, b: { type: 'STRING' } },
        required: ['a', 'b'],
      },
    ],
    [
      'conditions beside fields',
      { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }] },
      { type: 'OBJECT', properties: { a: { type: 'STRING' } } },
    ],
  ])('accept %s', (_what, given, expected) => {
    expect(converted(given)).toEqual(expected);
  });

  it('include the target of a reference', () => {
    const $defs = { 'a/b': { type: 'integer', description: 'Theirs' } };
    expect(converted({ $ref: '#/$defs/a~1b', description: 'Ours' }, { $defs })).toEqual({
      type: 'INTEGER',
      description: 'Ours',
    });
    expect(converted({ $ref: '#/$defs/nowhere' }, { $defs })).toEqual({ type: 'STRING' });
    expect(converted({ $ref: 'https://example.com/schema' })).toEqual({ type: 'STRING' });
  });

  it.each([
    { $ref: '#/properties/it' },
    { allOf: [{ $ref: '#/properties/it' }] },
    { type: 'object', properties: { a: { $ref: '#/properties/it' }, b: { $ref: '#/properties/it' } } },
    { type: 'array', items: { $ref: '#/properties/it' } },
  ])('terminate even where the schema does not: %j', (property) => {
    expect(JSON.stringify(converted(property)).length).toBeLessThan(1_000);
  });

  it('are bounded even where references expand without a cycle', () => {
    const both = (name: string) => ({ type: 'object', properties: { a: { $ref: name }, b: { $ref: name } } });
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [`l${level}`, both(`#/$defs/l${level + 1}`)]),
    );
    expect(JSON.stringify(converted({ $ref: '#/$defs/l0' }, { $defs })).length).toBeLessThan(200_000);
  });
});
