import type { Validator } from '../../ports/validator.ts';
import { keyRows, type KeyRow } from './keys.ts';
import type { ConfigFile, ConfigKey, ConfigProblem } from './model.ts';
import { say } from './says.ts';

/** The part of the configuration that the environment sets. */
export interface EnvironmentContent {
  readonly values: ConfigFile;
  readonly problems: readonly ConfigProblem[];
  readonly blocked: ReadonlySet<ConfigKey>;
}

/** Names of all variables that set a key. */
export const configVariables: readonly string[] = keyRows.flatMap(([, { environment = [] }]) => environment);

/**
 * An invalid value blocks its key. Falling back to a file could select another provider or address than the one that
 * the operator meant.
 */
export function fromEnvironment(
  environment: Readonly<Record<string, string>>,
  validator: Validator,
): EnvironmentContent {
  const values: [ConfigKey, unknown][] = [];
  const problems: ConfigProblem[] = [];
  const blocked = new Set<ConfigKey>();
  for (const [key, row] of keyRows) {
    const variable = row.environment?.find((name) => (environment[name] ?? '') !== '');
    if (variable === undefined) continue;
    const read = valueOf(key, row, environment[variable] ?? '', validator);
    if (read.isValid) values.push([key, read.value]);
    else {
      blocked.add(key);
      problems.push(unusable(key, row, variable));
    }
  }
  return { values: Object.fromEntries(values) as ConfigFile, problems, blocked };
}

function valueOf(key: string, { value: shape }: KeyRow, text: string, validator: Validator) {
  const schema = { type: 'object', properties: { [key]: shape.schema } };
  const { value, violations } = validator.coerce(schema, { [key]: text });
  const isValid = violations.length === 0 && shape.holds?.(value[key]) !== false;
  return { value: value[key], isValid };
}

const unusable = (key: ConfigKey, { value: shape }: KeyRow, variable: string): ConfigProblem => ({
  source: 'env',
  key,
  says: say('config.variable', { variable, be: shape.be, key }),
});
