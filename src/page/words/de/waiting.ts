import { count as number } from '../../parts/format.ts';
import type { waitingWords as english } from '../en/waiting.ts';
import type { Translated } from '../translated.ts';

export const waitingWords: Translated<typeof english> = {
  title: 'Wartet',
  nothing:
    'Nichts wartet auf dich. Hier erscheinen Fragen, Bitten um Erlaubnis und um Geheimnisse aus allen Unterhaltungen, Änderungen zum Prüfen, Erinnerungen, Meldungen von Automatiken und Automatiken, die deine Zustimmung brauchen.',
  inThread: 'In',
  titled: (title: string) => `„${title}“`,
  questionIn: (title: string) => `Frage in „${title}“`,
  changes: 'Änderungen zum Prüfen',
  files: (count: number) => (count === 1 ? '1 Datei' : `${number(count)} Dateien`),
  unconfirmed: 'Automatiken, die auf deine Zustimmung warten',
  unconfirmedHint: 'Sie tun nichts, bis du gesehen hast, was sie dürfen, und zustimmst.',
  notices: 'Erinnerungen und Meldungen von Automatiken',
  noticeKinds: {
    reminder: 'Erinnerung',
    changed: 'Seite geändert',
    paused: 'Automatik pausiert',
    people: 'Anmeldung',
    failed: 'Automatik fehlgeschlagen',
    interrupted: 'Abgebrochen',
  },
  dismiss: 'Erledigt',
  dismissNamed: (title: string) => `Erledigt: ${title}`,
  openRun: 'Lauf öffnen',
  openRunNamed: (title: string) => `Lauf öffnen: ${title}`,
  openTrigger: 'Automatik öffnen',
  openTriggerNamed: (title: string) => `Automatik öffnen: ${title}`,
  runAgain: 'Noch einmal ausführen',
  runAgainNamed: (title: string) => `Noch einmal ausführen: ${title}`,
  olderNotices: 'Ältere zeigen',
};
