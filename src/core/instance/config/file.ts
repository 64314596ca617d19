import { canonicalJson, isDeeperThan, type Json } from '../../kernel/json.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import { must, obstacleSays, say as sayOfValue } from '../../kernel/value-says.ts';
import { configLimits } from './limits.ts';
import type { Validator, Violation } from '../../ports/validator.ts';
import { configFileSchemas, configPatchSchemas, keyRow, keyRows } from './keys.ts';
import type { ConfigFile, ConfigProblem } from './model.ts';
import { at, pathOf, pointerOf, type Path } from './path.ts';
import { say } from './says.ts';
import { placeholdersIn, secretValues } from './secrets.ts';
import type { Fields, Shape } from './shapes.ts';
import type { FileRead } from '../../ports/file-read.ts';

export type ParsedFile =
  | { readonly state: 'absent' | 'valid'; readonly values: ConfigFile; readonly secrets: readonly string[] }
  /** The whole file is ignored, but for `kept`. */
  | {
      readonly state: 'invalid';
      readonly kept: ConfigFile;
      /** The keys whose values are valid by themselves. */
      readonly sound: () => ConfigFile;
      readonly problems: readonly ConfigProblem[];
      readonly secrets: readonly string[];
    };

/** A file counts whole or not at all: one key that the schema rejects, and the file is ignored. */
export function parseConfigFile(
  read: FileRead,
  source: 'user' | 'project',
  validator: Validator,
): ParsedFile {
  if (read.found === 'nothing') return { state: 'absent', values: {}, secrets: [] };
  if (read.found === 'obstacle')
    return invalid(source, [{ why: obstacleSays(read.obstacle, configLimits.fileBytes) }]);
  const parsed = jsonOf(read.text);
  const kept = keptOf(read.text);
  if ('fault' in parsed) return invalid(source, [{ why: parsed.fault }], [], kept);
  const secrets = secretValues(parsed.value);
  const faults = faultsOf(parsed.value, validator);
  if (faults.length > 0)
    return invalid(source, faults, secrets, kept, () => soundOf(parsed.value, validator));
  return { state: 'valid', values: parsed.value as ConfigFile, secrets };
}

/** A mistake elsewhere in the file must not open a port that its owner has closed. */
const keptOf = (text: string): ConfigFile =>
  /"require_token"\s*:\s*true\b/u.test(text) ? { require_token: true } : {};

const soundOf = (value: unknown, validator: Validator): ConfigFile =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter(
          ([name, one]) =>
            keyRow(name) !== undefined && violationsOf({ [name]: one }, validator).length === 0,
        ),
      )
    : {};

interface Fault {
  readonly key?: string;
  /** Of a value within the key, too; without one, the whole file is wrong. */
  readonly place?: string;
  readonly why: Says;
}

function invalid(
  source: 'user' | 'project',
  faults: readonly Fault[],
  secrets: readonly string[] = [],
  kept: ConfigFile = {},
  sound: () => ConfigFile = () => ({}),
): ParsedFile {
  const problems = faults.slice(0, configLimits.violations).map(({ key, place, why }): ConfigProblem => ({
    source,
    ...(key === undefined ? {} : { key }),
    says: say('config.ignored', { key: place === undefined ? null : quote(place), why, file: source }),
  }));
  return { state: 'invalid', kept, sound, problems, secrets };
}

/** A key of the project file that only the user may set. */
export const notForProjects = (key: string): ConfigProblem => ({
  source: 'project',
  key,
  says: say('config.not_for_projects', { key }),
});

/** Not the parser's own message: it quotes the text, which may hold a key. */
function jsonOf(text: string): { readonly value: unknown } | { readonly fault: Says } {
  if (text.trim() === '') return { fault: sayOfValue('wrong.empty_file') };
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(value, configLimits.jsonDepth)
      ? { fault: sayOfValue('wrong.depth', { levels: configLimits.jsonDepth }) }
      : { value };
  } catch (error) {
    const [, line, column] = /\(line (\d+) column (\d+)\)/u.exec((error as Error).message) ?? [];
    const at = (text: string | undefined) => (text === undefined ? null : Number(text));
    return { fault: sayOfValue('wrong.json', { line: at(line), column: at(column) }) };
  }
}

