import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';

const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
]);
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'] as const;

/** What references within one document name, in the spellings of all drafts. Nothing is fetched. */
export class SchemaReferences {
  readonly #whole: JsonObject;
  /** What each reference names. */
  readonly #known = new Map<string, Json | undefined>();
  /** Schemas with an id or an anchor of their own, by it. */
  #named: ReadonlyMap<string, JsonObject> | null = null;

  constructor(whole: JsonObject) {
    this.#whole = whole;
  }

  /**
   * A schema without references at its top: what they name, and what stands beside them.
   * @param mayFollow asked before each reference is followed, so that a circle ends
   */
  resolved(schema: JsonObject, mayFollow: (reference: string) => boolean): JsonObject {
    let found = schema;
    for (;;) {
      const keyword = REFERENCES.find((one) => typeof found[one] === 'string');
      const reference = keyword === undefined ? '' : (found[keyword] as string);
      if (keyword === undefined || !mayFollow(reference)) return only(found, READ);
      const beside = only(found, [...READ, ...REFERENCES.filter((one) => one !== keyword)]);
      if (!this.#known.has(reference)) this.#known.set(reference, this.#at(reference));
      const named = this.#known.get(reference) ?? null;
      found = isJsonObject(named) ? together(only(named, [...READ, ...REFERENCES]), beside) : beside;
    }
  }

  #at(reference: string): Json | undefined {
    const at = reference.indexOf('#');
    const [base, fragment] =
      at < 0 ? [reference, ''] : [reference.slice(0, at), decoded(reference.slice(at + 1))];
    const document = base === '' ? this.#whole : this.#byName(base);
    if (document === undefined || fragment === '') return document;
    if (!fragment.startsWith('/')) return this.#byName(`#${fragment}`);
    let found: Json | undefined = document;
    for (const part of fragment.slice(1).split('/')) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const within = found as Readonly<Record<string, Json>> | null | undefined;
      found =
        typeof within === 'object' && within !== null && Object.hasOwn(within, key) ? within[key] : undefined;
    }
    return found;
  }

  #byName(name: string): JsonObject | undefined {
    this.#named ??= namedIn(this.#whole);
    return this.#named.get(name) ?? this.#named.get(name.slice(name.lastIndexOf('/') + 1));
  }
}

/** Where both say something of the same kind, both hold; words beside a reference take the place of those behind it. */
function together(named: JsonObject, beside: JsonObject): JsonObject {
  const hasBoth = Object.keys(beside).some((key) => !ANNOTATIONS.has(key) && Object.hasOwn(named, key));
  if (!hasBoth) return { ...named, ...beside };
  const parts = Array.isArray(beside['allOf']) ? (beside['allOf'] as readonly Json[]) : [];
  return { ...beside, allOf: [...parts, named] };
}

/** The keywords that are read: a schema may have any number of others, which are not to be copied for each reference to it. */
const READ = [
  'type',
  'title',
  'description',
  'enum',
  'const',
  'default',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'properties',
  'patternProperties',
  'required',
  'items',
  'prefixItems',
  'additionalItems',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
];

const only = (schema: JsonObject, keywords: readonly string[]): JsonObject =>
  Object.fromEntries(
    keywords.filter((one) => Object.hasOwn(schema, one)).map((one) => [one, schema[one] as Json]),
  );

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Ids are found in full and by their last part, since a document may name its neighbours relatively. */
function namedIn(whole: JsonObject): ReadonlyMap<string, JsonObject> {
  const named = new Map<string, JsonObject>();
  const add = (name: string, schema: JsonObject) => void (named.has(name) || named.set(name, schema));
  const rest: Json[] = [whole];
  while (rest.length > 0) {
    const one = rest.shift() as Json;
    if (typeof one !== 'object' || one === null) continue;
    if (isJsonObject(one)) {
      for (const key of ['$id', 'id']) {
        const id = one[key];
        if (typeof id !== 'string') continue;
        add(id.replace(/(?<=.)#$/u, ''), one);
        add(id.slice(id.lastIndexOf('/') + 1), one);
      }
      for (const key of ['$anchor', '$dynamicAnchor'])
        if (typeof one[key] === 'string') add(`#${one[key]}`, one);
    }
    rest.push(...Object.values(one));
  }
  return named;
}
