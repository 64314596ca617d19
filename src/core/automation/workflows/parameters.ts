import { nearNames } from '../../kernel/near-names.ts';
import { refuse } from './errors.ts';
import { workflowLimits } from './limits.ts';
import type { Parameter, Parameters, ParameterValue } from './model.ts';

/**
 * The values for one run: what was given, and the defaults of the rest.
 * @throws Refusal invalid_parameters, which names the parameter
 */
export function valuesFor(declared: readonly Parameter[], given: Parameters): Parameters {
  const names = declared.map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const near = nearNames(name, names);
    const meant =
      near.length > 0
        ? ` Perhaps ${near.join(' or ')} is meant.`
        : names.length > 0
          ? ` It has: ${names.join(', ')}.`
          : ' It has none.';
    throw refuse.invalid_parameters({}, `The workflow has no parameter ${JSON.stringify(name)}.${meant}`);
  }
  return Object.fromEntries(declared.map((one) => [one.name, valueOf(one, given)]));
}

function valueOf({ name, type, default: byDefault }: Parameter, given: Parameters): ParameterValue {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value === undefined) {
    if (byDefault !== null) return byDefault;
    throw refuse.invalid_parameters({}, `Give the parameter ${name}, a ${type}.`);
  }
  if (typeof value !== type || (typeof value === 'number' && !Number.isFinite(value)))
    throw refuse.invalid_parameters({}, `The parameter ${name} is a ${type}.`);
  if (typeof value === 'string' && value.length > workflowLimits.parameterChars)
    throw refuse.invalid_parameters(
      {},
      `The parameter ${name} has at most ${workflowLimits.parameterChars} characters. Put long texts into a file of the workspace and name it.`,
    );
  return value;
}
