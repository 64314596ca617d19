import type { BackupSays, ManifestSays, RestoreSays } from '../../../core/keeping/backups/says.ts';
import { bare } from '../../../core/kernel/quoted.ts';
import type { Words } from '../says.ts';
import { json, quoted } from './forms.ts';

/** What was found out about a backup, and what became of a restore. */
export const backups: Words<ManifestSays & BackupSays & RestoreSays> = {
  'manifest.missing': 'The manifest is missing or cannot be read.',
  'manifest.of-other': 'The manifest is that of another backup.',
  'manifest.changed': 'The manifest was changed after the backup was made.',
  'manifest.other-key':
    'The manifest names another key than the backup was made with: it was changed afterwards.',
  'manifest.too-large': 'The manifest is larger than any that svc writes.',
  'manifest.no-json': 'The manifest is not JSON.',
  'manifest.no-backup': 'The manifest is not one of a backup.',
  'manifest.no-svc-backup': 'The manifest is not one of a backup of svc.',
  'manifest.fields': 'The manifest has missing or unknown fields, or values of the wrong kind.',
  'manifest.no-key': 'The manifest says encrypted, and names no key.',
  'manifest.half-a-key': 'The manifest names a key only in part.',
  'manifest.databases': 'The manifest does not describe each of its databases once.',
  'manifest.format': ({ format, known }) =>
    `The backup has format ${format === null ? 'nothing' : json(format)}, and this version of svc reads format ${known}. Use the version that made it, or a newer one.`,
  'manifest.no-folder': ({ path }) => `The manifest lists ${quoted(path)}, but not its folder.`,
  'manifest.twice': ({ path }) => `The manifest lists a path twice: ${quoted(path)}.`,
  'manifest.two-spellings': ({ path }) => `The manifest lists a path in two spellings: ${quoted(path)}.`,
  'manifest.no-path': ({ path }) => `The manifest lists a path that cannot be: ${quoted(path)}.`,
  'manifest.no-part': ({ path }) => `The manifest lists ${quoted(path)}, which is not part of any backup.`,
  'manifest.no-file': ({ path }) => `The manifest describes ${quoted(path)} as no backup does.`,
  'manifest.two-sizes': ({ path }) => `The manifest gives ${quoted(path)} two sizes.`,

  'backup.plain': 'It is not encrypted, because backup_encrypt is off.',
  'backup.without-key':
    'It is neither encrypted nor authenticated, because the vault has no usable key: anyone who can read the folder can read everything in it.',
  'backup.stuck':
    'A database in the backup kept the check busy for too long. It may have been made to do so.',
  'backup.check-failed': ({ why }, tell) => `The backup was made, but a check of it failed: ${tell(why)}`,
  'backup.fault': ({ why }) => `It failed: ${quoted(why)}.`,
  'backup.key-missing': ({ keyId }) =>
    `The vault here does not have the key ${keyId} with which this backup was encrypted. Restore it with the vault key of the machine that made it.`,
  'backup.unlisted': ({ path }) => `The backup contains ${quoted(path)}, which its manifest does not list.`,
  'backup.altered': ({ path }) => `${quoted(path)} is missing, or is not what was backed up.`,
  'backup.unknown-database': ({ database }) => `${database} is not a database of this version of svc.`,
  'backup.newer-database': ({ database, version, known }) =>
    `${database} has schema version ${version}, and this version of svc knows up to ${known}: restore it with the version that made the backup, or a newer one.`,
  'backup.other-version': ({ database }) => `${database} has another schema version than the manifest says.`,
  'backup.other-schema': ({ database }) => `${database} has tables, triggers or views that svc did not make.`,
  'backup.not-opened': ({ database, why }) => `${database} cannot be opened: ${bare(why)}.`,
  'backup.damaged': ({ database, why }) => `${database} is damaged: ${bare(why)}.`,
  'backup.other-rows': ({ database }) => `${database} has other numbers of rows than the manifest says.`,
  'backup.unreadable': ({ database, why }) => `${database} cannot be read: ${bare(why)}.`,
  'backup.folder-missing': ({ folder, mark }) =>
    `This engine made backups in ${bare(folder)}, and none of them is there: its disk may not be mounted. Mount it, or set backup_dir to another folder. If they were deleted on purpose, put an empty file named ${mark} into the folder.`,
  'upload.failed': 'The upload failed inside the engine. Its log says why.',
  'drill.stuck': 'An engine that was started on it did not come to an end.',
  'drill.not-started': ({ why }) => `An engine could not start on it: ${bare(why)}`,
  'drill.fewer-rows': ({ database, table }) =>
    `After the start of an engine, ${database} has fewer rows of ${table} than the backup.`,

  'restore.no-manifest': 'Its manifest is missing or cannot be read.',
  'restore.manifest-of-other': 'Its manifest is that of another backup.',
  'restore.manifest-changed': 'Its manifest was changed after the backup was made.',
  'restore.foreign': 'Another instance made it. Restore it only if you know it.',
  'restore.unauthenticated':
    'No key authenticates it, so anyone who could write to its folder may have changed it.',
  'restore.dies': 'The engine ended each time that it started on the restored files.',
  'restore.files-gone': 'The files of the backup were gone before the restore began. Nothing was changed.',
  'restore.because': ({ why }, tell) => tell(why),
  'restore.refused': ({ why }, tell) =>
    `This backup cannot be restored. ${tell(why)} Nothing of the engine was changed.`,
  'restore.key-missing': ({ keyId }) => `It needs the vault key ${keyId}, which this engine does not have.`,
  'restore.newer-database': ({ database, version, known, madeBy }) =>
    `${database} in it has schema version ${version}, and this version of svc knows up to ${known}. Use version ${madeBy} of svc, or a newer one.`,
  'restore.other-file-system': ({ name }) =>
    `${name} in the data directory is on a file system of its own, so it cannot be replaced together with the rest.`,
  'restore.unusable-database': ({ database, why }, tell) => `${database} cannot be used: ${tell(why)}.`,
  'restore.models-at': ({ addresses }) =>
    `The backup is of another engine, and from now on models are asked at its addresses: ${bare(addresses)}. Change them if they are not yours.`,
  'restore.settings-left-out': ({ keys }) =>
    `The backup is of another engine, so settings that name tool servers, where this machine's files and keys go, who may come in, or what may be spent were left out: ${keys.join(', ')}. Set them here yourself; a tool server that is a program is added with svc mcp add NAME --command PROGRAM.`,
  'restore.workspace-kept': ({ entries, name }) =>
    `${entries === 1 ? 'One entry of the earlier workspace is' : `${entries} entries of the earlier workspace are`} in no backup (links, special files, or what could not be read), so that workspace was kept as ${name} in the data directory. Take out what you need, then delete it.`,
  'restore.not-moved': ({ code }) => `The files could not be moved: ${code ?? 'the log says why'}.`,
  'restore.not-started': ({ why }) => `The engine could not start on the restored files: ${bare(why)}.`,
};