function faultsOf(value: unknown, validator: Validator): readonly Fault[] {
  if (!isObject(value)) return [{ why: sayOfValue('wrong.no_object') }];
  const unknown = Object.keys(value).filter((name) => keyRow(name) === undefined);
  if (unknown.length > 0)
    return unknown.map((name) => ({
      key: cut(name),
      place: cut(name),
      why: sayOfValue('wrong.no_key'),
    }));
  return violationsOf(value, validator).map(({ path, says }) => {
    const names = pathOf(path).map(cut);
    return { ...(names[0] === undefined ? {} : { key: names[0], place: names.join('.') }), why: says };
  });
}

const maxNameChars = 100;
const cut = (name: string): string => (name.length > maxNameChars ? `${name.slice(0, maxNameChars)}…` : name);

/**
 * What is wrong with this change, in the words of the table. Takes any value. `fromRequest`: it came with a request to
 * the API, which may not set every key.
 */
export function patchViolationsOf(
  patch: unknown,
  validator: Validator,
  { fromRequest }: { readonly fromRequest: boolean },
): readonly Violation[] {
  const violations = schemaViolationsOf(configPatchSchemas, patch, validator);
  if (!fromRequest || violations.length > 0) return violations;
  return Object.keys(patch as object).flatMap((key) => {
    const why = keyRow(key)?.onlyHere;
    return why === undefined ? [] : [{ path: `/${key}`, says: why }];
  });
}

/** Everything that makes these values invalid as a file, in the words of the table. */
export function violationsOf(values: object, validator: Validator): readonly Violation[] {
  const violations = schemaViolationsOf(configFileSchemas, values, validator);
  if (violations.length > 0) return violations;
  const file = values as ConfigFile;
  return [
    ...unheld(file),
    ...placeholdersIn(file).map((path) => ({ path, says: sayOfValue('wrong.placeholder') })),
  ];
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const OBJECT = { type: 'object' };
const NO_KEY = { ...OBJECT, additionalProperties: false };

function schemaViolationsOf(
  schemas: ReadonlyMap<string, object>,
  values: unknown,
  validator: Validator,
): readonly Violation[] {
  const violations = !isObject(values)
    ? validator.check(OBJECT, values)
    : Object.entries(values).flatMap(([key, value]) =>
        validator.check(schemas.get(key) ?? NO_KEY, { [key]: value as unknown }),
      );
  return distinct(violations.map((violation) => inWords(violation, values)));
}

const distinct = (violations: readonly Violation[]): readonly Violation[] => [
  ...new Map(
    violations.map((one) => [`${one.path}\0${canonicalJson(one.says as unknown as Json)}`, one]),
  ).values(),
];

/** Violations that a schema cannot express. */
function unheld(file: ConfigFile): readonly Violation[] {
  const found: Violation[] = [];
  const ask = (shape: Shape<unknown>, value: unknown, path: readonly string[]) => {
    if (value !== undefined && shape.holds?.(value) === false)
      found.push({ path: pointerOf(path), says: must(shape.be) });
  };
  for (const [key, { value: shape }] of keyRows) {
    const value: unknown = file[key];
    ask(shape, value, [key]);
    for (const [name, item] of Object.entries(shape.fields && value !== undefined ? (value as object) : {}))
      for (const [field, one] of Object.entries(shape.fields ?? {}))
        ask(one.value, (item as Readonly<Record<string, unknown>>)[field], [key, name, field]);
  }
  return found;
}

/** "must be a whole number from 0 to 36500" instead of what the validator says. */
function inWords({ path, says }: Violation, values: unknown): Violation {
  const shape = shapeAt(pathOf(path));
  if (shape === undefined) return { path, says };
  const isMissing = at(values, pathOf(path)) === undefined;
  return { path, says: sayOfValue('wrong.must', { be: shape.be, isMissing }) };
}

function shapeAt(path: Path): Shape<unknown> | undefined {
  const [key = '', , field = ''] = path;
  const shape = keyRow(key)?.value;
  if (path.length === 1) return shape;
  const fields: Fields = shape?.fields ?? {};
  return path.length === 3 && Object.hasOwn(fields, field) ? fields[field]?.value : undefined;
}
