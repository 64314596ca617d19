import { count } from '../parts/format.ts';
import { scientificTyped } from '../parts/typed-number.ts';
import { workflowWords } from '#words/workflows.ts';
import type { Parameter, ParameterValues } from './workflows.ts';

const said = workflowWords.form;

/** The longest value that the engine takes. */
const MOST_CHARS = 10_000;

/** What was typed for each parameter, by its name. A name may be any word, also one that objects have. */
export type FormValues = ReadonlyMap<string, string>;
export type Wrong = ReadonlyMap<string, string>;

/** The defaults. Yes and no are `true` and `false`; what has no default is empty. */
export const initialValues = (parameters: readonly Parameter[]): FormValues =>
  new Map(parameters.map((one) => [one.name, one.default === null ? '' : String(one.default)]));

/** The values in their types, and what is wrong with which of them. */
export function valuesIn(
  parameters: readonly Parameter[],
  given: FormValues,
): { readonly values: ParameterValues; readonly wrong: Wrong } {
  const values: [string, string | number | boolean][] = [];
  const wrong = new Map<string, string>();
  for (const parameter of parameters) {
    const found = valueOf(parameter, given.get(parameter.name) ?? '');
    if (typeof found === 'object') wrong.set(parameter.name, found.wrong);
    else values.push([parameter.name, found]);
  }
  return { values: Object.fromEntries(values), wrong };
}

function valueOf(
  { type, default: byDefault }: Parameter,
  text: string,
): string | number | boolean | { readonly wrong: string } {
  switch (type) {
    case 'string':
      if (text.length > MOST_CHARS) return { wrong: said.tooLong(count(MOST_CHARS)) };
      // A field with a default that was emptied means an empty text; a field that was never filled in was forgotten.
      return text === '' && byDefault === null ? { wrong: said.missing } : text;
    case 'number': {
      const typed = scientificTyped(text);
      const value = Number(typed);
      return typed === null || Math.abs(value) > Number.MAX_SAFE_INTEGER ? { wrong: said.notNumber } : value;
    }
    case 'boolean':
      return text === '' ? { wrong: said.notChosen } : text === 'true';
  }
}
