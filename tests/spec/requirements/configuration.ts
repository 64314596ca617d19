import { heading } from './headings.ts';
import { deferred, long, quick, type Requirements } from './requirement.ts';

const { configuration, httpApi, backupOperations, errors, limits, versioning } = heading;

/** The config file, its keys, and GET and PUT /api/config. */
export const ofConfiguration = [
  long(configuration, {
    'config.file.user': 'The user config file is ~/.svc/config.json.',
    'config.backup_encrypt.default': 'backup_encrypt is on by default when SVC_VAULT_KEY is non-empty.',
    'config.backup_dir.default': 'backup_dir is <data dir>/backups/ by default.',
    'config.data-dir': 'The data directory is ~/.svc/ by default.',
  }),
  quick(configuration, {
    'config.file.project': 'A project file is .svc/config.json; it takes precedence over the user file.',
    'config.project.allow-list':
      'A project file may override only keys on the allow-list: exactly balanced_model and backup_schedule.',
    'config.keys': 'Every source accepts each key of the table with its type, and each key has its default.',
    'config.backup_encrypt': 'backup_encrypt is a boolean.',
    'config.backup_dir': 'backup_dir is a path.',
    'config.backup_clouddrive': 'backup_clouddrive is a boolean, false by default.',
    'config.clouddrive.user-only':
      'Only the user file sets backup_clouddrive: no project file and no environment variable overrides it.',
    'config.schedule.no-control': 'There is no UI control for backup_schedule.',
    'config.provider': 'provider is one of primary, compat, custom, cloud_hosted; it has no default.',
    'config.api_base_url': 'api_base_url is a URL; it has no default.',
    'config.compat_model_id': 'compat_model_id is a string; it has no default.',
    'config.balanced_model':
      'balanced_model is a string; when unset, the default balanced-tier model applies.',
    'config.balanced-model':
      'balanced_model is readable and writable over GET and PUT /api/config, and may be any name.',
    'config.gcp_project_id': 'gcp_project_id is a string; it has no default.',
    'config.gcp_region': 'gcp_region is a string; it has no default.',
    'config.model_profiles': 'model_profiles is an object of named profiles; it has no default.',
    'config.worker_profile': 'worker_profile is the name of a model profile; it has no default.',
    'config.mcp_servers': 'mcp_servers is an array of {name: string, url: string}; it has no default.',
    'config.mcp_servers.reconnected': 'The engine connects to the servers of mcp_servers at every startup.',
  }),
  quick([configuration, errors, versioning], {
    'config.strict': 'The schema is strict: a config file with a key that it rejects is discarded whole.',
  }),
  quick([configuration, limits], {
    'config.backup_retention_days': 'backup_retention_days is an integer, 30 by default.',
  }),
  quick([configuration, versioning], {
    'config.schedule.inert':
      'backup_schedule accepts any value, is never read and schedules nothing: a retired key stays in the schema.',
  }),
  deferred('migration')(versioning, {
    'config.schedule.retired': 'Removing a retired key from the schema needs a migration that strips it.',
  }),
  quick([configuration, httpApi], {
    'config.get.redacted': 'GET /api/config returns the config with secrets redacted.',
  }),
  quick(httpApi, {
    'config.put': 'PUT /api/config updates the config.',
    'config.put.clouddrive': 'PUT /api/config can change backup_clouddrive.',
  }),
  quick(backupOperations, {
    'config.takes-effect':
      'A change through PUT applies at once; an edit by hand applies at the next start, or earlier when a PUT reads the whole file.',
  }),

  // Ours
  quick('ours: contract', {
    'config.demo':
      'demo makes the demo model answer and keeps what is set of a provider; setting provider removes it, and a variable with a provider wins.',
    'config.environment':
      'Environment variables take precedence over both files; an empty variable counts as unset.',
    'config.get.sources': 'GET /api/config reports the source of each key and the problems of each source.',
    'config.put.partial':
      'PUT takes a partial object, null removes a key, and the whole result is validated before anything is written.',
    'config.put.invalid-file':
      'PUT against an unusable file answers 409 config_file_invalid; replace=true writes a new file and keeps the old one beside it.',
  }),
  quick('ours: behaviour', {
    'config.environment.blocked':
      'An environment variable with an unusable value blocks its key: no value from a file takes its place.',
    'config.profile-fields':
      'The fields of a model profile are validated like keys, and a worker_profile that names no profile counts as unset.',
    'config.put.concurrent': 'Two concurrent PUTs of different keys both survive.',
    'config.put.secrets':
      'Sending the placeholder keeps the secret; a secret never goes to another address unless it is entered for that address.',
    'config.one-table':
      'Type, schema, environment, allow-list, redaction and documentation come from one table.',
    'config.provider.problems':
      'GET and PUT /api/config report as a problem whatever keeps the chosen provider from answering.',
  }),
  quick('ours: promise R4', {
    'config.bad-file':
      'The engine starts whatever is in the place of a config file, names the problem and leaves the file untouched.',
  }),
  quick(['ours: promise R5', 'ours: promise D13'], {
    'config.atomic':
      'An interrupted rewrite of config.json leaves the old content or the new, with mode 0600.',
  }),
  quick('ours: promise S38', {
    'config.hostile':
      'No config file content can crash the engine, reach a prototype, or let a project redirect data.',
  }),
] satisfies Requirements;
