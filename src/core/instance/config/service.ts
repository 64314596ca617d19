import type { FileRead } from '../../ports/file-read.ts';
import { fromElsewhere, type FromElsewhere } from './from-elsewhere.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import { configLimits } from './limits.ts';
import { canonicalJson, type JsonObject } from '../../kernel/json.ts';
import type { Clock } from '../../ports/clock.ts';
import { valueMask } from '../../trust/masking/value-mask.ts';
import type { KnownSecrets, Log } from '../../ports/log.ts';
import type { Validator, Violation } from '../../ports/validator.ts';
import { effectiveConfig, type ConfigSources } from './effective.ts';
import { fromEnvironment } from './environment.ts';
import type { Words } from '../../ports/words.ts';
import { say as sayOfValue } from '../../kernel/value-says.ts';
import { refuse } from './errors.ts';
import { say } from './says.ts';
import { parseConfigFile, patchViolationsOf, violationsOf } from './file.ts';
import type { Config, ConfigFile, ConfigPatch, ConfigProblem, EffectiveConfig } from './model.ts';
import { keysFromAnyone } from './keys.ts';
import {
  redacted,
  secretValues,
  strayed,
  withBoundKey,
  withKeptSecrets,
  withoutPlaceholders,
} from './secrets.ts';
import type { ConfigFiles } from './store.ts';

export interface ConfigServiceDeps {
  readonly files: ConfigFiles;
  /** The variables that set keys, by name; unset ones are absent. */
  readonly environment: Readonly<Record<string, string>>;
  readonly validator: Validator;
  readonly knownSecrets: Pick<KnownSecrets, 'learn' | 'unmistakable'>;
  readonly clock: Clock;
  readonly words: Words;
  readonly log: Log;
}

/** The configuration for display: secrets are placeholders. */
export interface ConfigReport {
  readonly config: Config;
  readonly sources: EffectiveConfig['sources'];
  readonly problems: readonly ConfigProblem[];
}

/**
 * The live configuration. Files are read at the start and at every change, and at no other time: an edit by hand
 * takes effect at the next of these.
 */
export class ConfigService {
  readonly #deps: ConfigServiceDeps;
  #sources: ConfigSources;
  #current: EffectiveConfig;
  /** Problems already logged: each change reads the files again. */
  #reported: ReadonlySet<string> = new Set();
  readonly #listeners: ((saved: readonly string[]) => void)[] = [];
  /** Serialised: each change starts from what the one before it wrote. */
  readonly #changes = new OneAtATime<'change'>();

  constructor(deps: ConfigServiceDeps) {
    this.#deps = deps;
    const nothing = { state: 'absent', values: {}, secrets: [] } as const;
    const environment = fromEnvironment(deps.environment, deps.validator);
    this.#sources = { user: nothing, project: nothing, environment };
    this.#current = effectiveConfig(this.#sources);
  }

  /** The configuration in effect now. Call it at every use, so that a change takes effect with the next use. */
  current(): EffectiveConfig {
    return this.#current;
  }

  /**
   * Calls `listener` after each reading or change of the configuration, whether or not values differ, with the keys that
   * a person saved: none after a reading.
   */
  onChange(listener: (saved: readonly string[]) => void): void {
    this.#listeners.push(listener);
  }

  report(): ConfigReport {
    const { values, sources, problems } = this.#current;
    return { config: redacted(values), sources, problems };
  }

  /** The user file for an export, with placeholders for secrets; null without one. @throws Refusal config_file_invalid */
  async userFile(): Promise<ConfigFile | null> {
    const { user } = await this.#read();
    if (user.state === 'invalid') throw refuse.config_file_invalid({ problems: user.problems });
    return user.state === 'absent' ? null : redacted(user.values);
  }

