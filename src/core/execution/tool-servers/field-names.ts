import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';

/** What all providers take as the name of a field. */
const TAKEN = /^[a-zA-Z0-9_.-]{1,64}$/u;
const CHARS = 56;
/** Names of what every object inherits. */
const INHERITED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The names of fields for models, one for each name of the server within one schema. A name that providers do not take
 * becomes one that is nowhere in the schema.
 */
export class FieldNames {
  readonly #used: Set<string>;
  readonly #offered = new Map<string, string>();
  /** The number after the last one that was tried for a name. */
  readonly #next = new Map<string, number>();
  readonly #own = new Map<string, string>();

  constructor(schema: JsonObject) {
    this.#used = keysIn(schema);
  }

  offered(own: string): string {
    if (TAKEN.test(own) && !INHERITED.has(own)) return own;
    const known = this.#offered.get(own);
    if (known !== undefined) return known;
    const plain = own
      .normalize('NFKD')
      .replaceAll(/[^a-zA-Z0-9.-]+/gu, '_')
      .replaceAll(/^[_.-]+|[_.-]+$/gu, '')
      .slice(0, CHARS);
    const stem = plain === '' || INHERITED.has(plain) ? `field_${plain}`.slice(0, CHARS) : plain;
    let name = stem;
    let n = this.#next.get(stem) ?? 2;
    while (this.#used.has(name)) name = `${stem}_${n++}`;
    this.#next.set(stem, n);
    this.#used.add(name);
    this.#offered.set(own, name);
    this.#own.set(name, own);
    return name;
  }

  /** An input that fits the schema with the offered names, as its server names the fields. Names that a schema leaves open stay. */
  sent(input: JsonObject, offered: JsonObject): JsonObject {
    return this.#own.size === 0 ? input : (this.#renamed(input, [offered]) as JsonObject);
  }

  #renamed(value: Json, described: readonly Json[]): Json {
    const schemas = described.flatMap(withParts);
    if (schemas.length === 0) return value;
    const of = (keyword: string): readonly Json[] =>
      schemas.flatMap((schema) => (schema[keyword] === undefined ? [] : [schema[keyword]]));
    if (Array.isArray(value)) return (value as readonly Json[]).map((one) => this.#renamed(one, of('items')));
    if (!isJsonObject(value)) return value;
    const named = of('properties').filter(isJsonObject);
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => {
        const known = named
          .filter((fields) => Object.hasOwn(fields, name))
          .map((fields) => fields[name] as Json);
        return known.length === 0
          ? [name, this.#renamed(field, of('additionalProperties'))]
          : [this.#own.get(name) ?? name, this.#renamed(field, known)];
      }),
    );
  }
}

/** A schema with those that describe the same value. */
const withParts = (schema: Json): readonly JsonObject[] =>
  isJsonObject(schema)
    ? [
        schema,
        ...['anyOf', 'allOf'].flatMap((of) => ((schema[of] ?? []) as readonly Json[]).flatMap(withParts)),
      ]
    : [];

function keysIn(schema: JsonObject): Set<string> {
  const keys = new Set<string>();
  const rest: unknown[] = [schema];
  while (rest.length > 0) {
    const one = rest.pop();
    if (typeof one !== 'object' || one === null) continue;
    if (!Array.isArray(one)) for (const key of Object.keys(one)) keys.add(key);
    for (const value of Object.values(one)) rest.push(value);
  }
  return keys;
}
