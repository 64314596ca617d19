import type { NumberKey } from './model-numbers.ts';
import { providers, type Key } from './providers.ts';

/**
 * What was typed into the fields of each provider and not saved: by the provider and the name of the field. An API key so is
 * never shown for another provider than it was typed for.
 */
export type Typed = Readonly<Record<string, string>>;
type Names = Key | NumberKey;
type Values = Partial<Readonly<Record<Names, string>>>;

const nameOf = (provider: string, field: string): string => `${provider} ${field}`;

export const ofProvider = (provider: string, values: Values): Typed =>
  Object.fromEntries(Object.entries(values).map(([field, text]) => [nameOf(provider, field), text]));

/** Null: nothing was typed for it. */
export function typedFor(provider: string, typed: Typed): Values | null {
  const found = Object.entries(typed).flatMap(([name, text]) =>
    name.startsWith(nameOf(provider, '')) ? [[name.slice(provider.length + 1), text] as const] : [],
  );
  return found.length === 0 ? null : (Object.fromEntries(found) as Values);
}

export const withoutProvider = (provider: string, typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !name.startsWith(nameOf(provider, ''))));

/** The names that must not be on the disk. */
export const secretsTyped: readonly string[] = providers.map(({ id }) => nameOf(id, 'api_key'));
