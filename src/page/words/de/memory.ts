import { count as number } from '../../parts/format.ts';
import type { memoryWords as english } from '../en/memory.ts';
import type { Translated } from '../translated.ts';

export const memoryWords: Translated<typeof english> = {
  title: 'Gedächtnis',
  intro:
    'Was sich der Agent von einer Unterhaltung zur anderen merkt. Mit jeder Aufgabe bekommt er die wenigen, die am besten passen, und er kann nach mehr suchen.',
  empty:
    'Hier ist noch nichts gemerkt. Erinnerungen kommen aus dem, was du in Unterhaltungen sagst, was der Agent sich notiert, aus Importen und aus dem, was du hier schreibst.',
  emptyPast: 'Hier wurde nichts ersetzt oder vergessen.',
  noneFound: 'Keine Erinnerung passt. Versuche andere Wörter.',
  found: (count: number, isMore: boolean) =>
    isMore
      ? `Die ersten ${number(count)} Erinnerungen`
      : count === 1
        ? '1 Erinnerung'
        : `${number(count)} Erinnerungen`,
  fits: (count: number) => (count === 1 ? '1 Erinnerung passt' : `${number(count)} Erinnerungen passen`),
  best: (count: number) => `Die ${number(count)} Erinnerungen, die am besten passen`,
  beside: (count: number) =>
    count === 1 ? '1 steht neben einer, die passt' : `${number(count)} stehen neben einer, die passt`,
  besideOne: 'steht neben einer, die passt',
  more: 'Mehr Erinnerungen zeigen',
  all: 'Alle Erinnerungen',
  gone: 'Diese Erinnerung gibt es nicht. Vielleicht wurde sie gelöscht.',
  search: 'Im Gedächtnis suchen',
  searchHint: 'Alle Arten von Erinnerungen werden durchsucht.',
  kind: 'Art der Erinnerung',
  kinds: {
    knowledge: 'Tatsachen',
    methods: 'Was sich bewährt hat',
    status: 'Was gerade geschieht',
    learnings: 'Fehler und Lehren',
  },
  kindCounted: (kind: string, count: string) => `${kind} (${count})`,
  show: 'Zeigen',
  shows: { current: 'Was jetzt gemerkt ist', past: 'Was ersetzt oder vergessen wurde' },
  states: {
    current: 'gemerkt',
    replaced: 'wurde ersetzt',
    forgotten: 'wurde vergessen',
    erased: 'wurde gelöscht',
  },

  add: {
    title: 'Eine Erinnerung aufschreiben',
    kind: 'Art der Erinnerung',
    text: 'Was soll gemerkt werden?',
    hint: 'Eine Aussage in jeder Zeile. Keine Passwörter: Das Gedächtnis wird an das Modell gesendet.',
    missing: 'Schreibe, was gemerkt werden soll.',
    act: 'Merken',
    done: (count: number) => (count === 1 ? 'Gemerkt.' : `${number(count)} Erinnerungen kamen dazu.`),
  },

  from: 'Woher sie kommt',
  by: {
    user: 'von dir geschrieben',
    said: 'aus dem, was du gesagt hast',
    agent: 'vom Agenten notiert',
    external: 'aus einer fremden Quelle',
    import: 'eingelesen',
  },
  tool: (name: string) => `mit seinem Werkzeug ${name}`,
  when: 'Notiert',
  confirmed: 'Bestätigt',
  validFrom: 'Wahr seit',
  state: 'Zustand',
  since: (state: string, when: string) => `${state}, ${when}`,
  conversation: 'Unterhaltung',
  untitled: 'Eine Unterhaltung',
  atMessage: (title: string) => `„${title}“, bei der Nachricht`,
  noConversation: 'Die Unterhaltung, aus der sie kommt, wurde gelöscht.',
  speaksOf: 'Spricht von',

  actions: 'Was sich mit dieser Erinnerung tun lässt',
  edit: 'Ändern',
  editText: 'Was soll stattdessen gemerkt werden?',
  editHint: 'Was jetzt da steht, bleibt im Verlauf.',
  editMissing: 'Schreibe, was gemerkt werden soll, oder lass diese Erinnerung vergessen.',
  save: 'Speichern',
  cancel: 'Abbrechen',
  saved: 'Gespeichert. Was vorher da stand, ist im Verlauf.',
  forget: 'Vergessen',
  forgotten: 'Der Agent findet sie nicht mehr. Du kannst sie zurückholen.',
  restore: 'Zurückholen',
  restored: 'Der Agent findet sie wieder.',
  erase: 'Löschen',
  eraseQuestion: 'Diese Erinnerung endgültig löschen?',
  eraseSays: (mayForget: boolean) => [
    'Die Erinnerung und alles, was vorher an ihrer Stelle stand, verschwinden aus dem Gedächtnis und seinem Verzeichnis. Was an ihre Stelle trat, bleibt.',
    'Ein Lauf, dessen Modell sie gesagt wurde, zeigt das weiterhin, und warum, aber nicht ihre Worte. Unterhaltungen und Sicherungen, in denen dasselbe steht, bleiben: Lösche sie selbst.',
    `Das lässt sich nicht rückgängig machen.${mayForget ? ' Soll nur der Agent sie nicht mehr finden, dann lass sie vergessen.' : ''}`,
  ],
  erased: (count: number) =>
    count === 1
      ? 'Die Erinnerung wurde gelöscht.'
      : `Die Erinnerung und ${count === 2 ? '1 frühere Fassung' : `${number(count - 1)} frühere Fassungen`} wurden gelöscht.`,

  history: 'Verlauf',
  noHistory: 'Sie wurde nie geändert.',
  thisOne: 'diese Erinnerung',
  later: 'trat an ihre Stelle',

  told: {
    runs: 'Läufe, deren Modell das gesagt wurde',
    noRuns: 'Noch keinem Modell wurde das gesagt.',
    moreRuns: 'Mehr Läufe zeigen',
    inPrompt: 'mit der Aufgabe',
    byTool: (tool: string) => `in einem Ergebnis von ${tool}`,
    byCall: 'im Ergebnis eines Aufrufs',
    ofAgent: (name: string) => `dem Unteragenten ${name}`,
    none: 'Dem Modell wurde nichts aus dem Gedächtnis gesagt, und es hatte keine Anweisungen von dir.',
    instructions: {
      all: 'Deine Anweisungen für alle Unterhaltungen',
      conversation: 'Deine Anweisungen für diese Unterhaltung',
    },
    instructionsHint: 'So, wie das Modell sie bekam, als der Lauf begann.',
    leftOut: (chars: string) => `Die letzten ${chars} Zeichen passten nicht in das Fenster des Modells.`,
    intro: 'Was svc der Aufgabe hinzufügte, und was das Modell mit seinen Werkzeugen fand.',
    prompt: 'Mit der Aufgabe, von Anfang an',
    promptHint: 'Mit deiner Aufgabe gefunden. Dem Modell wurde gesagt, dass es veraltet sein kann.',
    call: (tool: string) => `Mit ${tool}`,
    asked: (question: string) => `Gesucht: ${question}`,
    erased: 'Eine Erinnerung, die seither gelöscht wurde. Ihre Worte sind fort.',
    erasedEntity: 'Ein Eintrag unter Menschen und Dingen, der seither gelöscht wurde.',
    replaced: 'Sie wurde seither ersetzt.',
    forgotten: 'Sie wurde seither vergessen.',
    open: 'Die Erinnerung',
    why: 'Warum',
    score: (score: string) => `passt zu ${score}`,
    words: (words: string) => `gleiche Wörter: ${words}`,
    reasons: {
      words: 'sie hat Wörter der Frage',
      synonyms: 'sie hat andere Wörter dafür',
      related_names: 'sie nennt jemanden, der zu einem Namen der Frage gehört',
      spelling: 'sie hat ähnlich geschriebene Wörter',
      names: 'beide nennen dasselbe',
      time: 'sie ist aus der Zeit, nach der gefragt wurde',
      recency: 'nach dem Neuesten wurde gefragt',
      neighbours: 'sie wurde gleich vor oder nach etwas notiert, das passt',
    },
    noReason: 'sie gehört zu dem, was angesehen wurde',
  },
};
