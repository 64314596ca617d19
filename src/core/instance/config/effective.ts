import type { EnvironmentContent } from './environment.ts';
import { say } from './says.ts';
import { strandedKey } from './secrets.ts';
import { notForProjects, type ParsedFile } from './file.ts';
import { keyRow, keyRows } from './keys.ts';
import type { Config, ConfigFile, ConfigKey, ConfigProblem, ConfigSource, EffectiveConfig } from './model.ts';

export interface ConfigSources {
  readonly user: ParsedFile;
  readonly project: ParsedFile;
  readonly environment: EnvironmentContent;
}

/** The values in effect: the environment over the project file (allowed keys only) over the user file over the default. */
export function effectiveConfig({ user, project, environment }: ConfigSources): EffectiveConfig {
  const layers: readonly (readonly [ConfigSource, ConfigFile])[] = [
    ['env', environment.values],
    ['project', allowed(project)],
    ['user', valuesOf(user)],
    ['default', defaults],
  ];
  const values: Record<string, unknown> = {};
  const sources: Partial<Record<ConfigKey, ConfigSource>> = {};
  for (const [key] of keyRows) {
    const layer = environment.blocked.has(key)
      ? undefined
      : layers.find(([, given]) => given[key] !== undefined);
    if (layer === undefined) continue;
    [sources[key], values[key]] = [layer[0], layer[1][key]];
  }
  const problems = [
    ...problemsOf(user),
    ...problemsOf(project),
    ...overreaching(project),
    ...environment.problems,
  ];
  if (namesNoProfile(values)) {
    delete values['worker_profile'];
    delete sources.worker_profile;
    problems.push(NO_SUCH_PROFILE);
  }
  const stranded = strandedKey(values);
  if (stranded !== null) problems.push(notSent(stranded));
  return frozen({ values: values as Config, sources, problems, blocked: new Set(environment.blocked) });
}

const defaults = Object.fromEntries(
  keyRows.flatMap(([key, row]) => (row.default === undefined ? [] : [[key, row.default]])),
) as ConfigFile;

const valuesOf = (file: ParsedFile): ConfigFile => (file.state === 'invalid' ? file.kept : file.values);

const allowed = (project: ParsedFile): ConfigFile =>
  Object.fromEntries(
    Object.entries(valuesOf(project)).filter(([key]) => keyRow(key)?.project === true),
  ) as ConfigFile;

const problemsOf = (file: ParsedFile): readonly ConfigProblem[] =>
  file.state === 'invalid' ? file.problems : [];

const overreaching = (project: ParsedFile): readonly ConfigProblem[] =>
  Object.keys(valuesOf(project))
    .filter((key) => keyRow(key)?.project !== true)
    .map(notForProjects);

const namesNoProfile = ({ worker_profile: name, model_profiles: profiles = {} }: ConfigFile): boolean =>
  name !== undefined && !Object.hasOwn(profiles, name);

const notSent = (place: string): ConfigProblem => ({
  source: 'user',
  key: 'api_key',
  says: say('config.key_not_sent', { place }),
});

const NO_SUCH_PROFILE: ConfigProblem = {
  source: 'user',
  key: 'worker_profile',
  says: say('config.no_profile'),
};

/** A deeply frozen copy that shares nothing with the original. */
function frozen(config: EffectiveConfig): EffectiveConfig {
  const { values, sources, problems, blocked } = config;
  return Object.freeze({
    values: freeze(structuredClone(values)),
    sources: freeze(structuredClone(sources)),
    problems: freeze(structuredClone(problems)),
    blocked,
  });
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