  /**
   * The text of a user file that adds settings of an export to the present ones, which win. Anyone can write an export,
   * so it adds only what the file of a stranger may set; the other keys are named.
   * @returns `text` is null where that adds nothing
   * @throws Refusal invalid_request, config_file_invalid
   */
  async withImported(
    given: JsonObject,
  ): Promise<{ readonly text: string | null; readonly left: readonly string[] }> {
    const { user } = await this.#read();
    if (user.state === 'invalid') throw refuse.config_file_invalid({ problems: user.problems });
    const fresh = Object.entries(withoutPlaceholders(given) as JsonObject).filter(
      ([key]) => !Object.hasOwn(user.values, key),
    );
    const added = fresh.filter(([key]) => keysFromAnyone.some((one) => one === key));
    const left = fresh.map(([key]) => key).filter((key) => !added.some(([one]) => one === key));
    if (added.length === 0) return { text: null, left };
    const next = { ...user.values, ...Object.fromEntries(added) } as ConfigFile;
    const violations = violationsOf(next, this.#deps.validator);
    if (violations.length > 0) throw refused(violations);
    return { text: `${JSON.stringify(next, null, 2)}\n`, left };
  }

  /**
   * The user file of another machine as it may take effect here, see `fromElsewhere`. What of it is not valid is left out,
   * and the settings of this machine stay as far as its own file can be read. Null without a file.
   */
  async fromElsewhere(read: FileRead): Promise<FromElsewhere | null> {
    const { validator } = this.#deps;
    const given = parseConfigFile(read, 'user', validator);
    if (given.state === 'absent') return null;
    const { user } = await this.#read();
    const here = (user.state === 'invalid' ? { ...user.sound(), ...user.kept } : user.values) as JsonObject;
    const [sound, wrong] =
      given.state === 'invalid'
        ? [given.sound(), given.problems.map(({ key }) => key ?? 'config.json')]
        : [given.values, []];
    const taken = fromElsewhere(sound as JsonObject, here);
    const left = [...new Set([...wrong, ...taken.left])];
    if (violationsOf(taken.values, validator).length === 0) return { ...taken, left };
    // Values that are valid alone and not together.
    return { ...fromElsewhere({}, here), left: [...new Set([...left, ...Object.keys(taken.values)])] };
  }

  /** Reads the files. Their faults become problems and lines in the log, never errors. */
  load(): Promise<void> {
    return this.#changes.run('change', async () => this.#take({ ...this.#sources, ...(await this.#read()) }));
  }

  /**
   * Changes the user file: a value sets a key, null removes it. The file is read first, so edits made by hand take
   * effect too. The change is in effect when this resolves; when it throws, nothing has changed.
   * `patch` may be unchecked: the refusal says what is wrong with it.
   * `fromTerminal`: the owner's own command changes it, which may set keys that no request may.
   * `replace` is for an invalid file: it starts a new one and keeps the old one beside it.
   * `profile`: of the model profiles only this one changes, so that a writer who has not seen the others loses none.
   * @throws Refusal invalid_request, config_file_invalid, disk_full, storage_error
   */
  async update(
    patch: ConfigPatch,
    {
      replace,
      profile = null,
      fromTerminal = false,
    }: { readonly replace: boolean; readonly profile?: string | null; readonly fromTerminal?: boolean },
  ): Promise<ConfigReport> {
    const violations = patchViolationsOf(patch, this.#deps.validator, { fromRequest: !fromTerminal });
    if (violations.length > 0) throw refused(violations);
    return await this.#changes.run('change', () => this.#update(this.#masked(patch), replace, profile));
  }

  /** Its owner may have pasted a secret into what models are told. */
  #masked(patch: ConfigPatch): ConfigPatch {
    if (typeof patch.instructions !== 'string') return patch;
    const masked = valueMask(() => this.#deps.knownSecrets.unmistakable());
    return { ...patch, instructions: masked(patch.instructions.toWellFormed()) };
  }

  async #update(patch: ConfigPatch, replace: boolean, profile: string | null): Promise<ConfigReport> {
    const { user, project } = await this.#read();
    const isUsable = user.state !== 'invalid';
    if (!isUsable && !replace) throw refuse.config_file_invalid({ problems: user.problems });
    const file = isUsable ? user.values : {};
    const next = this.#merged(patch, file, profile);
    const text = `${JSON.stringify(next, null, 2)}\n`;
    if (bytesIn(text) > configLimits.fileBytes)
      throw refused([{ path: '', says: sayOfValue('wrong.file_large', { bytes: configLimits.fileBytes }) }]);
    if (!isUsable || !isSame(file, next))
      await this.#deps.files.replaceUser(text, isUsable ? null : `replaced-${this.#stamp()}`);
    const values = { state: 'valid', values: next, secrets: secretValues(next) } as const;
    // A refused value is not ours, so it masks nothing.
    this.#deps.knownSecrets.learn(values.secrets);
    this.#take({ ...this.#sources, project, user: values }, Object.keys(patch));
    return this.report();
  }

  /** @throws Refusal invalid_request */
  #merged(patch: ConfigPatch, file: ConfigFile, profile: string | null): ConfigFile {
    const kept = withKeptSecrets(patch, file);
    if (kept.violations.length > 0) throw refused(kept.violations);
    const change = profile === null ? kept.patch : withOtherProfiles(kept.patch, file, profile);
    const isOfProvider = typeof patch.provider === 'string' && patch.demo === undefined;
    const next = Object.fromEntries(
      Object.entries({ ...file, ...change }).filter(
        ([key, value]) => (value !== null || !Object.hasOwn(patch, key)) && !(key === 'demo' && isOfProvider),
      ),
    ) as ConfigFile;
    const violations = [...violationsOf(next, this.#deps.validator), ...strayed(patch, file, next)];
    if (violations.length > 0) throw refused(violations);
    return withBoundKey(patch, file, next, this.#sources.environment.values);
  }

  async #read(): Promise<Pick<ConfigSources, 'user' | 'project'>> {
    const { files, validator, knownSecrets } = this.#deps;
    const [user, project] = await Promise.all([files.readUser(), files.readProject()]);
    const parsed = {
      user: parseConfigFile(user, 'user', validator),
      project: parseConfigFile(project, 'project', validator),
    };
    // Secret keys of a project file are ignored, so their values mask nothing: the folder may be a stranger's.
    knownSecrets.learn(parsed.user.secrets);
    return parsed;
  }

  #take(sources: ConfigSources, saved: readonly string[] = []): void {
    this.#sources = sources;
    this.#current = effectiveConfig(sources);
    const { problems } = this.#current;
    const told = problems.map(({ source, says }) => ({ source, text: this.#deps.words.inEnglish(says) }));
    this.#tell(told.filter(({ text }) => !this.#reported.has(text)));
    this.#reported = new Set(told.map(({ text }) => text));
    for (const listener of this.#listeners) listener(saved);
  }

  /** One line for each source, with all its problems. */
  #tell(problems: readonly { readonly source: string; readonly text: string }[]): void {
    for (const [source, about] of Map.groupBy(problems, ({ source }) => source))
      this.#deps.log.warn('config problem', { source, problems: about.map(({ text }) => text) });
  }

  #stamp(): string {
    return new Date(this.#deps.clock.now()).toISOString().replaceAll(/[-:.]/gu, '');
  }
}

/** The change, with all stored profiles but this one. */
function withOtherProfiles(patch: ConfigPatch, file: ConfigFile, profile: string): ConfigPatch {
  if (patch.model_profiles === undefined) return patch;
  const { [profile]: _, ...others } = file.model_profiles ?? {};
  const given = Object.keys(patch.model_profiles ?? {});
  if (given.length > 1 || given.some((name) => Object.hasOwn(others, name)))
    throw refused([{ path: '/model_profiles', says: sayOfValue('wrong.other_profiles') }]);
  const all = { ...others, ...patch.model_profiles };
  return { ...patch, model_profiles: Object.keys(all).length === 0 ? null : all };
}

const isSame = (a: ConfigFile, b: ConfigFile): boolean =>
  canonicalJson(a as JsonObject) === canonicalJson(b as JsonObject);

const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

function refused(violations: readonly Violation[]) {
  const { path, says } = violations[0] ?? { path: '', says: sayOfValue('wrong.invalid') };
  return refuse.invalid_request(
    { violations: violations.slice(0, configLimits.violations) },
    say('config.invalid_request', { place: path === '' ? null : path, why: says }),
  );
}
