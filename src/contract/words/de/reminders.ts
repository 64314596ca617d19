import type { DirectoryProblems } from '../../../core/kernel/storage-says.ts';
import type { ExpiryProblems } from '../../../core/instance/expiry/says.ts';
import type { BackupReminderProblems } from '../../../core/keeping/backups/says.ts';
import type { TriggerReminderProblems } from '../../../core/automation/triggers/says.ts';
import type { NoticeReminderProblems } from '../../../core/automation/notices/says.ts';
import type { Words } from '../says.ts';
import { counted, number } from './forms.ts';

export const reminders: Words<
  NoticeReminderProblems &
    TriggerReminderProblems &
    BackupReminderProblems &
    ExpiryProblems &
    DirectoryProblems
> = {
  'notices.waiting': ({ count }) =>
    `${count === 1 ? 'Ein Hinweis wartet' : `${number(count)} Hinweise warten`} auf dich. Du liest sie mit svc trigger notices, oder auf der Seite unter „Wartet“.`,

  'triggers.unconfirmed': ({ count }) =>
    `${count === 1 ? '1 Automatik wartet' : `${number(count)} Automatiken warten`} auf deine Zustimmung: auf der Seite unter Wartet, im Terminal mit svc trigger confirm ID.`,
  'triggers.paused': ({ count }) =>
    `${count === 1 ? '1 Automatik wurde' : `${number(count)} Automatiken wurden`} von svc pausiert: svc trigger sagt, warum.`,

  'backup.old': ({ days }) =>
    `Die neueste gute Sicherung ist ${number(days)} Tage alt. Mache eine: mit svc backup create, oder auf der Seite unter „Sicherungen“.`,
  'backup.none_good':
    'Keine Sicherung dieses svc hat sich als gut erwiesen. Mache eine: mit svc backup create, oder auf der Seite unter „Sicherungen“.',
  'backup.none':
    'Es gibt noch keine Sicherung. Mache eine: mit svc backup create, oder auf der Seite unter „Sicherungen“.',

  'expiry.waiting': ({ isAhead, days, hours }) =>
    `Die Uhr dieses Rechners ${isAhead ? `zeigt ${number(days)} Tage mehr als zuletzt` : `wurde um ${number(days)} Tage zurückgestellt`}. Geht sie falsch, dann stelle sie: Bis svc noch ${counted(hours, 'Stunde', 'Stunden')} gelaufen ist, wird nichts gelöscht, weil es alt ist.`,

  'directory.gone':
    'Der Datenordner wurde verschoben oder ersetzt, während svc läuft; was jetzt gespeichert wird, ist später vielleicht nicht zu finden. Beende svc, stelle den Ordner zurück, und starte es wieder.',
};
