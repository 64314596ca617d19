import type { DirectoryProblems } from '../../../core/kernel/storage-says.ts';
import type { ExpiryProblems } from '../../../core/instance/expiry/says.ts';
import type { BackupReminderProblems } from '../../../core/keeping/backups/says.ts';
import type { TriggerReminderProblems } from '../../../core/automation/triggers/says.ts';
import type { NoticeReminderProblems } from '../../../core/automation/notices/says.ts';
import type { Words } from '../says.ts';
import { counted } from './forms.ts';

export const reminders: Words<
  NoticeReminderProblems &
    TriggerReminderProblems &
    BackupReminderProblems &
    ExpiryProblems &
    DirectoryProblems
> = {
  'notices.waiting': ({ count }) =>
    `${count === 1 ? 'A notice waits' : `${count} notices wait`} for you. Read them with svc trigger notices, or on the page under Waiting.`,

  'triggers.unconfirmed': ({ count }) =>
    `${count === 1 ? '1 trigger waits for you to agree to it' : `${count} triggers wait for you to agree to them`}: on the page under Waiting, or with svc trigger confirm ID.`,
  'triggers.paused': ({ count }) =>
    `${count === 1 ? '1 trigger was' : `${count} triggers were`} paused by the engine: svc trigger says why.`,

  'backup.old': ({ days }) =>
    `The newest good backup is ${days} days old. Make one with svc backup create, or on the page under Backups.`,
  'backup.none_good':
    'No backup of this engine was found good. Make one with svc backup create, or on the page under Backups.',
  'backup.none': 'There is no backup yet. Make one with svc backup create, or on the page under Backups.',

  'expiry.waiting': ({ isAhead, days, hours }) =>
    `The clock of this machine ${isAhead ? `shows ${days} days more than when svc last ran` : `was set back by ${days} days`}. If it is wrong, set it: nothing is deleted for its age until svc has run for ${counted(hours, 'more hour')}.`,

  'directory.gone':
    'The data directory was moved or replaced while the engine runs, so what is stored now may not be found later. Stop the engine, put the directory back, and start the engine.',
};
