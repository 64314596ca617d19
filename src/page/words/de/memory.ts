import { count as number } from '../../parts/format.ts';
import type { memoryWords as english } from '../en/memory.ts';
import type { Translated } from '../translated.ts';

export const memoryWords: Translated<typeof english> = {
  title: 'Gedächtnis',
  intro:
    'Was sich der Agent von einer Unterhaltung zur anderen merkt. Zu jeder Nachricht bekommt er die Notizen, die am besten passen, und er kann nach weiteren suchen.',
  empty:
    'Hier gibt es noch keine Notizen. Sie kommen aus dem, was du in Unterhaltungen sagst, was der Agent sich notiert, aus Importen und aus dem, was du hier schreibst.',
  emptyPast: 'Hier wurde nichts ersetzt oder vergessen.',
  noneFound: 'Keine Notiz passt. Versuche andere Wörter.',
  found: (count: number, isMore: boolean) =>
    isMore ? `Die ersten ${number(count)} Notizen` : count === 1 ? '1 Notiz' : `${number(count)} Notizen`,
  fits: (count: number) => (count === 1 ? '1 Notiz passt' : `${number(count)} Notizen passen`),
  best: (count: number) => `Die ${number(count)} Notizen, die am besten passen`,
  beside: (count: number) =>
    count === 1
      ? '1 wurde gleich neben einer notiert, die passt'
      : `${number(count)} wurden gleich neben einer notiert, die passt`,
  besideOne: 'gleich neben einer notiert, die passt',
  more: 'Mehr Notizen zeigen',
  all: 'Alle Notizen',
  gone: 'Diese Notiz gibt es nicht. Vielleicht wurde sie gelöscht.',
  search: 'Im Gedächtnis suchen',
  allKinds: 'Alle Arten',
  kind: 'Art der Notiz',
  kinds: {
    knowledge: 'Tatsachen',
    methods: 'Was sich bewährt hat',
    status: 'Was gerade geschieht',
    learnings: 'Fehler und Lehren',
  },
  kindCounted: (kind: string, count: string) => `${kind} (${count})`,
  show: 'Zeigen',
  shows: { current: 'Aktuelle Notizen', past: 'Ersetzte und vergessene' },
  states: {
    current: 'gemerkt',
    replaced: 'wurde ersetzt',
    forgotten: 'wurde vergessen',
    erased: 'wurde gelöscht',
  },

  add: {
    title: 'Eine Notiz aufschreiben',
    kind: 'Art der Notiz',
    text: 'Was soll gemerkt werden?',
    hint: 'Eine Aussage in jeder Zeile. Keine Passwörter: Das Gedächtnis wird an das Modell gesendet.',
    missing: 'Schreibe, was gemerkt werden soll.',
    act: 'Merken',
    done: (count: number) => (count === 1 ? 'Gemerkt.' : `${number(count)} Notizen kamen dazu.`),
  },

  from: 'Woher sie kommt',
  by: {
    user: 'von dir geschrieben',
    said: 'aus dem, was du gesagt hast',
    agent: 'vom Agenten notiert',
    external: 'aus einer fremden Quelle',
    import: 'aus einem Import',
  },
  tool: (name: string) => `mit seinem Werkzeug ${name}`,
  when: 'Notiert',
  confirmed: 'Bestätigt',
  validFrom: 'Gilt seit',
  state: 'Zustand',
  since: (state: string, when: string) => `${state}, ${when}`,
  conversation: 'Unterhaltung',
  untitled: 'Eine Unterhaltung',
  atMessage: (title: string) => `„${title}“, bei der Nachricht`,
  noConversation: 'Die Unterhaltung, aus der sie kommt, wurde gelöscht.',
  speaksOf: 'Handelt von',

  actions: 'Was sich mit dieser Notiz tun lässt',
  edit: 'Ändern',
  editText: 'Was soll stattdessen gemerkt werden?',
  editHint: 'Was jetzt da steht, bleibt im Verlauf.',
  editMissing: 'Schreibe, was gemerkt werden soll, oder wähle „Vergessen“.',
  save: 'Speichern',
  cancel: 'Abbrechen',
  saved: 'Gespeichert. Was vorher da stand, ist im Verlauf.',
  forget: 'Vergessen',
  forgotten: 'Der Agent findet sie nicht mehr. Du kannst sie zurückholen.',
  restore: 'Zurückholen',
  restored: 'Der Agent findet sie wieder.',
  erase: 'Löschen',
  forgetOrErase:
    '„Vergessen“ verbirgt sie vor dem Agenten, und du kannst sie zurückholen. „Löschen“ entfernt sie endgültig.',
  eraseQuestion: 'Diese Notiz endgültig löschen?',
  eraseSays: (mayForget: boolean) => [
    'Die Notiz und ihre früheren Fassungen verschwinden aus dem Gedächtnis. Spätere Fassungen bleiben.',
    'Ein Lauf, dessen Modell sie bekam, zeigt das weiterhin, und warum, aber nicht ihren Text. Unterhaltungen und Sicherungen, in denen dasselbe steht, bleiben: Lösche sie selbst.',
    `Das lässt sich nicht rückgängig machen.${mayForget ? ' Soll nur der Agent sie nicht mehr finden, wähle „Vergessen“.' : ''}`,
  ],
  erased: (count: number) =>
    count === 1
      ? 'Die Notiz wurde gelöscht.'
      : `Die Notiz und ${count === 2 ? '1 frühere Fassung' : `${number(count - 1)} frühere Fassungen`} wurden gelöscht.`,

  history: 'Verlauf',
  noHistory: 'Sie wurde nie geändert.',
  thisOne: 'diese Notiz',
  later: 'trat an ihre Stelle',

  told: {
    runs: 'Läufe, in denen das Modell diese Notiz bekam',
    noRuns: 'Noch kein Modell hat sie bekommen.',
    moreRuns: 'Mehr Läufe zeigen',
    inPrompt: 'mit der Nachricht',
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
    intro: 'Was svc der Nachricht hinzugefügt und was das Modell mit seinen Werkzeugen gefunden hat.',
    prompt: 'Mit der Nachricht, von Anfang an',
    promptHint: 'Mit deiner Nachricht gefunden. Dem Modell wurde gesagt, dass es veraltet sein kann.',
    call: (tool: string) => `Mit ${tool}`,
    asked: (question: string) => `Gesucht: ${question}`,
    erased: 'Eine Notiz, die seither gelöscht wurde. Ihr Text ist weg.',
    erasedEntity: 'Ein Eintrag unter Menschen und Dingen, der seither gelöscht wurde.',
    replaced: 'Sie wurde seither ersetzt.',
    forgotten: 'Sie wurde seither vergessen.',
    open: 'Die Notiz',
    why: 'Warum',
    score: (score: string) => `passt zu ${score}`,
    words: (words: string) => `gleiche Wörter: ${words}`,
    reasons: {
      words: 'dieselben Wörter wie in deiner Frage',
      synonyms: 'andere Wörter für dasselbe',
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
