import { nearNames } from '../../kernel/near-names.ts';
import { refuse } from './errors.ts';
import { workflowLimits } from './limits.ts';
import type { Parameter, Parameters, ParameterValue } from './model.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';

/**
 * The values for one run: what was given, and the defaults of the rest.
 * @throws Refusal invalid_parameters, which names the parameter
 */
export function valuesFor(declared: readonly Parameter[], given: Parameters): Parameters {
  const names = declared.map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const near = nearNames(name, names);
    throw refuse.invalid_parameters({}, [
      say('workflows.no_parameter', { name: quote(name) }),
      near.length > 0
        ? say('workflows.perhaps', { near })
        : names.length > 0
          ? say('workflows.it_has', { known: names })
          : say('workflows.it_has_none'),
    ]);
  }
  return Object.fromEntries(declared.map((one) => [one.name, valueOf(one, given)]));
}

function valueOf({ name, type, default: byDefault }: Parameter, given: Parameters): ParameterValue {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value === undefined) {
    if (byDefault !== null) return byDefault;
    throw refuse.invalid_parameters({}, say('workflows.give_parameter', { name, type }));
  }
  if (typeof value !== type || (typeof value === 'number' && !Number.isFinite(value)))
    throw refuse.invalid_parameters({}, say('workflows.other_value', { name, type }));
  if (typeof value === 'string' && value.length > workflowLimits.parameterChars)
    throw refuse.invalid_parameters(
      {},
      say('workflows.long_value', { name, most: workflowLimits.parameterChars }),
    );
  return value;
}
