import { saying, type Plain, type Quoted, type Says } from '../core/kernel/says.ts';

/** Why an engine cannot start, or be reached, with this setup. */
export interface SetupProblems extends Plain<
  | 'setup.public_url'
  | 'setup.tls_half'
  | 'setup.proxy_trust'
  | 'setup.oidc'
  | 'setup.migration_token'
  | 'setup.api_url'
  | 'setup.control_plane'
  | 'setup.hung'
  | 'setup.storage_url'
  | 'setup.storage_package'
  | 'setup.storage_away'
  | 'setup.storage_in_use'
  | 'setup.storage_shared'
  | 'setup.storage_key'
> {
  /** In the words of the system. */
  'setup.system': { message: Quoted };
  'setup.directory': { dataDir: string; why: readonly Says[] };
  'setup.workspace_is_data': { workspaceDir: string; instead: string };
  'setup.workspace_in_data': { workspaceDir: string; dataDir: string; instead: string };
  'setup.data_in_workspace': { workspaceDir: string; dataDir: string; instead: string };
  'setup.workspace': { workspaceDir: string; why: readonly Says[] | null };
  'setup.directory_fault': { dataDir: string; why: readonly Says[] };
  'setup.in_use': { dataDir: string; pid: number | null; kind: 'pipes' | 'http' | 'editor' | null };
  'setup.erasure': { why: readonly Says[] };
  'setup.restore': { why: readonly Says[] };
  'setup.tls': { cert: string; key: string; why: readonly Says[] };
  'setup.proxy_header': { name: Quoted };
  'setup.port': { name: string; text: Quoted };
  'setup.proxies': { text: Quoted };
  'setup.log_level': { text: Quoted };
  'setup.private_hosts': { text: Quoted };
  'setup.secret_file': { name: string; path: string };
  'setup.backup_failed': { dataDir: string; why: readonly Says[] };
  'setup.loopback': { name: string; text: Quoted };
  'setup.port_in_use': { port: number; host: string; variables: string };
  'setup.port_denied': { port: number; host: string; variables: string };
  'setup.no_address': { variables: string; host: string };
  'setup.port_fault': { port: number; host: string; why: readonly Says[] };
  'setup.token_short': { chars: number; least: number };
  'setup.token_missing': { host: string };
  'setup.socket': { dataDir: string; code: string | null };
  'setup.silent': { dataDir: string; pid: number };
  'setup.not_demo': { dataDir: string };
  'setup.unseen': { dataDir: string; why: readonly Says[] };
  'setup.storage_scheme': { scheme: Quoted };
  'setup.storage_schema': { text: Quoted };
  'setup.storage_old': { found: number; oldest: number };
  'setup.storage_newer': { store: string; found: number; known: number };
  /** In the words of the server. */
  'setup.storage': { why: readonly Says[] };
  'setup.database': { name: string; dataDir: string; why: readonly Says[] };
}

export const say = saying<SetupProblems>();
