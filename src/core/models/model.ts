/** What the configuration says about the provider: whether things are set, never the secrets themselves. */
export interface ProviderSettings {
  /** `--demo` or SVC_DEMO: the demo model whatever else is set. */
  readonly demo: boolean;
  readonly provider: string | null;
  readonly hasKey: boolean;
  readonly baseUrl: string | null;
}

export type ProviderChoice =
  | { readonly kind: 'demo' }
  | { readonly kind: 'unsupported'; readonly named: string };

/**
 * The demo model answers only when nothing at all has been set up, or when it is asked for: whoever set a key
 * must never be answered by a toy (issue "First answer"; house §3.12.6).
 */
export function chooseProvider(settings: ProviderSettings): ProviderChoice {
  if (settings.demo) return { kind: 'demo' };
  if (settings.provider === null && !settings.hasKey && settings.baseUrl === null) return { kind: 'demo' };
  return { kind: 'unsupported', named: settings.provider ?? 'primary' };
}
