import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { configuration, httpApi, backupOperations, errors, limits, versioning } = heading;

/** The config file, its keys, and GET and PUT /api/config. */
export const ofConfiguration = {
  'config.file.user': requirement(configuration, 'The user config file is ~/.svc/config.json.'),
  'config.file.project': requirement(
    configuration,
    'A project file is .svc/config.json; it counts over the user file.',
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
    'Every key of the table is accepted with its type and has its default, in every way in.',
  ),
  'config.backup_retention_days': requirement(
    [configuration, limits],
    'backup_retention_days is an integer, 30 by default.',
  ),
  'config.backup_encrypt': requirement(configuration, 'backup_encrypt is a boolean.'),
  'config.backup_encrypt.default': requirement(
    configuration,
    'backup_encrypt is on by default when SVC_VAULT_KEY is non-empty.',
    'backups',
  ),
  'config.backup_dir': requirement(configuration, 'backup_dir is a path.'),
  'config.backup_dir.default': requirement(
    configuration,
    'backup_dir is <data dir>/backups/ by default.',
    'backups',
  ),
  'config.data-dir': requirement(configuration, 'The data directory is ~/.svc/ by default.'),
  'config.backup_clouddrive': requirement(configuration, 'backup_clouddrive is a boolean, false by default.'),
  'config.clouddrive.user-only': requirement(
    configuration,
    'backup_clouddrive is decided by the user file only: no project file and no environment variable overrides it.',
  ),
  'config.schedule.inert': requirement(
    [configuration, versioning],
    'backup_schedule is accepted whatever it is, read by nothing, and schedules nothing: a retired key stays in the schema.',
  ),
  'config.schedule.retired': requirement(
    versioning,
    'Taking a retired key out of the schema needs a migration that strips it.',
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
    'balanced_model is a string; unset, the default balanced-tier model counts.',
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
    'The servers of mcp_servers are connected to at every startup.',
    'mcp-client',
  ),
  'config.get.redacted': requirement(
    [configuration, httpApi],
    'GET /api/config returns the config with secrets redacted.',
  ),
  'config.put': requirement(httpApi, 'PUT /api/config updates the config.'),
  'config.put.clouddrive': requirement(httpApi, 'PUT /api/config can change backup_clouddrive.'),
  'config.takes-effect': requirement(
    backupOperations,
    'A change counts at once through PUT, by hand at the next start, or earlier when anything calls PUT, which reads the whole file.',
  ),

  // Ours
  'config.environment': requirement(
    'ours: contract',
    'Variables of the environment count over both files; an empty one counts as unset.',
  ),
  'config.environment.blocked': requirement(
    'ours: behaviour',
    'A variable with a value that cannot be used blocks its key: no file shines through.',
  ),
  'config.profile-fields': requirement(
    'ours: behaviour',
    'The fields of a profile are checked like keys, and a worker_profile that names no profile counts as not set.',
  ),
  'config.get.sources': requirement(
    'ours: contract',
    'GET /api/config says where each key comes from, and what is wrong with the sources.',
  ),
  'config.put.partial': requirement(
    'ours: contract',
    'PUT takes a partial object, null removes a key, all is validated as a whole before anything is written.',
  ),
  'config.put.invalid-file': requirement(
    'ours: contract',
    'PUT against a file that cannot be used is 409 config_file_invalid; with replace=true the old one is kept beside.',
  ),
  'config.put.concurrent': requirement(
    'ours: behaviour',
    'Two concurrent PUTs of different keys both survive.',
  ),
  'config.put.secrets': requirement(
    'ours: behaviour',
    'The placeholder keeps a secret, and a secret never travels to another address without being given again.',
  ),
  'config.one-table': requirement(
    'ours: behaviour',
    'Type, schema, environment, allow-list, redaction and documentation come from one table.',
  ),
  'config.bad-file': requirement(
    'ours: promise R4',
    'Whatever is in the place of a config file, the engine starts, names it, and leaves it as it is.',
  ),
  'config.atomic': requirement(
    ['ours: promise R5', 'ours: promise D13'],
    'A rewrite of config.json leaves the old content or the new, with mode 0600, wherever it is cut off.',
  ),
  'config.hostile': requirement(
    'ours: promise S38',
    'No content of a config file crashes the engine, reaches a prototype, or lets a project send data elsewhere.',
  ),
  'config.provider.problems': requirement(
    'ours: behaviour',
    'What keeps the chosen provider from answering is among the problems of GET and PUT /api/config.',
  ),
} satisfies Requirements;
