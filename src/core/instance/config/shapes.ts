import type { JsonObject } from '../../kernel/json.ts';
import {
  FOLDER,
  HOST_AND_PORT,
  NO_NUL,
  ONE_LINE,
  VISIBLE_ASCII,
  WEB_ADDRESS,
} from '../../kernel/patterns.ts';
import type { Says } from '../../kernel/says.ts';
import { say } from '../../kernel/value-says.ts';

declare const is: unique symbol;

/**
 * The shape of a configuration value: as a JSON Schema (2020-12) in plain data, as what a person is told, and as a type. `holds` checks
 * what a schema cannot express, on values that the schema accepts.
 */
export interface Shape<T> {
  readonly schema: JsonObject;
  /** What it must be. */
  readonly be: Says;
  readonly holds?: (value: unknown) => boolean;
  /** Of the objects in it, when it is a list or a map of objects. */
  readonly fields?: Fields;
  readonly [is]?: T;
}

export type TypeOf<S> = S extends Shape<infer T> ? T : never;

/** One field of an object in a list or map. */
export interface Field {
  readonly value: Shape<unknown>;
  /** One sentence. */
  readonly doc: string;
  readonly required?: true;
  /** Never shown, never logged. */
  readonly secret?: true;
}
export type Fields = Readonly<Record<string, Field>>;

type ObjectOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends { readonly required: true } ? K : never]: TypeOf<F[K]['value']>;
} & {
  readonly [K in keyof F as F[K] extends { readonly required: true } ? never : K]?: TypeOf<F[K]['value']>;
};

/** Any value at all. */
export const anything = (): Shape<unknown> => ({ schema: {}, be: say('demand.anything') });

export const flag = (): Shape<boolean> => ({ schema: { type: 'boolean' }, be: say('demand.flag') });

export const integer = (from: number, to: number): Shape<number> => ({
  schema: { type: 'integer', minimum: from, maximum: to },
  be: say('demand.whole', { from, to }),
});

/** US dollars. */
export const amount = (max: number): Shape<number> => ({
  schema: { type: 'number', minimum: 0, maximum: max },
  be: say('demand.amount', { most: max }),
});

/** A part of a whole, from 0.05 to 0.9. */
export const share = (): Shape<number> => ({
  schema: { type: 'number', minimum: 0.05, maximum: 0.9 },
  be: say('demand.share'),
});

export const oneOf = <const Word extends string>(words: readonly Word[]): Shape<Word> => ({
  schema: { type: 'string', enum: words },
  be: say('demand.one_of', { values: words }),
});

/** One line of text: no control characters, and not only white space. */
export const text = (maxLength: number): Shape<string> => ({
  schema: {
    type: 'string',
    minLength: 1,
    maxLength,
    pattern: ONE_LINE,
  },
  be: say('demand.line', { most: maxLength }),
});

/** Text of several lines, and not only white space. `pattern`: the characters that it may have. */
export const lines = (maxLength: number, pattern: string): Shape<string> => ({
  schema: {
    type: 'string',
    minLength: 1,
    maxLength,
    pattern,
  },
  be: say('demand.lines', { most: maxLength }),
  holds: (value) => (value as string).trim() !== '',
});

/** Text that becomes part of an address: only these characters. */
export const word = (characters: string, maxLength: number): Shape<string> => ({
  schema: { type: 'string', minLength: 1, maxLength, pattern: `^[${characters}]+$` },
  be: say('demand.word', { most: maxLength, characters }),
});

/** A key or token for a header: printable ASCII without spaces. */
export const key = (): Shape<string> => ({
  schema: { type: 'string', minLength: 1, maxLength: 4_096, pattern: VISIBLE_ASCII },
  be: say('demand.key'),
});

/** Names a folder that is not the root of the disk: some character is neither a slash nor a dot. */
export const folder = (): Shape<string> => ({
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 4_096,
    pattern: FOLDER,
  },
  be: say('demand.folder'),
});

/** An http or https URL, without credentials, because it is shown and logged. */
export const url = (): Shape<string> => ({
  schema: {
    type: 'string',
    maxLength: 2_048,
    pattern: WEB_ADDRESS,
  },
  be: say('demand.url'),
  holds: (value) => URL.canParse(value as string),
});

/** A program and its arguments, which no shell reads. */
export const argumentList = (): Shape<readonly string[]> => ({
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: 64,
    items: { type: 'string', maxLength: 4_096, pattern: NO_NUL },
  },
  be: say('demand.program'),
  holds: (value) => (value as readonly string[])[0]?.trim() !== '',
});

/** Names that reach into every object are refused, so that a lookup cannot be led there. */
const NAME: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  pattern: ONE_LINE,
  not: { enum: ['__proto__', 'constructor', 'prototype'] },
};

export const name = (): Shape<string> => ({
  schema: NAME,
  be: say('demand.name'),
});

/** Names, each of them once. */
export const names = (maxItems: number): Shape<readonly string[]> => ({
  schema: { type: 'array', maxItems, items: NAME, uniqueItems: true },
  be: say('demand.names', { most: maxItems }),
});

/** Hosts, each with its port, as an address has them. */
export const hosts = (maxItems: number): Shape<readonly string[]> => ({
  schema: {
    type: 'array',
    maxItems,
    uniqueItems: true,
    items: {
      type: 'string',
      maxLength: 270,
      pattern: HOST_AND_PORT,
    },
  },
  be: say('demand.hosts', { most: maxItems }),
});

/** Closed objects, each under a name. */
export const named = <const F extends Fields>(
  fields: F,
): Shape<Readonly<Record<string, ObjectOf<F>>>> & { readonly fields: F } => ({
  schema: { type: 'object', propertyNames: NAME, additionalProperties: closed(fields) },
  be: say('demand.named'),
  fields,
});

/** One closed object. */
export const object = <const F extends Fields>(fields: F): Shape<ObjectOf<F>> & { readonly fields: F } => ({
  schema: closed(fields),
  be: say('demand.object', { fields: Object.keys(fields) }),
  fields,
});

/** Closed objects, told apart by their `name`. */
export const listOf = <const F extends Fields & { readonly name: Field }>(
  fields: F,
  maxItems: number,
): Shape<readonly ObjectOf<F>[]> & { readonly fields: F } => ({
  schema: { type: 'array', maxItems, items: closed(fields) },
  be: say('demand.list', { most: maxItems }),
  holds: (value) => {
    const names = (value as readonly { readonly name: string }[]).map((item) => item.name);
    return new Set(names).size === names.length;
  },
  fields,
});

function closed(fields: Fields): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([field, { value, doc }]) => [field, { ...value.schema, description: doc }]),
    ),
    required: Object.keys(fields).filter((field) => fields[field]?.required),
    additionalProperties: false,
  };
}
