import { say as sayOfSetup } from '../contract/setup-says.ts';
import type { StoragePlace } from '../core/instance/engine/service.ts';
import { quote } from '../core/kernel/quoted.ts';
import { UnusableSetup } from './unusable-setup.ts';

/** A schema of a PostgreSQL server that keeps the data of an engine. */
export interface StorageSettings {
  /** It may have a password: nothing prints it. */
  readonly url: string;
  readonly schema: string;
}

const SCHEMES: ReadonlySet<string> = new Set(['postgres:', 'postgresql:']);
const DEFAULT_SCHEMA = 'svc';

/**
 * Null: the data is in the data directory, in SQLite.
 * @param url of SVC_STORAGE_URL @param schema of SVC_STORAGE_SCHEMA; null: unset
 * @throws UnusableSetup, which says nothing of the URL but its scheme
 */
export function storageSettings(url: string | null, schema: string | null): StorageSettings | null {
  if (schema !== null && !isSchema(schema))
    throw new UnusableSetup(sayOfSetup('setup.storage_schema', { text: quote(schema) }));
  if (url === null) return null;
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname === '') throw new UnusableSetup(sayOfSetup('setup.storage_url'));
  if (!SCHEMES.has(parsed.protocol))
    throw new UnusableSetup(sayOfSetup('setup.storage_scheme', { scheme: quote(parsed.protocol) }));
  // They say where the tables are, and how long a statement may take.
  if (parsed.searchParams.has('options')) throw new UnusableSetup(sayOfSetup('setup.storage_url'));
  return { url, schema: schema ?? DEFAULT_SCHEMA };
}

/** Where the data is, in words for people: nothing of a password. */
export function placeOf({ url, schema }: StorageSettings): StoragePlace {
  const { hostname, port, pathname, searchParams, username } = new URL(url);
  const server = `${searchParams.get('host') ?? hostname}:${searchParams.get('port') ?? (port || '5432')}`;
  return { server, database: decoded(pathname.slice(1) || username), schema };
}

/** PostgreSQL keeps those that begin so for itself. */
const isSchema = (name: string): boolean => /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/u.test(name);

/** What of it must not be written anywhere. */
export function secretsOfStorage(storage: StorageSettings | null): readonly string[] {
  if (storage === null) return [];
  const { password, searchParams } = new URL(storage.url);
  const passwords = [password, searchParams.get('password') ?? ''].filter((one) => one !== '');
  return passwords.length === 0 ? [] : [storage.url, ...passwords, ...passwords.map(decoded)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
