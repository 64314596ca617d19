import { isDeeperThan } from '../../kernel/json.ts';
import { configLimits } from './limits.ts';
import type { Validator, Violation } from '../../ports/validator.ts';
import { configFileSchemas, configPatchSchemas, keyRow, keyRows } from './keys.ts';
import type { ConfigFile, ConfigProblem } from './model.ts';
import { at, pathOf, pointerOf, type Path } from './path.ts';
import { PLACEHOLDER, placeholdersIn, secretValues } from './secrets.ts';
import type { Fields, Shape } from './shapes.ts';
import type { FileRead, Obstacle } from '../../ports/file-read.ts';

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

/** Names of the files in messages; their paths on this machine are not shown. */
const FILE = {
  user: 'config.json in the data directory',
  project: '.svc/config.json in the working directory',
} as const;

const REMEDY = {
  user: 'Correct the file; the engine reads it at the next change of a setting, or at the next start.',
  project:
    'Correct or remove the file; the engine reads it at the next change of a setting, or at the next start.',
} as const;

const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  folder: 'is a folder',
  no_file: 'is not a regular file',
  dangling_link: 'is a link to a file that does not exist',
  too_large: `is larger than ${configLimits.fileBytes / 1024 / 1024} MB`,
  no_text: 'is not UTF-8 text',
  not_allowed: 'is not readable by this user',
  failed: 'could not be read from the disk',
};

/** A file counts whole or not at all: one key that the schema rejects, and the file is ignored. */
export function parseConfigFile(
  read: FileRead,
  source: 'user' | 'project',
  validator: Validator,
): ParsedFile {
  if (read.found === 'nothing') return { state: 'absent', values: {}, secrets: [] };
  if (read.found === 'obstacle') return invalid(source, [{ what: `It ${OBSTACLES[read.obstacle]}` }]);
  const parsed = jsonOf(read.text);
  const kept = keptOf(read.text);
  if ('fault' in parsed) return invalid(source, [{ what: parsed.fault }], [], kept);
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
  readonly what: string;
}

function invalid(
  source: 'user' | 'project',
  faults: readonly Fault[],
  secrets: readonly string[] = [],
  kept: ConfigFile = {},
  sound: () => ConfigFile = () => ({}),
): ParsedFile {
  const problems = faults.slice(0, configLimits.violations).map(({ key, what }): ConfigProblem => ({
    source,
    file: FILE[source],
    ...(key === undefined ? {} : { key }),
    message: `${what}; because of this, all of ${FILE[source]} is ignored. ${REMEDY[source]}`,
  }));
  return { state: 'invalid', kept, sound, problems, secrets };
}

/** A key of the project file that only the user may set. */
export const notForProjects = (key: string): ConfigProblem => ({
  source: 'project',
  file: FILE.project,
  key,
  message: `A project file may not set ${key}, so it is ignored there. Set it in the user's own config.json if you want it.`,
});

/** Not the parser's own message: it quotes the text, which may hold a key. */
function jsonOf(text: string): { readonly value: unknown } | { readonly fault: string } {
  if (text.trim() === '') return { fault: 'It is empty' };
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(value, configLimits.jsonDepth)
      ? { fault: `It nests deeper than ${configLimits.jsonDepth} levels` }
      : { value };
  } catch (error) {
    const [, line, column] = /\(line (\d+) column (\d+)\)/u.exec((error as Error).message) ?? [];
    return {
      fault: line === undefined ? 'It is not JSON' : `It is not JSON (line ${line} column ${column})`,
    };
  }
}

function faultsOf(value: unknown, validator: Validator): readonly Fault[] {
  if (!isObject(value)) return [{ what: 'It is not a JSON object' }];
  const unknown = Object.keys(value).filter((name) => keyRow(name) === undefined);
  if (unknown.length > 0)
    return unknown.map((name) => ({ key: cut(name), what: `${quoted(name)} is no known key` }));
  return violationsOf(value, validator).map(({ path, message }) => {
    const names = pathOf(path).map(cut);
    return { ...(names[0] === undefined ? {} : { key: names[0] }), what: `${names.join('.')} ${message}` };
  });
}

const maxNameChars = 100;
const cut = (name: string): string => (name.length > maxNameChars ? `${name.slice(0, maxNameChars)}…` : name);
const quoted = (name: string): string => JSON.stringify(cut(name));

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
    return why === undefined ? [] : [{ path: `/${key}`, message: why }];
  });
}

/** Everything that makes these values invalid as a file, in the words of the table. */
export function violationsOf(values: object, validator: Validator): readonly Violation[] {
  const violations = schemaViolationsOf(configFileSchemas, values, validator);
  if (violations.length > 0) return violations;
  const file = values as ConfigFile;
  return [
    ...unheld(file),
    ...placeholdersIn(file).map((path) => ({
      path,
      message: `must be the key itself, not "${PLACEHOLDER}"`,
    })),
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
  ...new Map(violations.map((one) => [`${one.path}\0${one.message}`, one])).values(),
];

/** Violations that a schema cannot express. */
function unheld(file: ConfigFile): readonly Violation[] {
  const found: Violation[] = [];
  const ask = (shape: Shape<unknown>, value: unknown, path: readonly string[]) => {
    if (value !== undefined && shape.holds?.(value) === false)
      found.push({ path: pointerOf(path), message: `must be ${shape.words}` });
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

/** "must be a whole number from 0 to 36500" instead of the validator's message. */
function inWords({ path, message }: Violation, values: unknown): Violation {
  const shape = shapeAt(pathOf(path));
  if (shape === undefined) return { path, message };
  const isMissing = at(values, pathOf(path)) === undefined;
  const demand = `must be ${shape.words}`;
  return { path, message: isMissing ? `is missing, and ${demand}` : demand };
}

function shapeAt(path: Path): Shape<unknown> | undefined {
  const [key = '', , field = ''] = path;
  const shape = keyRow(key)?.value;
  if (path.length === 1) return shape;
  const fields: Fields = shape?.fields ?? {};
  return path.length === 3 && Object.hasOwn(fields, field) ? fields[field]?.value : undefined;
}
