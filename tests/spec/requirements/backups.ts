import { heading } from './headings.ts';
import { deferred, long, quick, type Requirements, type Source } from './requirement.ts';

const { backup, driveFolder, httpApi, backupOperations, configuration, errors, limits, versioning } = heading;
const OURS = 'ours: behaviour' satisfies Source;

/** Snapshots of the data, and their copies in a cloud drive. */
export const ofBackup = [
  // Contents
  long(backup, {
    'backups.memory': 'A backup holds the memory database: memory, knowledge graph, patterns, insights.',
    'backups.threads': 'A backup holds the thread history.',
    'backups.vault': 'A backup holds the vault.',
    'backups.datastore': 'A backup holds the DataStore: contacts, deals, custom collections.',
    'backups.subject-graph': 'A backup holds the subject graph (engine.db).',
    'backups.sessions': 'A backup holds the active sessions.',
    'backups.configuration': 'A backup holds the configuration.',
    'backups.layout': 'Each file is stored under its path inside the backup.',
  }),
  deferred('mail')(backup, {
    'backups.mail': 'A backup holds inbox and mail state (mail-state.db).',
  }),
  quick('ours: behaviour', {
    'backups.manifest.long':
      'However many files a manifest names, what is done with all of them does not hold the event loop.',
  }),
  quick([backup, versioning], {
    'backups.manifest':
      'manifest.json lists the files, sizes, service version and the absolute path of the data directory.',
  }),

  // Making, keeping, restoring
  long('ours: behaviour', {
    'backups.folder.missing':
      'Where the chosen folder has neither its mark nor any backup that this engine made in it, the status and the list say that its disk may not be mounted, and no backup is made or received there.',
    'backups.tool':
      'The tool create_backup makes a backup, and tells the model that it is complete once its copy was checked.',
  }),
  long(httpApi, {
    'backups.list': 'GET /api/backups lists backups.',
    'backups.create': 'POST /api/backups creates a backup now.',
    'backups.restore': 'POST /api/backups/:id/restore restores the backup with the id in the path.',
  }),
  long(OURS, {
    'backups.delete.listed':
      'DELETE /api/backups/:id deletes only what the list shows: another folder stays, whatever its name.',
    'backups.restore.everything':
      'After a restore everything is as it was in the backup: what the backup does not have is gone, except for what no backup holds.',
    'backups.restore.all-or-nothing':
      'A restore happens entirely or not at all, whatever dies or fails at whatever moment: each start goes on with it or undoes it before any database is opened.',
    'backups.restore.whole-sets':
      'A restore moves each database together with its journals: no log meets another database.',
    'backups.drill':
      'A drill restores a backup into a scratch folder, starts an engine on it that reaches nothing, compares it with the manifest, and notes when the backup was last proven.',
    'backups.restore.running':
      'A restore interrupts runs, and their readers get the last event. Until the engine serves on the same port, requests get 503 with Retry-After, except for health and what became of the restore.',
    'backups.restore.safety':
      'Before a restore a backup of the present state is made; it restores like any other.',
    'backups.restore.nothing-lost':
      'A write that is acknowledged while a restore begins is in its safety backup; any other is refused with 503. If the safety backup fails, the restore is refused and the engine serves on.',
    'backups.restore.in-no-backup':
      'An earlier workspace of which something is in no backup, like a link, is kept beside after a restore, and the outcome says so.',
    'backups.restore.rotated':
      'A backup from before a rotation of the vault key restores after it. The key stays as it is, and backups made with any earlier key stay readable.',
  }),
  quick(OURS, {
    'backups.restore.refused':
      'A backup with anything missing, altered or added, of an unknown format, or without its key is refused with a reason before anything but a scratch folder is written.',
    'backups.restore.foreign':
      'A backup of another instance is restored only with explicit consent, and with its key where this engine does not have it.',
  }),
  long(configuration, {
    'backups.dir': 'Backup files are stored in backup_dir.',
    'backups.encrypt': 'With backup_encrypt on, backups are encrypted with the vault key.',
  }),
  quick([configuration, limits], {
    'backups.retention': 'Local backups older than backup_retention_days are deleted automatically.',
  }),
  long(backupOperations, {
    'backups.retention.local': 'backup_retention_days applies to local backups only.',
  }),
  quick(backupOperations, {
    'backups.encryption':
      'Every file is encrypted with AES-256-GCM under a key derived from the vault key (HKDF-SHA256).',
    'backups.encryption.iv': 'Every file has a fresh random IV.',
    'backups.encryption.manifest':
      'manifest.json is written after the encryption pass and stays unencrypted.',
    'backups.encryption.key-needed': 'Without the vault key encrypted backups cannot be read.',
    'backups.vault-key': 'The vault key is generated on the first run, and SVC_VAULT_KEY is set from it.',
    'backups.vault-key.unusable':
      'There is no usable key when SVC_VAULT_KEY is set empty, or vault.key is gone while vault.db remains.',
  }),
  long([backupOperations, errors], {
    'backups.without-key':
      'Without a usable vault key the local backup still runs, the upload is skipped, and a line is written to stderr.',
  }),
  long('ours: promise D14', {
    'backups.before-migration':
      'A backup is made before a new version migrates any database; if it fails, nothing is migrated unless --migrate-without-backup says so.',
  }),

  // Upload
  long(configuration, {
    'drive.upload': 'With backup_clouddrive on, backups are uploaded to the cloud drive.',
  }),
  long(backupOperations, {
    'drive.upload.not-hosted': "A managed or hosted instance never uploads to the user's drive.",
    'drive.upload.user-config': 'Nothing is uploaded unless backup_clouddrive is true in the user config.',
    'drive.upload.encrypted':
      'Nothing is uploaded unless the archive is encrypted: backup_encrypt not false, and a usable vault key.',
    'drive.upload.manifest':
      'manifest.json is uploaded unencrypted: the drive sees file names, sizes, the service version and the data-directory path.',
    'drive.upload.takes-effect':
      'Turning the upload on or off through PUT /api/config applies from the next backup.',
    'drive.upload.off': 'Turning backup_clouddrive off stops new uploads only; copies in the drive stay.',
    'drive.root-file.folder-left': 'When that deletion fails the line says so and names the folder.',
    'drive.root-file.unreadable':
      'When the file cannot be read (other than not existing) the upload fails before anything is created, and the remembered folder stays.',
    'drive.failure.local-backup': 'The local backup is unaffected by a failed upload.',
  }),
  long([backupOperations, errors], {
    'drive.upload.scope':
      'Without the file-level scope drive.file the upload reports a missing scope and sends nothing.',
    'drive.root-file.unwritable':
      'When clouddrive-backup-root cannot be written the upload fails, a [svc:backup] log line says so, and the created folder is deleted again.',
  }),
  long(backup, {
    'drive.folder.name': 'Upload folders are named <backup_timestamp>, a compact UTC timestamp ending in Z.',
    'drive.folder.root': 'Upload folders are inside a root folder named svc-backups.',
    'drive.folder.root-file':
      'The id of the root folder is stored in clouddrive-backup-root in the data directory.',
  }),
  long(driveFolder, {
    'drive.folder.new':
      'Without a remembered folder, an upload creates a svc-backups folder and remembers its id.',
    'drive.folder.gone':
      'When the folder is gone, in the bin, not the user’s, or in another account, the upload creates a new one and remembers it.',
    'drive.folder.earlier-stays': 'The earlier folder and its backups stay.',
    'drive.folder.valid': 'Uploads go into the remembered folder when it is valid.',
    'drive.folder.never-adopted': 'A folder with the same name that anyone else created is never adopted.',
  }),

  // The account
  long(httpApi, {
    'drive.status': 'GET /api/google/status returns the auth status of the cloud account.',
    'drive.auth': 'POST /api/google/auth starts the device flow.',
    'drive.revoke': 'POST /api/google/revoke revokes the auth.',
    'drive.revoke.status':
      'The response of revoke carries drive_backups.status: skipped, or degraded with reasons.',
    'drive.reload': 'POST /api/google/reload reloads the integration.',
  }),
  quick(httpApi, {
    'drive.oauth-url': 'GET /api/google/oauth-url returns the OAuth start URL (managed hosting).',
    'drive.claim-managed':
      'POST /api/google/claim-managed claims tokens from the control plane (managed hosting).',
  }),

  // Disconnect
  long(backupOperations, {
    'drive.disconnect':
      'Disconnect deletes the backup files that this instance uploaded through the current connection, then revokes access.',
    'drive.disconnect.off': 'Disconnect works even with backup_clouddrive off.',
    'drive.disconnect.managed-client':
      'Switching to the managed cloud client only drops the local grant and deletes nothing.',
    'drive.disconnect.new-backups':
      'During the disconnect new backups keep their local copy and are not uploaded.',
    'drive.deleted.files':
      'A disconnect deletes files in the timestamp-named folders under svc-backups, when the service created folder and file (isAppAuthorized) and the user owns the file.',
    'drive.deleted.bin': "Files in the drive's bin are deleted too.",
    'drive.deleted.other-files':
      'A file that the service created for another purpose and that was moved into a backup folder is deleted with it.',
    'drive.kept.folders': 'Every folder is kept.',
    'drive.kept.foreign': 'Anything that the service did not create is kept.',
    'drive.kept.outside': 'Anything outside those folders is kept, and anything in a shared drive.',
    'drive.kept.own-files':
      "The user's own files in svc-backups are kept, and so are files that the Drive, Docs and Sheets tools created elsewhere.",
    'drive.kept.other-client': 'Backups uploaded through a different client are left in place.',
  }),
  long([backupOperations, httpApi], {
    'drive.disconnect.asked':
      'Over HTTP the deletion happens only with Content-Type application/json and body {delete_drive_backups: true}; otherwise drive_backups.status is skipped.',
  }),
  long([backupOperations, errors], {
    'drive.disconnect.degraded':
      'If something cannot be deleted, the disconnect still completes, and the response carries drive_backups.status degraded with reasons.',
  }),
  quick(backupOperations, {
    'drive.disconnect.ui': 'The UI says that the deletion was incomplete.',
  }),
  long([backupOperations, limits], {
    'drive.disconnect.time-limit': 'The deletion at a disconnect is limited to about 2 minutes.',
  }),
] satisfies Requirements;
