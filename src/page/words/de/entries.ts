import { count as number } from '../../parts/format.ts';
import type { entryWords as english } from '../en/entries.ts';
import type { Translated } from '../translated.ts';
import { entryDetails, entryKinds } from '../../../contract/words/de/entries.ts';

export const entryWords: Translated<typeof english> = {
  title: 'Menschen und Dinge',
  intro: 'Wen und was der Agent kennt und wie sie zusammengehören.',
  none: 'Noch ist nichts bekannt. Erzähle dem Agenten in einer Unterhaltung von einem Menschen oder einer Firma, oder lege hier einen Eintrag an.',
  noneFound: 'Kein Eintrag passt. Versuch es mit weniger Wörtern oder dem Anfang eines Namens.',
  found: (count: number, isMore: boolean) =>
    isMore ? `Die ersten ${number(count)} Einträge` : count === 1 ? '1 Eintrag' : `${number(count)} Einträge`,
  best: (count: number) =>
    count === 1 ? '1 Eintrag passt' : `Die ${number(count)} Einträge, die am besten passen`,
  more: 'Mehr Einträge zeigen',
  all: 'Alle Menschen und Dinge',
  gone: 'Diesen Eintrag gibt es nicht mehr. Er wurde hier oder anderswo gelöscht.',
  search: 'Menschen und Dinge durchsuchen',
  kind: 'Was es ist',
  anyKind: 'Alles',
  kinds: entryKinds,
  sort: 'Reihenfolge',
  sorts: { recent: 'Zuletzt gesehen', name: 'Name', mentions: 'Am öftesten erwähnt' },
  sortHint: 'Wenn du suchst, kommen die besten zuerst.',
  mentions: (count: number) =>
    count === 0
      ? 'in keiner Erinnerung'
      : count === 1
        ? 'in 1 Erinnerung'
        : `in ${number(count)} Erinnerungen`,
  seen: (when: string) => `zuletzt gesehen ${when}`,
  since: (when: string) => `bekannt seit ${when}`,
  alsoCalled: (names: string) => `auch genannt: ${names}`,

  add: 'Eintrag anlegen',
  addAct: 'Anlegen',
  name: 'Name',
  nameMissing: 'Schreibe einen Namen.',
  added: (name: string) => `„${name}“ ist in der Liste.`,
  addAnyway: 'Keiner von diesen: anlegen',
  several: 'Mehrere passen. Öffne, wen oder was du meinst, oder lege noch eins an.',
  sameOnes: 'Die mit diesem Namen:',

  actions: (name: string) => `Was du mit „${name}“ tun kannst`,
  edit: 'Ändern',
  editNamed: (name: string) => `Ändern: ${name}`,
  merge: 'Zusammenführen mit …',
  mergeNamed: (name: string) => `Zusammenführen mit …: ${name}`,
  remove: 'Löschen',
  removeNamed: (name: string) => `Löschen: ${name}`,
  removeQuestion: (name: string) => `„${name}“ löschen?`,
  removeSays: [
    'Alles, was dazu gesagt wurde, verschwindet, auch zu Einträgen, die damit zusammengeführt wurden. Unterhaltungen und Erinnerungen bleiben.',
    'Das lässt sich nicht rückgängig machen.',
  ],
  removed: (name: string) => `„${name}“ wurde gelöscht.`,
  contact: 'Kontakt öffnen',
  contactNamed: (name: string) => `Kontakt öffnen: ${name}`,
  wasMerged: 'Der Eintrag, den du geöffnet hast, ist in diesem aufgegangen.',

  details: 'Einzelheiten',
  noDetails: 'Mehr ist nicht bekannt. Ändere den Eintrag, oder sag es dem Agenten.',
  names: 'Andere Namen',
  attributes: entryDetails,
  noValue: 'keiner',

  contradict: {
    title: 'Widersprüche',
    hint: 'Es wurden verschiedene Werte genannt. Sag, welcher stimmt; die anderen bleiben im Verlauf.',
    shown: 'jetzt gezeigt',
    right: 'Das stimmt',
    rightNamed: (attribute: string, value: string) => `Das stimmt: ${attribute} ${value}`,
    decided: (attribute: string) => `${attribute} ist entschieden.`,
  },
  origins: {
    user: 'von dir',
    agent: 'vom Agenten',
    external: 'von anderen geschrieben',
    import: 'aus einem Import',
  },
  from: (day: string) => `seit ${day}`,
  until: (day: string) => `bis ${day}`,
  endedOn: (when: string) => `gilt nicht mehr seit ${when}`,
  conversation: 'Unterhaltung',

  relationKinds: { works_for: 'arbeitet für' },
  relations: 'Beziehungen',
  allRelations: (count: number) => `Alle ${number(count)} Beziehungen zeigen`,
  noRelations: 'Noch hat nichts damit zu tun.',
  moreRelations: 'Mehr Beziehungen zeigen',
  relate: {
    add: 'Beziehung hinzufügen',
    label: (name: string) => `Eine Beziehung von „${name}“ hinzufügen`,
    what: 'Wie hängen sie zusammen?',
    whatHint: 'Ein paar Wörter, von diesem Eintrag zum anderen gelesen, etwa: arbeitet für.',
    whatMissing: 'Schreibe, wie sie zusammenhängen.',
    toWhom: 'Den anderen Eintrag suchen',
    toMissing: 'Wähle den anderen Eintrag.',
    since: 'Seit (optional)',
    until: 'Bis (optional)',
    dayHint: 'Ein Jahr, ein Monat oder ein Tag: 2024, 6.2024 oder 30.6.2024.',
    save: 'Hinzufügen',
    cancel: 'Abbrechen',
    done: (sentence: string) => `Hinzugefügt: ${sentence}.`,
  },
  unrelate: 'Gilt nicht mehr',
  unrelateNamed: (sentence: string) => `Gilt nicht mehr: ${sentence}`,
  unrelateSure: 'In den Verlauf verschieben',
  unrelated: 'Die Beziehung steht jetzt im Verlauf.',

  memories: 'Was im Gedächtnis steht',
  noMemories: 'Keine Erinnerung erwähnt es.',
  whereFrom: 'Woher sie kommt',
  whereFromNamed: (nth: number) => `Woher sie kommt: Erinnerung ${nth} der Liste`,
  mostMemories: (count: number) => `Die neuesten ${number(count)} sind zu sehen.`,
  history: {
    title: 'Verlauf',
    hint: 'Alles, was gesagt wurde, auch was nicht mehr gilt.',
    names: 'Namen',
    values: 'Einzelheiten',
    relations: 'Beziehungen',
    none: 'Es wurde nichts gesagt.',
    holds: 'gilt noch',
  },

  picture: {
    title: 'Was darum herum ist',
    hint: 'Klicke oder tippe einen Eintrag an, oder drücke darauf Enter: Dann steht er in der Mitte. Die Pfeiltasten führen von einem Eintrag zum nächsten, Pos1 führt zur Mitte. Zwei Finger, oder die Tasten + und -, ändern die Größe.',
    label: (name: string) => `Was um ${name} herum ist`,
    middle: 'die Mitte',
    size: 'Größe des Bildes',
    larger: 'Größer',
    smaller: 'Kleiner',
    depth: 'Zeigen',
    depths: { '1': 'Was damit zu tun hat', '2': 'Und was wiederum damit zu tun hat' },
    alone: 'Nichts hat damit zu tun, deshalb gibt es nichts zu zeichnen.',
    truncated: (count: number) =>
      `Die nächsten ${number(count)} sind gezeichnet. Rücke einen anderen Eintrag in die Mitte, um mehr zu sehen.`,
    list: 'Dasselbe als Liste',
    open: (name: string) => `„${name}“ öffnen`,
    back: (name: string) => `Zurück zu „${name}“`,
    more: (count: number) => `${number(count)} mehr`,
  },

  form: {
    label: (name: string) => `„${name}“ ändern`,
    names: 'Andere Namen (einer in jeder Zeile)',
    save: 'Speichern',
    cancel: 'Abbrechen',
    saved: 'Gespeichert.',
  },
  pick: {
    chosen: (name: string) => `Gewählt: ${name}`,
    others: 'Einen anderen wählen',
    none: 'Kein Eintrag passt.',
    type: 'Tippe einen Teil des Namens.',
    results: 'Einträge, die passen',
  },
};
