import { say as sayOfSetup } from '../contract/setup-says.ts';
import { quote } from '../core/kernel/quoted.ts';
import { readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { LogLevel } from '../adapters/out/system/winston-log.ts';
import { configVariables } from '../core/instance/config/environment.ts';
import { isToken } from '../core/keeping/migration/session-keys.ts';
import type { ModelEnvironment } from '../core/instance/models/settings.ts';
import {
  httpSettings,
  logLevel,
  publicUrlIn,
  variablesIn,
  type Environment,
  type HttpSettings,
} from './http-settings.ts';
import { commandEnvironment } from './command-environment.ts';
import { googleSettings, type GoogleSettings } from './google-settings.ts';
import { secretsOfStorage, storageSettings, type StorageSettings } from './storage-settings.ts';
import { toolServerSettings, type ToolServerSettings } from './tool-server-settings.ts';
import { UnusableSetup } from './unusable-setup.ts';

export interface VaultSettings {
  /** SVC_VAULT_KEY: null if unset; empty if set to nothing, which means to use no key. */
  readonly given: string | null;
  /** Sets SVC_VAULT_KEY in the environment that was read. */
  readonly publish: (key: string) => void;
  /** `SVC_SECRET_<NAME>`, with the hosts of `SVC_SECRET_<NAME>_HOSTS`. */
  readonly secrets: readonly {
    readonly name: string;
    readonly value: string;
    readonly hosts: readonly string[];
  }[];
}

export interface Settings {
  readonly dataDir: string;
  readonly workspaceDir: string;
  /** The folder whose `.svc/config.json` is the project file. */
  readonly projectDir: string;
  /** Where the databases are; null: in the data directory. */
  readonly storage: StorageSettings | null;
  /** The set variables that correspond to a key of the configuration (`core/instance/config/keys.ts`). */
  readonly environment: Readonly<Record<string, string>>;
  /** Settings of providers that exist only as variables. */
  readonly modelEnvironment: ModelEnvironment;
  /** `--demo` or SVC_DEMO: use the demo model, whatever else is set. */
  readonly demo: boolean;
  /** `--migrate-without-backup`: no backup is made before databases are migrated. */
  readonly migrateWithoutBackup: boolean;
  readonly http: HttpSettings;
  readonly toolServer: ToolServerSettings;
  /** How people sign in. */
  readonly signIn: {
    /** The origin at which browsers reach this engine; null: it was not said. */
    readonly publicUrl: string | null;
    /** Who else says who somebody is; null: nobody. */
    readonly oidc: {
      readonly issuer: string;
      readonly clientId: string;
      /** Null: the one in the vault, or none. */
      readonly clientSecret: string | null;
    } | null;
  };
  readonly google: GoogleSettings;
  readonly migration: {
    /** SVC_MIGRATION_TOKEN: with it a hosted instance accepts a migration, once. */
    readonly token: string | null;
  };
  /** What tool servers that are commands of this machine are started with. */
  readonly commandEnvironment: Readonly<Record<string, string>>;
  /** `host:port` of local servers that the agent may reach. */
  readonly privateHosts: readonly string[];
  readonly vault: VaultSettings;
  readonly logLevel: LogLevel;
  /** The values of the secret variables, for the log to mask. */
  readonly secrets: readonly string[];
}

/** Variables with secrets. Each may instead be named by `…_FILE`; all are removed from the environment once read. */
const SECRET_VARIABLES = [
  'SVC_HTTP_TOKEN',
  'SVC_MCP_SECRET',
  'PRIMARY_API_KEY',
  'COMPAT_API_KEY',
  'EU_PROVIDER_API_KEY',
  'GOOGLE_CLIENT_SECRET',
  'SVC_OIDC_CLIENT_SECRET',
  'SVC_MANAGED_INSTANCE_SECRET',
  'SVC_MIGRATION_TOKEN',
  'SVC_STORAGE_URL',
] as const;

/**
 * Reads the environment, once. An empty variable counts as unset. Removes the secret variables from `env`, so that no
 * child process and no crash report contains them.
 * @throws UnusableSetup
 */
export function settingsFrom(
  env: Environment,
  flags: { readonly demo: boolean; readonly migrateWithoutBackup?: boolean },
  projectDir: string = process.cwd(),
): Settings {
  const { get, list } = variablesIn(env);
  const secrets = new Map(
    SECRET_VARIABLES.map((name) => [name, get(name) ?? fromFile(`${name}_FILE`, get(`${name}_FILE`))]),
  );
  for (const name of SECRET_VARIABLES) delete env[name];
  // It makes the vendor's library print the contents of files.
  delete env['GOOGLE_SDK_NODE_LOGGING'];
  // An empty HOME would put it into whatever folder the command is started in.
  const home = homedir() || userInfo().homedir;
  const dataDir = resolve(get('SVC_DATA_DIR') ?? join(home, '.svc'));
  const vault = vaultSettings(env, get, list);
  const storage = storageSettings(secrets.get('SVC_STORAGE_URL') ?? null, get('SVC_STORAGE_SCHEMA'));
  secrets.delete('SVC_STORAGE_URL');
  const demo = flags.demo || isYes(get('SVC_DEMO'));
  return {
    dataDir,
    workspaceDir: resolve(get('SVC_WORKSPACE') ?? join(dataDir, 'workspace')),
    projectDir: resolve(projectDir),
    storage,
    environment: Object.fromEntries(
      configVariables.flatMap((name) => {
        const value = get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
    modelEnvironment: {
      primaryKey: secrets.get('PRIMARY_API_KEY') ?? null,
      compatKey: secrets.get('COMPAT_API_KEY') ?? null,
      euKey: secrets.get('EU_PROVIDER_API_KEY') ?? null,
      euBaseUrl: get('EU_PROVIDER_BASE_URL'),
      credentialsFile: get('GOOGLE_APPLICATION_CREDENTIALS'),
    },
    demo,
    migrateWithoutBackup: flags.migrateWithoutBackup ?? false,
    http: httpSettings(env, secrets.get('SVC_HTTP_TOKEN') ?? null),
    toolServer: toolServerSettings(env, secrets.get('SVC_MCP_SECRET') ?? null, projectDir),
    signIn: {
      publicUrl: publicUrlIn(env)?.origin ?? null,
      oidc: oidcSettings(get, secrets.get('SVC_OIDC_CLIENT_SECRET') ?? null),
    },
    google: googleSettings(env, {
      client: secrets.get('GOOGLE_CLIENT_SECRET') ?? null,
      instance: secrets.get('SVC_MANAGED_INSTANCE_SECRET') ?? null,
    }),
    migration: { token: migrationToken(secrets.get('SVC_MIGRATION_TOKEN') ?? null) },
    commandEnvironment: commandEnvironment(env),
    privateHosts: list('SVC_ALLOW_PRIVATE_HOSTS').map(hostAndPort),
    vault,
    logLevel: logLevel(get('LOG_LEVEL')),
    secrets: [
      ...secrets.values(),
      vault.given,
      ...vault.secrets.map(({ value }) => value),
      ...secretsOfStorage(storage),
    ].flatMap((value) => (value ? [value] : [])),
  };
}

/** @throws UnusableSetup if only half of it is there, or what goes there could be read on the way */
function oidcSettings(
  get: (name: string) => string | null,
  clientSecret: string | null,
): Settings['signIn']['oidc'] {
  const issuer = get('SVC_OIDC_ISSUER');
  const clientId = get('SVC_OIDC_CLIENT_ID');
  if (issuer === null && clientId === null) return null;
  const url = issuer === null ? null : URL.parse(issuer);
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname));
  if (issuer === null || clientId === null || !isSafe) throw new UnusableSetup(sayOfSetup('setup.oidc'));
  return { issuer, clientId, clientSecret };
}

/** Removes all of these from the environment; the vault later sets SVC_VAULT_KEY to the key in use, as specified. */
function vaultSettings(
  env: Environment,
  get: (name: string) => string | null,
  list: (name: string) => readonly string[],
): VaultSettings {
  const file = get('SVC_VAULT_KEY_FILE');
  const isSet = env['SVC_VAULT_KEY'] !== undefined || file !== null;
  const given = isSet
    ? (get('SVC_VAULT_KEY') ?? fromFile('SVC_VAULT_KEY_FILE', isEmpty(env) ? null : file) ?? '')
    : null;
  delete env['SVC_VAULT_KEY'];
  const names = new Set(
    Object.keys(env).flatMap((variable) => {
      const name = /^SVC_SECRET_([A-Z][A-Z0-9_]{0,63})$/u
        .exec(variable)?.[1]
        ?.replace(/_(?:FILE|HOSTS)$/u, '');
      return name === undefined ? [] : [name];
    }),
  );
  const secrets = [...names].toSorted().flatMap((name) => {
    const variable = `SVC_SECRET_${name}`;
    const value = get(variable) ?? fromFile(`${variable}_FILE`, get(`${variable}_FILE`));
    const hosts = list(`${variable}_HOSTS`);
    delete env[variable];
    return value === null ? [] : [{ name, value, hosts }];
  });
  return { given, publish: (key) => void (env['SVC_VAULT_KEY'] = key), secrets };
}

/** Removes every secret of the engine from an environment that has no use for it. */
export function dropSecrets(env: Environment): void {
  for (const name of Object.keys(env))
    if (SECRET_VARIABLES.some((one) => one === name) || /^SVC_(?:VAULT_KEY$|SECRET_)/u.test(name))
      delete env[name];
}

/** The variable takes precedence over its file, also if it is set to nothing. */
const isEmpty = (env: Environment): boolean => env['SVC_VAULT_KEY']?.trim() === '';

/** What is sealed with keys that it proves must not be guessed. */
function migrationToken(token: string | null): string | null {
  if (token === null || isToken(token)) return token;
  throw new UnusableSetup(sayOfSetup('setup.migration_token'));
}

const isYes = (text: string | null): boolean => text !== null && /^(1|true|yes|on)$/iu.test(text);

function hostAndPort(text: string): string {
  if (/^(\[[0-9a-f:.]+\]|[\w.-]+):\d{1,5}$/iu.test(text)) return text;
  throw new UnusableSetup(sayOfSetup('setup.private_hosts', { text: quote(text) }));
}

function fromFile(name: string, path: string | null): string | null {
  if (path === null) return null;
  try {
    return readFileSync(path, 'utf8').trim() || null;
  } catch (cause) {
    throw new UnusableSetup(sayOfSetup('setup.secret_file', { name, path }), cause);
  }
}
