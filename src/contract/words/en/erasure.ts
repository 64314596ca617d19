import type { RemainsProblems } from '../../../core/keeping/erasure/says.ts';
import { bare } from '../../../core/kernel/quoted.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not change it',
  EPERM: 'this user may not change it, or the file system protects it',
  EROFS: 'its file system is read-only',
  EBUSY: 'it is in use, or another file system is mounted there',
  ENOTEMPTY: 'something in it could not be removed, or came there meanwhile',
  EIO: 'the disk reported an error',
  ENOSPC: 'the disk is full',
};

export const erasure: Words<RemainsProblems> = {
  'remains.entry': ({ name }) => `${bare(name)}`,
  'remains.more': ({ count }) => `${count} more entries like these`,
  'remains.everything': 'Everything',
  'remains.drive': 'Backups in your cloud drive, in the folder svc-backups',
  'remains.access': 'The access of svc to your cloud account',
  'remains.variables': ({ names }) => `Secrets in the environment: ${names.join(', ')}`,
  'remains.log': 'Lines that the engine has logged',
  'remains.sent': 'What was sent to model providers and other servers',
  'remains.backups': ({ folder, count }) =>
    `${count === null ? 'Backups' : `${count} backups`} in ${quoted(folder)}`,
  'why.not_removed': ({ code }) => `It could not be removed: ${REASONS[code] ?? code}.`,
  'how.removable':
    'Make it removable, or remove it yourself while the engine is stopped. Each start of the engine tries again.',
  'why.more_not_removed': 'They could not be removed.',
  'how.as_others': 'As for the others.',
  'why.holds_a_word':
    'It stays by design, but it contains a name, an address or an id that was in the erased data.',
  'how.look': 'Look at it, and remove it while the engine is stopped.',
  'why.stays': ({ why }) => `${why.slice(0, 1).toUpperCase()}${why.slice(1)}.`,
  'how.remove': 'Remove it while the engine is stopped.',
  'why.opens_backups': 'It opens the backups that you kept.',
  'how.keep': 'Keep it as long as you keep them.',
  'why.kept': 'You chose to keep them.',
  'how.one_by_one': 'Delete them one by one with svc backup delete, or erase again without keeping them.',
  'why.drive': ({ isReadable }) =>
    `An erasure does not touch the drive.${isReadable ? '' : ' They are encrypted with the vault key, which is erased here: without a copy of it, they cannot be read any more.'}`,
  'how.drive':
    'Delete that folder in the drive; or connect the account again with svc google connect, and delete them with svc google disconnect --delete-backups.',
  'why.access': 'The tokens are erased here, but the vendor still lists the access.',
  'how.access': 'End it at myaccount.google.com, under third-party access.',
  'why.workspace': 'The workspace is a folder of your own outside the data directory.',
  'how.workspace':
    'Delete what you do not want to keep there, or erase it with "workspace": true (svc erase --workspace).',
  'why.variables': 'The engine reads them again at each start.',
  'how.variables': 'Remove them from where they are set, like .env, the unit file or docker-compose.yml.',
  'why.project': 'The settings of a project are a file of the project.',
  'how.project': 'Remove the file, or what is yours in it.',
  'why.log': 'It writes them to stderr; whatever started it may keep them.',
  'how.log': 'Delete them there, like journalctl --vacuum-time or docker compose rm.',
  'why.sent': 'It left this machine with the requests of your tasks.',
  'how.sent': 'Ask them to delete it; their terms say how long they keep it.',
  'how.kept_there': 'Delete them there. To restore one, set backup_dir to this folder again.',
  'why.of_others':
    'Another instance made them, or their manifests cannot be read, so they are not known as those of this one.',
  'how.of_others': 'Delete those that are yours.',
  'why.unreachable': 'The folder cannot be read now, so nothing was removed there.',
  'how.unreachable': 'Mount its disk or give this user access, and delete the backups in it.',
  'why.not_ended': 'The erasure was begun, but the engine did not come to its end.',
  'how.start': 'Start svc again: it goes on then. GET /api/data/erasure tells what became of it.',
};
