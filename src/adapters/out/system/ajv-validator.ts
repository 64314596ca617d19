import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Validator, Violation } from '../../../core/ports/validator.ts';
import { withoutOtherMembers } from './union-errors.ts';

/**
 * Unknown keywords are mistakes; the other rules of ajv's strict mode are matters of taste. The schemas are ours, and a
 * test checks them against the meta-schema: compiling that one at each start would take longer than all the others.
 */
const options: Options = {
  validateSchema: false,
  meta: false,
  strictSchema: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allErrors: true,
};

/** JSON Schema 2020-12 by ajv; `format` is checked. Compiled schemas are kept as long as their schema lives. */
export class AjvValidator implements Validator {
  readonly #strict = new Compiler(options);
  readonly #coercing = new Compiler({ ...options, coerceTypes: true, useDefaults: true });

  check(schema: object, value: unknown): readonly Violation[] {
    const validate = this.#strict.of(schema);
    return validate(value) ? [] : withoutOtherMembers(validate.errors ?? []).map(violation);
  }

  coerce(schema: object, given: Readonly<Record<string, unknown>>) {
    const validate = this.#coercing.of(schema);
    const value: Record<string, unknown> = { ...given };
    const violations = validate(value) ? [] : withoutOtherMembers(validate.errors ?? []).map(violation);
    return { value, violations: [...violations, ...endless(value)] };
  }
}

/** Made with its first schema: a start may need none of them. */
class Compiler {
  readonly #options: Options;
  readonly #compiled = new WeakMap<object, ValidateFunction>();
  #ajv: Ajv2020 | null = null;

  constructor(given: Options) {
    this.#options = given;
  }

  of(schema: object): ValidateFunction {
    const known = this.#compiled.get(schema);
    if (known) return known;
    const compiled = (this.#ajv ??= withFormats(new Ajv2020(this.#options))).compile(schema);
    this.#compiled.set(schema, compiled);
    return compiled;
  }
}

function withFormats(ajv: Ajv2020): Ajv2020 {
  ajvFormats.default(ajv);
  return ajv;
}

/** ajv parses `1e999` as Infinity, accepts it as an integer, and then skips `maximum`. */
const endless = (value: Readonly<Record<string, unknown>>): readonly Violation[] =>
  Object.entries(value)
    .filter(([, field]) => typeof field === 'number' && !Number.isFinite(field))
    .map(([name]) => ({ path: `/${name}`, message: 'must be a finite number' }));

function violation({ instancePath, keyword, message = 'is invalid', params }: ErrorObject): Violation {
  switch (keyword) {
    case 'additionalProperties':
      return {
        path: `${instancePath}/${String(params['additionalProperty'])}`,
        message: 'is not known here',
      };
    case 'required':
      return { path: `${instancePath}/${String(params['missingProperty'])}`, message: 'is missing' };
    case 'enum':
      return { path: instancePath, message: oneOf(params['allowedValues']) };
    case 'type':
      return { path: instancePath, message: typed(params['type']) };
    case 'format':
      return { path: instancePath, message: FORMATS[String(params['format'])] ?? message };
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return { path: instancePath, message: counted(keyword, Number(params['limit'])) };
    case 'minimum':
      return { path: instancePath, message: `must be ${String(params['limit'])} or more` };
    case 'maximum':
      return { path: instancePath, message: `must be ${String(params['limit'])} or less` };
    case 'pattern':
      return { path: instancePath, message: params['pattern'] === NOT_BLANK ? 'must not be blank' : message };
    default:
      return { path: instancePath, message };
  }
}

/** The pattern of texts that must not be blank. Its message is a sentence, because people cannot read the expression. */
const NOT_BLANK = '\\S';

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

const typed = (types: unknown): string =>
  `must be ${[types]
    .flat()
    .map((type) => TYPES[String(type)] ?? String(type))
    .join(' or ')}`;

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'must be a time with its zone, like 2026-01-31T09:30:00Z',
  date: 'must be a date, like 2026-01-31',
  uuid: 'must be a UUID',
  uri: 'must be an address, like https://example.org/',
};

const COUNTED: Readonly<Record<string, string>> = {
  Length: 'character',
  Items: 'entry',
  Properties: 'key',
};

/** `keyword`: `minLength`, `maxItems` and the like. */
function counted(keyword: string, limit: number): string {
  if (keyword.startsWith('min') && limit === 1) return 'must not be empty';
  const one = COUNTED[keyword.slice('min'.length)] ?? 'entry';
  const many = one === 'entry' ? 'entries' : `${one}s`;
  return `must have ${limit} ${limit === 1 ? one : many} ${keyword.startsWith('min') ? 'or more' : 'at most'}`;
}

const oneOf = (values: unknown): string =>
  Array.isArray(values) ? `must be one of ${values.map(String).join(', ')}` : 'is invalid';
