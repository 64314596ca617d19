import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Validator, Violation } from '../../../core/ports/validator.ts';

/** Unknown keywords are mistakes; the further rules of ajv's strict mode are matters of taste. */
const options: Options = {
  strictSchema: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allErrors: true,
};

/** JSON Schema 2020-12 by ajv; `format` is checked. Compiled schemas are kept as long as their schema lives. */
export class AjvValidator implements Validator {
  readonly #strict = withFormats(new Ajv2020(options));
  readonly #coercing = withFormats(new Ajv2020({ ...options, coerceTypes: true, useDefaults: true }));
  readonly #compiled = {
    strict: new WeakMap<object, ValidateFunction>(),
    coercing: new WeakMap<object, ValidateFunction>(),
  };

  check(schema: object, value: unknown): readonly Violation[] {
    const validate = this.#validatorFor('strict', schema);
    return validate(value) ? [] : (validate.errors ?? []).map(violation);
  }

  coerce(schema: object, given: Readonly<Record<string, unknown>>) {
    const validate = this.#validatorFor('coercing', schema);
    const value: Record<string, unknown> = { ...given };
    const violations = validate(value) ? [] : (validate.errors ?? []).map(violation);
    return { value, violations: [...violations, ...endless(value)] };
  }

  #validatorFor(mode: 'strict' | 'coercing', schema: object): ValidateFunction {
    const known = this.#compiled[mode].get(schema);
    if (known) return known;
    const compiled = (mode === 'strict' ? this.#strict : this.#coercing).compile(schema);
    this.#compiled[mode].set(schema, compiled);
    return compiled;
  }
}

function withFormats(ajv: Ajv2020): Ajv2020 {
  ajvFormats.default(ajv);
  return ajv;
}

/** ajv makes Infinity of `1e999`, takes it for an integer, and then asks no `maximum` of it. */
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
    case 'minLength':
      return { path: instancePath, message: params['limit'] === 1 ? 'must not be empty' : message };
    case 'pattern':
      return { path: instancePath, message: params['pattern'] === NOT_BLANK ? 'must not be blank' : message };
    default:
      return { path: instancePath, message };
  }
}

/** The one pattern that rows ask of words: an expression is no sentence. */
const NOT_BLANK = '\\S';

const oneOf = (values: unknown): string =>
  Array.isArray(values) ? `must be one of ${values.map(String).join(', ')}` : 'is invalid';
