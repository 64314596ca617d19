import type { Config, ConfigKey } from './keys.ts';

export type { Config, ConfigFile, ConfigKey, ConfigPatch } from './keys.ts';

export type ModelProfile = NonNullable<Config['model_profiles']>[string];

export type ConfigSource = 'user' | 'project' | 'env' | 'default';

/** Something in a source that does not count, said to a person: what, what follows from it, what to do. */
export interface ConfigProblem {
  readonly source: 'user' | 'project' | 'env';
  /** In words, never a path of this machine. */
  readonly file?: string;
  /** The top-level key, where it is about one. */
  readonly key?: string;
  readonly message: string;
}

/** The configuration as it holds at this moment; frozen through and through. */
export interface EffectiveConfig {
  /** With the secrets in it: for use, not for showing. */
  readonly values: Config;
  /** Where each of `values` comes from. */
  readonly sources: Readonly<Partial<Record<ConfigKey, ConfigSource>>>;
  readonly problems: readonly ConfigProblem[];
  /**
   * Keys whose environment variable has a value that cannot be used. They are not in `values`: what the files say
   * does not shine through, for it may lead elsewhere than the operator meant. A feature that needs one refuses.
   */
  readonly blocked: ReadonlySet<ConfigKey>;
}

/**
 * What a key of the top-level configuration belongs to: the provider's own host, or the origin of an address. Null
 * while nothing says where it would go.
 */
export function placeOfKey({
  provider,
  api_base_url: url,
}: Pick<Config, 'provider' | 'api_base_url'>): string | null {
  if (provider === 'primary') return 'primary';
  if (provider === 'cloud_hosted' || url === undefined) return null;
  return URL.canParse(url) ? new URL(url).origin : null;
}

/** Undefined when no profile has this name, also for names that every object inherits. */
export function profileNamed({ values }: EffectiveConfig, name: string): ModelProfile | undefined {
  const profiles = values.model_profiles ?? {};
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}
