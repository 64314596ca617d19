// Room: the configuration: one table of keys (`keys.ts`), from which schema, environment, redaction and
// documentation follow. Who uses a value asks `current()` each time.

import type { Says } from '../../kernel/says.ts';
import type { Config, ConfigKey } from './keys.ts';

export type { Config, ConfigFile, ConfigKey, ConfigPatch } from './keys.ts';

export type ModelProfile = NonNullable<Config['model_profiles']>[string];

export type ConfigSource = 'user' | 'project' | 'env' | 'default';

/** Something in a source that is ignored: what it is, what it means, what to do. */
export interface ConfigProblem {
  readonly source: 'user' | 'project' | 'env';
  /** The top-level key, if it concerns one. */
  readonly key?: string;
  readonly says: Says;
}

/** The configuration in effect at this moment; deeply frozen. */
export interface EffectiveConfig {
  /** Includes secrets: for use, never for display. */
  readonly values: Config;
  /** Where each of `values` comes from. */
  readonly sources: Readonly<Partial<Record<ConfigKey, ConfigSource>>>;
  readonly problems: readonly ConfigProblem[];
  /**
   * Keys whose environment variable has an invalid value. They are not in `values`, even when a file sets them, because
   * the file may name another destination than the operator meant. A feature that needs one refuses.
   */
  readonly blocked: ReadonlySet<ConfigKey>;
}

/**
 * The destination of a top-level key: the provider's own host, or the origin of an address. Null while none is
 * configured.
 */
export function placeOfKey({
  provider,
  api_base_url: url,
}: Pick<Config, 'provider' | 'api_base_url'>): string | null {
  if (provider === 'primary') return 'primary';
  if (provider === 'cloud_hosted' || url === undefined) return null;
  return URL.canParse(url) ? new URL(url).origin : null;
}

/** Undefined when no profile has this name, including names that every object inherits. */
export function profileNamed({ values }: EffectiveConfig, name: string): ModelProfile | undefined {
  const profiles = values.model_profiles ?? {};
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}
