import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { demandOf, NOT_BLANK } from '../../../core/kernel/patterns.ts';
import type { Says } from '../../../core/kernel/says.ts';
import { must, say } from '../../../core/kernel/value-says.ts';
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
    .map(([name]) => ({ path: `/${name}`, says: must(say('demand.finite')) }));

function violation({ instancePath: path, keyword, message, params }: ErrorObject): Violation {
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'additionalProperties':
      return { path: `${path}/${String(params['additionalProperty'])}`, says: say('wrong.unknown') };
    case 'required':
      return { path: `${path}/${String(params['missingProperty'])}`, says: say('wrong.missing') };
    case 'enum':
      return { path, says: must(say('demand.one_of', { values: textsIn(params['allowedValues']) })) };
    case 'type':
      return { path, says: must(say('demand.type', { types: textsIn(params['type']) })) };
    case 'format':
      return { path, says: formatted(String(params['format']), message) };
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return {
        path,
        says: limit === 1 ? say('wrong.empty') : say('wrong.few', { of: COUNTED[keyword], least: limit }),
      };
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return { path, says: say('wrong.many', { of: COUNTED[keyword], most: limit }) };
    case 'minimum':
      return { path, says: say('wrong.least', { least: limit }) };
    case 'maximum':
      return { path, says: say('wrong.most', { most: limit }) };
    case 'pattern':
      return { path, says: patterned(String(params['pattern'])) };
    default:
      return { path, says: ruled(message) };
  }
}

const textsIn = (values: unknown): readonly string[] => [values].flat().map(String);

const ruled = (rule: string | undefined): Says =>
  rule === undefined ? say('wrong.invalid') : say('wrong.rule', { rule });

function patterned(pattern: string): Says {
  if (pattern === NOT_BLANK) return say('wrong.blank');
  const demand = demandOf(pattern);
  return demand === null ? say('wrong.pattern', { pattern }) : must(demand);
}

const FORMATS = {
  'date-time': say('demand.time'),
  date: say('demand.date'),
  uuid: say('demand.uuid'),
  uri: say('demand.uri'),
};

const formatted = (format: string, rule: string | undefined): Says =>
  Object.hasOwn(FORMATS, format) ? must(FORMATS[format as keyof typeof FORMATS]) : ruled(rule);

const COUNTED = {
  minLength: 'characters',
  maxLength: 'characters',
  minItems: 'entries',
  maxItems: 'entries',
  minProperties: 'keys',
  maxProperties: 'keys',
} as const;
