import { heading } from './headings.ts';
import { deferred, requirement, type Requirements, type Source } from './requirement.ts';

const { backup, driveFolder, httpApi, backupOperations, configuration, errors, limits, versioning } = heading;
const OURS = 'ours: behaviour' satisfies Source;

/** Snapshots of the data, and their copies in a cloud drive. */
export const ofBackup = {
  // Contents
  'backups.memory': requirement(
    backup,
    'A backup holds the memory database: memory, knowledge graph, patterns, insights.',
    'long',
  ),
  'backups.threads': requirement(backup, 'A backup holds the thread history.', 'long'),
  'backups.vault': requirement(backup, 'A backup holds the vault.', 'long'),
  'backups.datastore': requirement(
    backup,
    'A backup holds the DataStore: contacts, deals, custom collections.',
    'long',
  ),
  'backups.mail': deferred(backup, 'A backup holds inbox and mail state (mail-state.db).', 'mail'),
  'backups.subject-graph': requirement(backup, 'A backup holds the subject graph (engine.db).', 'long'),
  'backups.sessions': requirement(backup, 'A backup holds the active sessions.', 'long'),
  'backups.configuration': requirement(backup, 'A backup holds the configuration.', 'long'),
  'backups.layout': requirement(backup, 'Each file is stored under its path inside the backup.', 'long'),
  'backups.manifest.long': requirement(
    'ours: behaviour',
    'However many files a manifest names, what is done with all of them does not hold the event loop.',
  ),
  'backups.manifest': requirement(
    [backup, versioning],
    'manifest.json lists the files, sizes, service version and the absolute path of the data directory.',
  ),

  // Making, keeping, restoring
  'backups.folder.missing': requirement(
    'ours: behaviour',
    'Where the chosen folder has neither its mark nor any backup that this engine made in it, the status and the list say that its disk may not be mounted, and no backup is made or received there.',
    'long',
  ),
  'backups.list': requirement(httpApi, 'GET /api/backups lists backups.', 'long'),
  'backups.create': requirement(httpApi, 'POST /api/backups creates a backup now.', 'long'),
  'backups.delete.listed': requirement(
    OURS,
    'DELETE /api/backups/:id deletes only what the list shows: another folder stays, whatever its name.',
    'long',
  ),
  'backups.restore': requirement(
    httpApi,
    'POST /api/backups/:id/restore restores the backup with the id in the path.',
    'long',
  ),
  'backups.restore.everything': requirement(
    OURS,
    'After a restore everything is as it was in the backup: what the backup does not have is gone, except for what no backup holds.',
    'long',
  ),
  'backups.restore.all-or-nothing': requirement(
    OURS,
    'A restore happens entirely or not at all, whatever dies or fails at whatever moment: each start goes on with it or undoes it before any database is opened.',
    'long',
  ),
  'backups.restore.whole-sets': requirement(
    OURS,
    'A restore moves each database together with its journals: no log meets another database.',
    'long',
  ),
  'backups.tool': requirement(
    'ours: behaviour',
    'The tool create_backup makes a backup, and tells the model that it is complete once its copy was checked.',
    'long',
  ),
  'backups.drill': requirement(
    OURS,
    'A drill restores a backup into a scratch folder, starts an engine on it that reaches nothing, compares it with the manifest, and notes when the backup was last proven.',
    'long',
  ),
  'backups.restore.refused': requirement(
    OURS,
    'A backup with anything missing, altered or added, of an unknown format, or without its key is refused with a reason before anything but a scratch folder is written.',
  ),
  'backups.restore.running': requirement(
    OURS,
    'A restore interrupts runs, and their readers get the last event. Until the engine serves on the same port, requests get 503 with Retry-After, except for health and what became of the restore.',
    'long',
  ),
  'backups.restore.safety': requirement(
    OURS,
    'Before a restore a backup of the present state is made; it restores like any other.',
    'long',
  ),
  'backups.restore.nothing-lost': requirement(
    OURS,
    'A write that is acknowledged while a restore begins is in its safety backup; any other is refused with 503. If the safety backup fails, the restore is refused and the engine serves on.',
    'long',
  ),
  'backups.restore.in-no-backup': requirement(
    OURS,
    'An earlier workspace of which something is in no backup, like a link, is kept beside after a restore, and the outcome says so.',
    'long',
  ),
  'backups.restore.rotated': requirement(
    OURS,
    'A backup from before a rotation of the vault key restores after it. The key stays as it is, and backups made with any earlier key stay readable.',
    'long',
  ),
  'backups.restore.foreign': requirement(
    OURS,
    'A backup of another instance is restored only with explicit consent, and with its key where this engine does not have it.',
  ),
  'backups.dir': requirement(configuration, 'Backup files are stored in backup_dir.', 'long'),
  'backups.retention': requirement(
    [configuration, limits],
    'Local backups older than backup_retention_days are deleted automatically.',
  ),
  'backups.retention.local': requirement(
    backupOperations,
    'backup_retention_days applies to local backups only.',
    'long',
  ),
  'backups.encrypt': requirement(
    configuration,
    'With backup_encrypt on, backups are encrypted with the vault key.',
    'long',
  ),
  'backups.encryption': requirement(
    backupOperations,
    'Every file is encrypted with AES-256-GCM under a key derived from the vault key (HKDF-SHA256).',
  ),
  'backups.encryption.iv': requirement(backupOperations, 'Every file has a fresh random IV.'),
  'backups.encryption.manifest': requirement(
    backupOperations,
    'manifest.json is written after the encryption pass and stays unencrypted.',
  ),
  'backups.encryption.key-needed': requirement(
    backupOperations,
    'Without the vault key encrypted backups cannot be read.',
  ),
  'backups.without-key': requirement(
    [backupOperations, errors],
    'Without a usable vault key the local backup still runs, the upload is skipped, and a line is written to stderr.',
    'long',
  ),
  'backups.before-migration': requirement(
    'ours: promise D14',
    'A backup is made before a new version migrates any database; if it fails, nothing is migrated unless --migrate-without-backup says so.',
    'long',
  ),
  'backups.vault-key': requirement(
    backupOperations,
    'The vault key is generated on the first run, and SVC_VAULT_KEY is set from it.',
  ),
  'backups.vault-key.unusable': requirement(
    backupOperations,
    'There is no usable key when SVC_VAULT_KEY is set empty, or vault.key is gone while vault.db remains.',
  ),

  // Upload
  'drive.upload': requirement(
    configuration,
    'With backup_clouddrive on, backups are uploaded to the cloud drive.',
    'long',
  ),
  'drive.upload.not-hosted': requirement(
    backupOperations,
    "A managed or hosted instance never uploads to the user's drive.",
    'long',
  ),
  'drive.upload.scope': requirement(
    [backupOperations, errors],
    'Without the file-level scope drive.file the upload reports a missing scope and sends nothing.',
    'long',
  ),
  'drive.upload.user-config': requirement(
    backupOperations,
    'Nothing is uploaded unless backup_clouddrive is true in the user config.',
    'long',
  ),
  'drive.upload.encrypted': requirement(
    backupOperations,
    'Nothing is uploaded unless the archive is encrypted: backup_encrypt not false, and a usable vault key.',
    'long',
  ),
  'drive.upload.manifest': requirement(
    backupOperations,
    'manifest.json is uploaded unencrypted: the drive sees file names, sizes, the service version and the data-directory path.',
    'long',
  ),
  'drive.upload.takes-effect': requirement(
    backupOperations,
    'Turning the upload on or off through PUT /api/config applies from the next backup.',
    'long',
  ),
  'drive.upload.off': requirement(
    backupOperations,
    'Turning backup_clouddrive off stops new uploads only; copies in the drive stay.',
    'long',
  ),
  'drive.folder.name': requirement(
    backup,
    'Upload folders are named <backup_timestamp>, a compact UTC timestamp ending in Z.',
    'long',
  ),
  'drive.folder.root': requirement(
    backup,
    'Upload folders are inside a root folder named svc-backups.',
    'long',
  ),
  'drive.folder.root-file': requirement(
    backup,
    'The id of the root folder is stored in clouddrive-backup-root in the data directory.',
    'long',
  ),
  'drive.folder.new': requirement(
    driveFolder,
    'Without a remembered folder, an upload creates a svc-backups folder and remembers its id.',
    'long',
  ),
  'drive.folder.gone': requirement(
    driveFolder,
    'When the folder is gone, in the bin, not the user’s, or in another account, the upload creates a new one and remembers it.',
    'long',
  ),
  'drive.folder.earlier-stays': requirement(driveFolder, 'The earlier folder and its backups stay.', 'long'),
  'drive.folder.valid': requirement(
    driveFolder,
    'Uploads go into the remembered folder when it is valid.',
    'long',
  ),
  'drive.folder.never-adopted': requirement(
    driveFolder,
    'A folder with the same name that anyone else created is never adopted.',
    'long',
  ),
  'drive.root-file.unwritable': requirement(
    [backupOperations, errors],
    'When clouddrive-backup-root cannot be written the upload fails, a [svc:backup] log line says so, and the created folder is deleted again.',
    'long',
  ),
  'drive.root-file.folder-left': requirement(
    backupOperations,
    'When that deletion fails the line says so and names the folder.',
    'long',
  ),
  'drive.root-file.unreadable': requirement(
    backupOperations,
    'When the file cannot be read (other than not existing) the upload fails before anything is created, and the remembered folder stays.',
    'long',
  ),
  'drive.failure.local-backup': requirement(
    backupOperations,
    'The local backup is unaffected by a failed upload.',
    'long',
  ),

  // The account
  'drive.status': requirement(
    httpApi,
    'GET /api/google/status returns the auth status of the cloud account.',
    'long',
  ),
  'drive.auth': requirement(httpApi, 'POST /api/google/auth starts the device flow.', 'long'),
  'drive.revoke': requirement(httpApi, 'POST /api/google/revoke revokes the auth.', 'long'),
  'drive.revoke.status': requirement(
    httpApi,
    'The response of revoke carries drive_backups.status: skipped, or degraded with reasons.',
    'long',
  ),
  'drive.reload': requirement(httpApi, 'POST /api/google/reload reloads the integration.', 'long'),
  'drive.oauth-url': requirement(
    httpApi,
    'GET /api/google/oauth-url returns the OAuth start URL (managed hosting).',
  ),
  'drive.claim-managed': requirement(
    httpApi,
    'POST /api/google/claim-managed claims tokens from the control plane (managed hosting).',
  ),

  // Disconnect
  'drive.disconnect': requirement(
    backupOperations,
    'Disconnect deletes the backup files that this instance uploaded through the current connection, then revokes access.',
    'long',
  ),
  'drive.disconnect.off': requirement(
    backupOperations,
    'Disconnect works even with backup_clouddrive off.',
    'long',
  ),
  'drive.disconnect.asked': requirement(
    [backupOperations, httpApi],
    'Over HTTP the deletion happens only with Content-Type application/json and body {delete_drive_backups: true}; otherwise drive_backups.status is skipped.',
    'long',
  ),
  'drive.disconnect.managed-client': requirement(
    backupOperations,
    'Switching to the managed cloud client only drops the local grant and deletes nothing.',
    'long',
  ),
  'drive.disconnect.new-backups': requirement(
    backupOperations,
    'During the disconnect new backups keep their local copy and are not uploaded.',
    'long',
  ),
  'drive.deleted.files': requirement(
    backupOperations,
    'A disconnect deletes files in the timestamp-named folders under svc-backups, when the service created folder and file (isAppAuthorized) and the user owns the file.',
    'long',
  ),
  'drive.deleted.bin': requirement(backupOperations, "Files in the drive's bin are deleted too.", 'long'),
  'drive.deleted.other-files': requirement(
    backupOperations,
    'A file that the service created for another purpose and that was moved into a backup folder is deleted with it.',
    'long',
  ),
  'drive.kept.folders': requirement(backupOperations, 'Every folder is kept.', 'long'),
  'drive.kept.foreign': requirement(
    backupOperations,
    'Anything that the service did not create is kept.',
    'long',
  ),
  'drive.kept.outside': requirement(
    backupOperations,
    'Anything outside those folders is kept, and anything in a shared drive.',
    'long',
  ),
  'drive.kept.own-files': requirement(
    backupOperations,
    "The user's own files in svc-backups are kept, and so are files that the Drive, Docs and Sheets tools created elsewhere.",
    'long',
  ),
  'drive.kept.other-client': requirement(
    backupOperations,
    'Backups uploaded through a different client are left in place.',
    'long',
  ),
  'drive.disconnect.degraded': requirement(
    [backupOperations, errors],
    'If something cannot be deleted, the disconnect still completes, and the response carries drive_backups.status degraded with reasons.',
    'long',
  ),
  'drive.disconnect.ui': requirement(backupOperations, 'The UI says that the deletion was incomplete.'),
  'drive.disconnect.time-limit': requirement(
    [backupOperations, limits],
    'The deletion at a disconnect is limited to about 2 minutes.',
    'long',
  ),
} satisfies Requirements;
