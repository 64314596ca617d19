import type { NoticeSays } from '../../../core/automation/notices/says.ts';
import type { TaskEndSays } from '../../../core/automation/tasks/says.ts';
import type { OutcomeSays } from '../../../core/automation/triggers/says.ts';
import type { WorkflowEndSays } from '../../../core/automation/workflows/says.ts';
import type { Words } from '../says.ts';
import { number, plain } from './forms.ts';

/** What became of work. */
export const outcomes: Words<NoticeSays & OutcomeSays & TaskEndSays & WorkflowEndSays> = {
  'outcome.interrupted':
    'svc wurde beendet, bevor es fertig war. Von selbst wird es nicht wiederholt: Starte es noch einmal, wenn du es noch willst.',
  'outcome.disk-failed':
    'Die Festplatte fiel währenddessen aus, deshalb ist nicht bekannt, wie weit es kam. Starte es noch einmal, wenn du es noch willst.',
  'outcome.trial': 'Eine Probe führt nichts aus.',
  'outcome.engine-not-running': 'svc lief nicht.',
  'outcome.machine-asleep': 'Der Rechner schlief, oder seine Uhr wurde gestellt.',
  'outcome.backup-restored': 'Eine Sicherung wurde wiederhergestellt.',
  'outcome.person-disabled': 'Die Person, für die es arbeitet, war da gesperrt.',
  'outcome.due-before-restore':
    'Das war fällig, bevor eine Sicherung wiederhergestellt wurde, und ist vielleicht schon geschehen. Starte es, wenn du es noch willst.',
  'outcome.too-often': ({ times, lastTime }, tell) =>
    `Das ging ${number(times)}-mal hintereinander nicht. Beim letzten Mal: ${tell(lastTime)}`,
  'outcome.look-cut-off': 'svc endete, während die Seite gelesen wurde.',
  'outcome.conversation-in-use': 'In ihrer Unterhaltung lief schon etwas, deshalb begann sie nicht.',
  'outcome.still-running': 'Das Mal davor lief noch, deshalb begann sie nicht noch einmal.',
  'outcome.first-look': 'Die Seite wurde zum ersten Mal gelesen. Von jetzt an fallen Änderungen auf.',
  'outcome.unchanged': 'Die Seite hat sich nicht geändert.',
  'outcome.notice-shown': 'Sie steht auf der Seite unter Wartet.',
  'outcome.backup-made': ({ backupId, warning }, tell) =>
    `Die Sicherung ${backupId} wurde gemacht; ihre Kopie wurde geöffnet und geprüft. ${tell(warning)}`.trimEnd(),
  'outcome.backup-failed': 'Die Sicherung ist fehlgeschlagen. Das Protokoll von svc sagt, warum.',
  'outcome.steps-failed': 'Einige seiner Schritte sind fehlgeschlagen.',
  'notice.paused': ({ named }) => `Pausiert: ${plain(named)}`,
  'notice.failed': ({ named }) => `Fehlgeschlagen: ${plain(named)}`,
  'notice.own': ({ own }) => plain(own),
  'notice.interrupted': ({ named }) => `Abgebrochen: ${plain(named)}`,
  'notice.page-changed': ({ own, address, added, gone }) =>
    paragraphs(
      own && plain(own),
      `${plain(address)} hat sich geändert.`,
      added && `Neu:\n${plain(added)}`,
      gone && `Nicht mehr da:\n${plain(gone)}`,
    ),
  'notice.page-unchanged': ({ own, address, text }) =>
    paragraphs(own && plain(own), `${plain(address)} hat sich nicht geändert und sagt:`, plain(text)),

  'task.run-unknown': 'Der Lauf, der daran arbeitete, ist nicht mehr bekannt.',
  'task.unfinished': ({ stopReason }) =>
    `Der Lauf endete, bevor er fertig war (${stopReason}). Seine Unterhaltung sagt, wie weit er kam.`,
  'task.interrupted':
    'svc wurde beendet, bevor das fertig war. Gib es dem Agenten noch einmal, dann geht es weiter.',

  'workflow.step-failed': ({ step, why }, tell) => `Der Schritt ${step} ist fehlgeschlagen: ${tell(why)}`,
  'workflow.step-not-begun': ({ step }) => `Er wurde nicht begonnen, weil der Schritt ${step} nicht gelang.`,
  'workflow.deleted':
    'Der Ablauf, den sie ausführt, wurde gelöscht. Mache eine neue Automatik mit einem anderen Ablauf, und lösche diese.',
};

const paragraphs = (...all: readonly (string | null)[]): string =>
  all.filter((one) => one !== null).join('\n\n');
