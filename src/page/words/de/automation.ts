import { count as number } from '../../parts/format.ts';
import type { automationWords as english } from '../en/automation.ts';
import type { Translated } from '../translated.ts';

export const automationWords: Translated<typeof english> = {
  title: 'Automatik',
  intro:
    'Arbeit, die von selbst geschieht: nach einem Zeitplan, wenn sich eine Seite ändert oder einmal zu einer Zeit, die du wählst. svc muss dafür laufen; es sagt, was es versäumt hat.',
  all: 'Alle Automatiken',
  none: 'Noch geschieht nichts von selbst',
  noneHint:
    'Lege hier die erste Automatik an, oder bitte den Agenten in einer Unterhaltung: „Sichere jede Nacht um 3 alles.“',
  make: 'Neue Automatik',
  makeReminder: 'Neue Erinnerung',
  older: 'Ältere zeigen',
  gone: 'Diese Automatik ist weg. Sie wurde hier oder anderswo gelöscht.',

  kinds: { schedule: 'Zeitplan', watch: 'Beobachtung', reminder: 'Erinnerung' },
  effects: {
    run_agent: 'Der Agent arbeitet',
    run_workflow: 'Ein Ablauf läuft',
    backup: 'Macht eine Sicherung',
    notify: 'Erinnert dich',
  },
  byAgent: 'vom Agenten angelegt',

  states: {
    unconfirmed: 'Wartet auf deine Zustimmung',
    running: 'Läuft',
    waiting: 'Wartet auf dich',
    on: 'An',
    paused: 'Pausiert',
    over: 'Beendet',
    unknown: 'Nicht bekannt, solange svc nicht läuft',
  },

  inZone: (when: string, zone: string) => `${when} (${zone})`,
  once: (when: string) => `Einmal, am ${when}`,
  watches: (url: string, minutes: number) => `Liest ${url} ${every(minutes)}`,
  part: (selector: string) => `, den Teil ${selector}`,
  checked: (when: string) => `Zuletzt gelesen: ${when}.`,
  next: (when: string, howFar: string) => `Nächstes Mal: ${when}, ${howFar}`,
  nextWhen: {
    paused: 'Kein nächstes Mal, solange sie pausiert ist.',
    unconfirmed: 'Kein nächstes Mal vor deiner Zustimmung.',
  },

  last: 'Letztes Mal:',
  now: 'Jetzt:',
  never: 'Sie ist noch nicht gelaufen.',
  neverReminded: 'Sie hat dich noch nicht erinnert.',
  outcomes: {
    verified: 'Erledigt, geprüft',
    unverified: 'Zu Ende, nicht geprüft',
    failed: 'Fehlgeschlagen',
    stopped: 'Angehalten',
    interrupted: 'Abgebrochen: svc wurde beendet',
    waiting: 'Wartet auf dich',
    skipped: 'Ausgelassen',
    missed: 'Versäumt',
    running: 'Läuft',
    tried: 'Getestet',
    trying: 'Wird getestet',
    unknown: 'Nicht bekannt, solange svc nicht läuft',
  },
  shown: 'Gezeigt',
  notChecked: 'Keine Prüfung sagt, ob sie getan hat, was du wolltest.',
  tried: 'Das war ein Test. Es wurde nichts ausgeführt.',
  wouldHave: (count: number) =>
    count === 1 ? 'Das hätte sie getan' : `Diese ${number(count)} Dinge hätte sie getan`,
  wouldInDetail: 'Im Einzelnen',
  wouldNothing: 'Sie hätte nichts geändert oder gesendet.',
  asked: 'von dir gestartet',
  missed: (count: number) =>
    count === 1 ? 'Davor einmal versäumt.' : `Davor ${number(count)}-mal versäumt.`,
  failures: (count: number) => `${number(count)}-mal hintereinander fehlgeschlagen.`,
  paused: (reason: string) => `svc hat sie pausiert. ${reason}`,
  answer: 'Beantworten',
  answerNamed: (title: string) => `Beantworten: ${title}`,
  steps: 'Schritte und Ergebnisse',
  stepsNamed: (title: string, when: string) => `Schritte und Ergebnisse: ${title}, ${when}`,

  run: 'Jetzt ausführen',
  runNamed: (title: string) => `Jetzt ausführen: ${title}`,
  remind: 'Jetzt erinnern',
  remindNamed: (title: string) => `Jetzt erinnern: ${title}`,
  again: 'Noch einmal ausführen',
  againNamed: (title: string) => `Noch einmal ausführen: ${title}`,
  test: 'Testen',
  testNamed: (title: string) => `Testen: ${title}. Es wird nichts ausgeführt.`,
  pause: 'Pausieren',
  pauseNamed: (title: string) => `Pausieren: ${title}`,
  resume: 'Fortsetzen',
  resumeNamed: (title: string) => `Fortsetzen: ${title}`,
  conversation: 'Unterhaltung',
  conversationNamed: (title: string) => `Unterhaltung zu ${title}`,
  details: 'Einzelheiten und Verlauf',
  detailsNamed: (title: string) => `Einzelheiten und Verlauf: ${title}`,
  started: (title: string) => `„${title}“ hat begonnen.`,
  isPaused: (title: string) => `„${title}“ ist pausiert.`,
  isResumed: (title: string) => `„${title}“ ist wieder an.`,
  isConfirmed: (title: string) => `„${title}“ ist an.`,

  confirm: {
    title: 'Diese Automatik wartet auf deine Zustimmung',
    titleOfReminder: 'Diese Erinnerung wartet auf deine Zustimmung',
    hint: 'Sie tut hier nichts, bis du zustimmst.',
    from: {
      agent: 'Der Agent hat sie angelegt.',
      owner:
        'Sie kam von einem anderen Rechner, der vielleicht noch dasselbe tut: Sonst geschähe es zweimal.',
    },
    act: 'Erlauben',
    named: (title: string) => `Erlauben: ${title}`,
    look: 'Ansehen und entscheiden',
    lookNamed: (title: string) => `Ansehen und entscheiden: ${title}`,
  },

  remove: 'Löschen',
  edit: 'Ändern',
  removeQuestion: (title: string) => `„${title}“ löschen?`,
  removeSays: [
    'Ihr Verlauf verschwindet, und auch, was du ihr erlaubt hast. Ein Lauf, der noch läuft, wird angehalten.',
    'Ihre Unterhaltung bleibt.',
  ],
  removed: (title: string) => `„${title}“ wurde gelöscht.`,

  task: 'Aufgabe',
  noticeText: 'Mehr dazu',
  workflow: 'Ablauf',
  openWorkflow: 'Ablauf öffnen',
  workflowGone:
    'Er wurde gelöscht, deshalb schlägt diese Automatik fehl, wenn sie fällig ist. Lösche sie, oder lege eine mit einem anderen Ablauf an.',
  noValues: 'Sie bekommt keine Werte.',
  mayDo: 'Was sie darf',
  whatItDoes: 'Was sie tut',
  success: 'Erfolg ist',
  noSuccess: 'Wird nicht geprüft. Ändere sie, um zu sagen, was Erfolg ist.',
  expectations: {
    file: (path: string) => `Die Datei ${path} ist danach da.`,
    changed: (path: string) => `Die Datei ${path} ist danach da und hat sich geändert.`,
    contains: (text: string) => `Die Antwort enthält „${text}“.`,
    matches: (pattern: string) => `Die Antwort passt zu ${pattern}.`,
    http: (url: string, status: number) => `${url} antwortet mit dem Status ${status}.`,
    artifact: 'Ein Artefakt wird gespeichert.',
    artifactOf: (type: string) => `Ein Artefakt der Art ${type} wird gespeichert.`,
    record: (collection: string) => `Ein Datensatz ist in ${collection}.`,
  },
  artifactTypes: {
    markdown: 'Markdown',
    html: 'HTML',
    svg: 'SVG',
    mermaid: 'Mermaid',
    csv: 'CSV',
    tsv: 'TSV',
    json: 'JSON',
    text: 'Text',
  },
  ceilings: 'Obergrenzen',
  ceilingOf: {
    run: (amount: string) => `${amount} für einen Lauf`,
    month: (amount: string) => `${amount} für einen Monat`,
    none: 'Die der Einstellungen.',
  },
  profile: 'Modellprofil',
  made: 'Angelegt',

  history: {
    title: 'Verlauf',
    older: 'Ältere Läufe zeigen',
    took: (time: string) => `dauerte ${time}`,
  },

  times: {
    title: 'Wann es so weit ist',
    inYourTime: (zone: string) => `In deiner Zeit (${zone}).`,
    none: 'Nach diesem Zeitplan gibt es kein nächstes Mal.',
    first: 'Schreibe einen Zeitplan, und hier erscheinen die nächsten zehn Male.',
    watch: (minutes: number) =>
      `Die Seite wird ${every(minutes)} gelesen. Beim ersten Mal wird nur festgehalten, was dort steht; danach zählt jede Änderung.`,
    once: (when: string, howFar: string) => `${when}, ${howFar}`,
    onceFirst: 'Wähle Tag und Uhrzeit.',
    past: 'Diese Zeit ist vorbei.',
  },
};

function every(minutes: number): string {
  if (minutes === 60) return 'jede Stunde';
  if (minutes === 24 * 60) return 'jeden Tag';
  if (minutes % 60 === 0) return `alle ${number(minutes / 60)} Stunden`;
  return `alle ${number(minutes)} Minuten`;
}
