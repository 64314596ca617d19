import { count as number } from '../../parts/format.ts';
import type { taskWords as english } from '../en/tasks.ts';
import type { Translated } from '../translated.ts';

export const taskWords: Translated<typeof english> = {
  title: 'Aufgaben',
  intro: 'Was du zu tun hast und was du dem Agenten gibst. Er arbeitet im Hintergrund daran.',
  none: 'Es gibt noch keine Aufgabe. Füge oben die erste hinzu.',
  noneFound: 'Keine Aufgabe passt.',
  older: 'Ältere Aufgaben zeigen',
  found: (count: number, isMore: boolean) =>
    isMore
      ? `Die neuesten ${number(count)} Aufgaben`
      : count === 1
        ? '1 Aufgabe'
        : `${number(count)} Aufgaben`,

  search: 'Aufgaben durchsuchen',
  filter: 'Zeigen',
  filters: {
    all: 'Alle',
    open: 'Offen',
    in_progress: 'In Arbeit',
    completed: 'Erledigt',
    failed: 'Fehlgeschlagen',
  },

  add: 'Aufgabe hinzufügen',
  addIn: (title: string) => `Eine Aufgabe in „${title}“ hinzufügen`,
  what: 'Was ist zu tun?',
  addAct: 'Hinzufügen',
  addGive: 'Hinzufügen und dem Agenten übergeben',
  remind: 'Stattdessen zu einer bestimmten Zeit erinnert werden',
  added: (title: string) => `„${title}“ ist hinzugefügt.`,
  addedGiven: (title: string) => `Der Agent arbeitet an „${title}“.`,
  titleMissing: 'Schreibe, was zu tun ist.',

  statuses: {
    open: 'Offen',
    in_progress: 'In Arbeit',
    completed: 'Erledigt',
    failed: 'Fehlgeschlagen',
  },
  priorities: { low: 'Niedrig', medium: 'Mittel', high: 'Hoch', urgent: 'Dringend' },
  priorityOf: { low: 'nicht so wichtig', medium: '', high: 'wichtig', urgent: 'dringend' },
  running: 'Der Agent arbeitet daran',
  waiting: 'Wartet auf dich',
  unknown: 'Nicht bekannt, solange svc nicht läuft',
  answer: 'Beantworten',
  answerNamed: (title: string) => `Beantworten: ${title}`,
  claimed: 'Laut dem Agenten erledigt · nicht geprüft',
  report: 'Was der Agent sagt (nicht geprüft):',
  wholeReport: 'Alles zeigen',
  markDone: 'Als erledigt markieren',
  markDoneNamed: (title: string) => `Als erledigt markieren: ${title}`,
  giveBack: 'Zurückgeben',
  giveBackNamed: (title: string) => `Dem Agenten zurückgeben: ${title}`,
  due: (when: string) => `fällig ${when}`,
  overdue: (when: string) => `überfällig: war fällig ${when}`,
  forAgent: 'für den Agenten',
  of: (name: string) => `für ${name}`,
  completed: (when: string) => `erledigt ${when}`,
  byAgent: 'vom Agenten hinzugefügt',
  inTask: (title: string) => `In „${title}“`,
  done: (title: string) => `Erledigt: ${title}`,

  edit: 'Ändern',
  editNamed: (title: string) => `Ändern: ${title}`,
  give: 'Dem Agenten geben',
  giveNamed: (title: string) => `Dem Agenten geben: ${title}`,
  giveAgain: 'Den Agenten noch einmal versuchen lassen',
  giveAgainNamed: (title: string) => `Den Agenten noch einmal versuchen lassen: ${title}`,
  addInside: 'Unteraufgabe hinzufügen',
  addInsideNamed: (title: string) => `Unteraufgabe hinzufügen: ${title}`,
  conversation: 'Unterhaltung',
  conversationNamed: (title: string) => `Unterhaltung zu ${title}`,
  remove: 'Löschen',
  removeNamed: (title: string) => `Löschen: ${title}`,
  removeQuestion: (title: string) => `„${title}“ löschen?`,
  removeSays: [
    'Auch die Aufgaben darin verschwinden. Arbeit des Agenten daran wird angehalten.',
    'Unterhaltungen bleiben. Das lässt sich nicht rückgängig machen.',
  ],
  removed: (title: string) => `„${title}“ wurde gelöscht.`,

  form: {
    label: (title: string) => `„${title}“ ändern`,
    title: 'Titel',
    description: 'Einzelheiten (optional)',
    status: 'Stand',
    priority: 'Wichtigkeit',
    due: 'Fällig (optional)',
    assignee: 'Wer sie erledigt (optional)',
    assigneeHint: 'Ein Name. Schreibe „agent“, und der Agent beginnt sofort.',
    tags: 'Markierungen (optional)',
    tagsHint: 'Trenne mehrere mit Kommas.',
    save: 'Speichern',
    cancel: 'Abbrechen',
    locked: 'Der Agent arbeitet daran: Halte ihn an, bevor du Titel oder Einzelheiten änderst.',
  },
};
