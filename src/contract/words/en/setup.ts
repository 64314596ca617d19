import type { SetupProblems } from '../../setup-says.ts';
import type { Says, Tell, Words } from '../says.ts';
import { bare } from '../../../core/kernel/quoted.ts';
import { counted, quoted } from './forms.ts';

/** What an engine is that another program has started. */
export const KINDS = {
  pipes:
    'the tool server that an agent host has started (svc --mcp-server); it ends when that host closes it',
  http: 'a tool server for agent hosts (svc --mcp-server --transport sse)',
  editor: 'the agent that an editor has started (svc --acp); it ends when that editor closes it',
} as const;

const apart = (instead: string): string =>
  `, so the agent could change what the engine keeps there. Nothing was opened. Set SVC_WORKSPACE to a folder apart from it (without it, ${instead} is used), or SVC_DATA_DIR to another one.`;

/** Without its full stop. */
const within = (why: readonly Says[], tell: Tell): string => tell(why).replace(/\.$/u, '');

export const setup: Words<SetupProblems> = {
  'setup.system': ({ message }) => bare(message),
  'setup.directory': ({ dataDir, why }, tell) =>
    `The data directory ${dataDir} cannot be used: ${within(why, tell)}. Set SVC_DATA_DIR to another one, or mend this one.`,
  'setup.workspace_is_data': ({ workspaceDir, instead }) =>
    `The workspace ${workspaceDir} is the data directory itself${apart(instead)}`,
  'setup.workspace_in_data': ({ workspaceDir, dataDir, instead }) =>
    `The workspace ${workspaceDir} lies in the data directory ${dataDir}${apart(instead)}`,
  'setup.data_in_workspace': ({ workspaceDir, dataDir, instead }) =>
    `The workspace ${workspaceDir} contains the data directory ${dataDir}${apart(instead)}`,
  'setup.workspace': ({ workspaceDir, why }, tell) =>
    `The workspace ${workspaceDir} ${why === null ? 'is not a folder' : `cannot be used: ${within(why, tell)}`}, so the agent could neither read nor write files. Set SVC_WORKSPACE to a folder.`,
  'setup.directory_fault': ({ dataDir, why }, tell) =>
    `The data directory ${dataDir} cannot be used: ${within(why, tell)}.`,
  'setup.in_use': ({ dataDir, pid, kind }) =>
    `Another engine${pid === null ? '' : ` (pid ${pid})`} is using the data directory ${dataDir}: stop it first, or set SVC_DATA_DIR to another one.${kind === null ? '' : ` It is ${KINDS[kind]}.`}`,
  'setup.erasure': ({ why }, tell) =>
    `An erasure of all data was begun and cannot go on: ${within(why, tell)}. What is left is in the data directory; no engine starts on it. Mend that, and start svc again.`,
  'setup.restore': ({ why }, tell) =>
    `A restore was begun and cannot go on: ${within(why, tell)}. Nothing is lost: what was there before is in restore-aside of the data directory. Mend that, and start svc again.`,
  'setup.public_url':
    'SVC_PUBLIC_URL must be the address at which browsers reach this engine, without a path or a password, like "https://svc.example.com".',
  'setup.tls_half':
    'SVC_TLS_CERT names the file with the certificate, and SVC_TLS_KEY the one with its key: set both, or none.',
  'setup.tls': ({ cert, key, why }, tell) =>
    `The certificate in ${cert} (SVC_TLS_CERT) and the key in ${key} (SVC_TLS_KEY) cannot be used: ${within(why, tell)}. Both must be PEM files, without a password, that belong to each other.`,
  'setup.proxy_header': ({ name }) =>
    `SVC_PROXY_USER_HEADER is ${quoted(name)}; it must be the header in which your proxy says who asks, like "X-Remote-User".`,
  'setup.proxy_trust':
    'SVC_PROXY_USER_HEADER is set and SVC_TRUST_PROXY is not, so anybody could say that they are somebody else: name the addresses of the proxy in SVC_TRUST_PROXY, or unset SVC_PROXY_USER_HEADER.',
  'setup.port': ({ name, text }) => `${name} is ${quoted(text)}; it must be a port number from 0 to 65535.`,
  'setup.proxies': ({ text }) =>
    `SVC_TRUST_PROXY has ${quoted(text)}; it must be a list of addresses and CIDRs of proxies, like "127.0.0.1, 172.18.0.0/16".`,
  'setup.log_level': ({ text }) =>
    `LOG_LEVEL is ${quoted(text)}; it must be one of error, warn, info, debug.`,
  'setup.oidc':
    'SVC_OIDC_ISSUER must be the https address of the provider that people sign in with, and SVC_OIDC_CLIENT_ID the id that it knows this engine by: set both, or none.',
  'setup.migration_token':
    'SVC_MIGRATION_TOKEN must have from 32 to 256 letters, digits, - or _ in it, for example from openssl rand -hex 32.',
  'setup.private_hosts': ({ text }) =>
    `SVC_ALLOW_PRIVATE_HOSTS has ${quoted(text)}; it must be a list of host:port, like "nas.local:8080, 192.168.1.5:80".`,
  'setup.secret_file': ({ name, path }) => `${name} names ${path}, which cannot be read.`,
  'setup.api_url':
    'SVC_API_URL must be the address of the engine without a path or a password, like "http://127.0.0.1:3100".',
  'setup.backup_failed': ({ dataDir, why }, tell) =>
    `This version of svc changes the databases in ${dataDir}, and the backup before that failed: ${within(why, tell)}. Nothing was changed. Make space or set backup_dir, or start once with svc --http-api --migrate-without-backup.`,
  'setup.loopback': ({ name, text }) =>
    `${name} is ${quoted(text)}, and takes the http address of a server of this machine only, like http://127.0.0.1:8080.`,
  'setup.control_plane': 'SVC_MANAGED_CONTROL_PLANE_URL must be an https address.',
  'setup.port_in_use': ({ port, host, variables }) =>
    `Port ${port} on ${host} is in use by another program: stop it, or set ${variables}_PORT to another port.`,
  'setup.port_denied': ({ port, host, variables }) =>
    `Port ${port} on ${host} may not be opened by this user: set ${variables}_PORT to one above 1023.`,
  'setup.no_address': ({ variables, host }) => `${variables}_HOST=${host} is not an address of this machine.`,
  'setup.port_fault': ({ port, host, why }, tell) =>
    `Port ${port} on ${host} cannot be opened: ${within(why, tell)}.`,
  'setup.hung':
    'Part of the engine did not stop, so no file was moved yet. Start svc again: what was begun goes on then.',
  'setup.token_short': ({ chars, least }) =>
    `SVC_HTTP_TOKEN has ${counted(chars, 'character')}, so it could be guessed: give it at least ${least}, for example from openssl rand -hex 32.`,
  'setup.token_missing': ({ host }) =>
    `SVC_HTTP_HOST=${host} would open the engine to other machines without a token: set SVC_HTTP_TOKEN, have one generated by svc token first, or leave SVC_HTTP_HOST unset.`,
  'setup.socket': ({ dataDir, code }) =>
    `The private socket of ${dataDir} cannot be opened: ${code ?? 'unknown reason'}.`,
  'setup.silent': ({ dataDir, pid }) =>
    `The engine of ${dataDir} (pid ${pid}) does not answer: wait for it, or end that process.`,
  'setup.not_demo': ({ dataDir }) =>
    `The engine that runs for ${dataDir} does not answer with the demo model: leave --demo and SVC_DEMO out, or stop it first.`,
  'setup.unseen': ({ dataDir, why }, tell) =>
    `The data directory ${dataDir} cannot be looked into: ${within(why, tell)}. Give this user access to it, or set SVC_DATA_DIR to another one.`,
  'setup.database': ({ name, dataDir, why }, tell) =>
    `${name} in ${dataDir} cannot be opened: ${within(why, tell)}. It was left as it is.`,
  'setup.storage_url':
    'SVC_STORAGE_URL must be the address of a PostgreSQL database with a host and without "options", like "postgres://svc:password@db.local:5432/svc". Letters of the password that an address cannot have are written like %40.',
  'setup.storage_scheme': ({ scheme }) =>
    `SVC_STORAGE_URL begins with ${quoted(scheme)}; data is kept in PostgreSQL (postgres://…), or without this variable in the data directory.`,
  'setup.storage_schema': ({ text }) =>
    `SVC_STORAGE_SCHEMA is ${quoted(text)}; it must be the name of a schema: at most 63 small letters, digits and _, not beginning with a digit or pg_.`,
  'setup.storage_package':
    'SVC_STORAGE_URL is set, and the package pg, which reaches PostgreSQL, is not installed: run npm install pg in the folder of svc, or unset the variable.',
  'setup.storage_away':
    'The PostgreSQL server of SVC_STORAGE_URL cannot be reached. Start it, or mend the address, and try again.',
  'setup.storage_shared':
    'SVC_STORAGE_SCHEMA names a schema that holds tables of another program. Give svc a schema of its own: it makes one that is not there.',
  'setup.storage_in_use':
    'Another engine uses the schema of SVC_STORAGE_URL: stop it first, or set SVC_STORAGE_SCHEMA to another one.',
  'setup.storage_key':
    'The data in SVC_STORAGE_URL was sealed with another vault key than the one of this engine. Start it with the data directory that has that vault.key, or with that key in SVC_VAULT_KEY. Nothing was changed.',
  'setup.storage_old': ({ found, oldest }) =>
    `The server of SVC_STORAGE_URL is PostgreSQL ${found}; ${oldest} or newer is needed.`,
  'setup.storage_newer': ({ store, found, known }) =>
    `The data in SVC_STORAGE_URL was written by a newer version of svc (${store} has version ${found}, this one knows up to ${known}). Start that version again. Nothing was changed.`,
  'setup.storage': ({ why }, tell) => `The data in SVC_STORAGE_URL cannot be used: ${within(why, tell)}.`,
};
