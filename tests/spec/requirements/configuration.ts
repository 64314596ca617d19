import { heading } from './headings.ts';
import { deferred, requirement, type Requirements } from './requirement.ts';

const { configuration, httpApi, backupOperations, errors, limits, versioning } = heading;

/** The config file, its keys, and GET and PUT /api/config. */
export const ofConfiguration = {
  'config.file.user': requirement(configuration, 'The user config file is ~/.svc/config.json.', 'long'),
  'config.file.project': requirement(
    configuration,
    'A project file is .svc/config.json; it takes precedence over the user file.',
  ),
  'config.project.allow-list': requirement(
    configuration,
    'A project file may override only keys on the allow-list: exactly balanced_model and backup_schedule.',
  ),
  'config.strict': requirement(
    [configuration, errors, versioning],
    'The schema is strict: a config file with a key that it rejects is discarded whole.',
  ),
  'config.keys': requirement(
    configuration,
    'Every source accepts each key of the table with its type, and each key has its default.',
  ),
  'config.backup_retention_days': requirement(
    [configuration, limits],
    'backup_retention_days is an integer, 30 by default.',
  ),
  'config.backup_encrypt': requirement(configuration, 'backup_encrypt is a boolean.'),
  'config.backup_encrypt.default': requirement(
    configuration,
    'backup_encrypt is on by default when SVC_VAULT_KEY is non-empty.',
    'long',
  ),
  'config.backup_dir': requirement(configuration, 'backup_dir is a path.'),
  'config.backup_dir.default': requirement(
    configuration,
    'backup_dir is <data dir>/backups/ by default.',
    'long',
  ),
  'config.data-dir': requirement(configuration, 'The data directory is ~/.svc/ by default.', 'long'),
  'config.backup_clouddrive': requirement(configuration, 'backup_clouddrive is a boolean, false by default.'),
  'config.clouddrive.user-only': requirement(
    configuration,
    'Only the user file sets backup_clouddrive: no project file and no environment variable overrides it.',
  ),
  'config.schedule.inert': requirement(
    [configuration, versioning],
    'backup_schedule accepts any value, is never read and schedules nothing: a retired key stays in the schema.',
  ),
  'config.schedule.retired': deferred(
    versioning,
    'Removing a retired key from the schema needs a migration that strips it.',
    'migration',
  ),
  'config.schedule.no-control': requirement(configuration, 'There is no UI control for backup_schedule.'),
  'config.provider': requirement(
    configuration,
    'provider is one of primary, compat, custom, cloud_hosted; it has no default.',
  ),
  'config.api_base_url': requirement(configuration, 'api_base_url is a URL; it has no default.'),
  'config.compat_model_id': requirement(configuration, 'compat_model_id is a string; it has no default.'),
  'config.balanced_model': requirement(
    configuration,
    'balanced_model is a string; when unset, the default balanced-tier model applies.',
  ),
  'config.balanced-model': requirement(
    configuration,
    'balanced_model is readable and writable over GET and PUT /api/config, and may be any name.',
  ),
  'config.gcp_project_id': requirement(configuration, 'gcp_project_id is a string; it has no default.'),
  'config.gcp_region': requirement(configuration, 'gcp_region is a string; it has no default.'),
  'config.model_profiles': requirement(
    configuration,
    'model_profiles is an object of named profiles; it has no default.',
  ),
  'config.worker_profile': requirement(
    configuration,
    'worker_profile is the name of a model profile; it has no default.',
  ),
  'config.mcp_servers': requirement(
    configuration,
    'mcp_servers is an array of {name: string, url: string}; it has no default.',
  ),
  'config.mcp_servers.reconnected': requirement(
    configuration,
    'The engine connects to the servers of mcp_servers at every startup.',
  ),
  'config.get.redacted': requirement(
    [configuration, httpApi],
    'GET /api/config returns the config with secrets redacted.',
  ),
  'config.put': requirement(httpApi, 'PUT /api/config updates the config.'),
  'config.put.clouddrive': requirement(httpApi, 'PUT /api/config can change backup_clouddrive.'),
  'config.takes-effect': requirement(
    backupOperations,
    'A change through PUT applies at once; an edit by hand applies at the next start, or earlier when a PUT reads the whole file.',
  ),

  // Ours
  'config.environment': requirement(
    'ours: contract',
    'Environment variables take precedence over both files; an empty variable counts as unset.',
  ),
  'config.environment.blocked': requirement(
    'ours: behaviour',
    'An environment variable with an unusable value blocks its key: no value from a file takes its place.',
  ),
  'config.profile-fields': requirement(
    'ours: behaviour',
    'The fields of a model profile are validated like keys, and a worker_profile that names no profile counts as unset.',
  ),
  'config.get.sources': requirement(
    'ours: contract',
    'GET /api/config reports the source of each key and the problems of each source.',
  ),
  'config.put.partial': requirement(
    'ours: contract',
    'PUT takes a partial object, null removes a key, and the whole result is validated before anything is written.',
  ),
  'config.put.invalid-file': requirement(
    'ours: contract',
    'PUT against an unusable file answers 409 config_file_invalid; replace=true writes a new file and keeps the old one beside it.',
  ),
  'config.put.concurrent': requirement(
    'ours: behaviour',
    'Two concurrent PUTs of different keys both survive.',
  ),
  'config.put.secrets': requirement(
    'ours: behaviour',
    'Sending the placeholder keeps the secret; a secret never goes to another address unless it is entered for that address.',
  ),
  'config.one-table': requirement(
    'ours: behaviour',
    'Type, schema, environment, allow-list, redaction and documentation come from one table.',
  ),
  'config.bad-file': requirement(
    'ours: promise R4',
    'The engine starts whatever is in the place of a config file, names the problem and leaves the file untouched.',
  ),
  'config.atomic': requirement(
    ['ours: promise R5', 'ours: promise D13'],
    'An interrupted rewrite of config.json leaves the old content or the new, with mode 0600.',
  ),
  'config.hostile': requirement(
    'ours: promise S38',
    'No config file content can crash the engine, reach a prototype, or let a project redirect data.',
  ),
  'config.provider.problems': requirement(
    'ours: behaviour',
    'GET and PUT /api/config report as a problem whatever keeps the chosen provider from answering.',
  ),
} satisfies Requirements;
