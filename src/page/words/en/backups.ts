import { count as number } from '../../parts/format.ts';

/** The words of the area of backups. */
export const backupWords = {
  title: 'Backups',
  intro:
    'A backup holds everything as it is at one moment: conversations, memory, secrets, settings and the workspace. It is opened and checked before it counts.',
  whichWay: 'Which way to a new machine?',
  make: 'Make a backup',
  making: 'Making a backup…',
  made: 'The backup is complete: it was opened and checked. Download it, and keep the file and the vault key in two other places.',
  failed: 'The backup failed. The log of svc says why.',
  working: 'Working on a backup…',
  phases: {
    copying: 'Copying',
    verifying: 'Checking what was written',
    uploading: 'Uploading to the drive',
    restoring: 'Restoring',
  },
  amount: (done: string, total: string) => `${done} of ${total}`,

  bring: 'Add a backup from a file',
  receiving: 'Adding the backup…',
  received: 'The backup is in the list. Check it before you rely on it.',

  list: 'All backups',
  none: 'There is no backup yet',
  noneHint:
    'Make the first one now; it takes a few seconds. Then download it, and keep the file and the vault key in two other places: a backup on a disk that died helps no one.',

  states: {
    running: 'Being made',
    proven: 'Restore tested',
    checked: 'Checked',
    unchecked: 'Not checked yet',
    failed: 'Not usable',
  },
  kinds: {
    manual: 'made by hand',
    scheduled: 'made on schedule',
    before_restore: 'made before a restore',
    before_import: 'made before an import',
    before_move: 'made before data from another svc came',
    before_migration: 'made before an update',
  },
  files: (count: number) => (count === 1 ? '1 file' : `${number(count)} files`),
  encrypted: 'encrypted',
  plain: 'not encrypted',
  foreign: 'from another instance',
  elsewhere: 'without the workspace, which is a folder elsewhere',
  skipped: (count: number) =>
    count === 1
      ? '1 link or unreadable file left out'
      : `${number(count)} links or unreadable files left out`,
  checkedAt: (when: string) => `Checked ${when}.`,
  provenAt: (when: string) => `Restored as a test ${when}.`,
  neverProven: 'Not restored as a test yet.',

  warnings: {
    old: 'No backup of the last 14 days was restored as a test. Make one, then choose “Test restore”.',
    plain: 'The newest backup is not encrypted: keep it where only you can read it.',
  },

  check: 'Check',
  checkName: (when: string) => `Check the backup of ${when}`,
  checking: 'Checking…',
  checked: 'It was opened and checked: it can be restored.',
  drill: 'Test restore',
  drillName: (when: string) => `Test restore of the backup of ${when}`,
  drilling: 'Restoring it into a scratch folder, and starting svc there…',
  drilled: 'svc started on it and found everything: the backup works.',
  download: 'Download',
  downloadName: (when: string) => `Download the backup of ${when}`,
  remove: 'Delete',
  removeName: (when: string) => `Delete the backup of ${when}`,
  removeSure: 'Delete it for good',
  deleting: 'Deleting…',

  restore: {
    open: 'Restore…',
    openName: (when: string) => `Restore the backup of ${when}`,
    title: (when: string) => `Restore the backup of ${when}?`,
    replaces: 'Conversations, memory, secrets, settings and the workspace become what they were then.',
    replacesWithout:
      'Conversations, memory, secrets and settings become what they were then. The workspace is not in it and stays.',
    newer: 'Everything newer than the backup is removed.',
    safety: 'Before that, a safety backup of the present state is made. Restoring that one undoes this.',
    interrupts: 'Runs in progress are interrupted, and svc is away for some seconds.',
    isForeign: 'Another instance of svc made this backup. Restore it only if you trust where it comes from.',
    trust: 'I trust it',
    isUnauthenticated:
      'No key protects this backup: anyone who could write to its folder may have changed it.',
    keyMissing: 'Enter the vault key with which it was made',
    key: 'The vault key of the machine that made it',
    keyHint:
      'The key that you kept elsewhere; it is used for this restore. Leave it empty if this machine has the same one.',
    type: 'Type restore to confirm',
    word: 'restore',
    begin: 'Restore it',
    cancel: 'Cancel',
    preparing: 'Checking the backup, and making a safety backup…',
    restarting: 'svc restarts with it. This page waits…',
    completed: (files: string) => `Restored: ${files}.`,
    undone: 'The restore was undone. Everything is as it was before.',
    failed: 'The restore failed before anything was changed.',
    safetyIs: (when: string) => `To go back, restore the safety backup of ${when}.`,
    reload: 'Show what was restored',
  },

  key: {
    title: 'The vault key',
    hint: 'Encrypted backups open only with this key. If the disk dies, the key dies with it: keep a copy in a password manager or on paper, apart from the backups.',
    show: 'Show the key',
    hide: 'Hide it',
    copy: 'Copy the key',
  },
} as const;
