import { count as number } from '../../parts/format.ts';
import type { artifactWords as english } from '../en/artifacts.ts';
import type { Translated } from '../translated.ts';
import { automationWords } from './automation.ts';

export const artifactWords: Translated<typeof english> = {
  title: 'Artefakte',
  intro:
    'Ergebnisse, die bleiben: Berichte, Tabellen, Zeichnungen und Seiten, die der Agent gespeichert hat, jeweils mit den neuesten Fassungen.',
  none: 'Es gibt noch kein Artefakt. Bitte den Agenten in einer Unterhaltung, ein Ergebnis zu speichern.',
  noneFound: 'Kein Artefakt passt.',
  found: (count: number, isMore: boolean) =>
    isMore
      ? `Die ${number(count)} zuletzt geänderten Artefakte`
      : count === 1
        ? '1 Artefakt'
        : `${number(count)} Artefakte`,
  older: 'Ältere Artefakte zeigen',
  all: 'Alle Artefakte',
  gone: 'Dieses Artefakt ist weg. Es wurde hier oder anderswo gelöscht.',

  search: 'Artefakte durchsuchen',
  filter: 'Art',
  anyType: 'Alle',
  types: automationWords.artifactTypes,
  version: (version: number) => `Fassung ${number(version)}`,
  saved: (when: string) => `gespeichert ${when}`,
  conversation: 'Unterhaltung',
  conversationNamed: (title: string) => `Unterhaltung zu ${title}`,

  versions: 'Fassung',
  versionOf: (version: number, when: string, size: string) => `Fassung ${number(version)}, ${when}, ${size}`,
  newer: (version: number) => `Inzwischen wurde Fassung ${number(version)} gespeichert.`,
  showNewer: 'Zeigen',
  compare: 'Vergleichen mit',
  compareNone: 'Nichts',
  compared: (from: number, to: number) =>
    `Was sich von Fassung ${number(from)} zu Fassung ${number(to)} geändert hat`,
  same: 'Diese beiden Fassungen sind gleich.',
  sameLines: 'Nur Zeilenumbrüche und Ähnliches unterscheiden sich.',
  tooLongToCompare:
    'Diese Fassungen sind zu lang, um sie hier zu vergleichen. Lade beide herunter, um sie zu vergleichen.',

  download: 'Herunterladen',
  downloadNamed: (title: string) => `Herunterladen: ${title}`,
  remove: 'Löschen',
  removeNamed: (title: string) => `Löschen: ${title}`,
  removeQuestion: (title: string) => `„${title}“ löschen?`,
  removeSays: [
    'Alle Fassungen verschwinden. Die Unterhaltung, aus der es kam, bleibt.',
    'Das lässt sich nicht rückgängig machen.',
  ],
  removed: (title: string) => `„${title}“ wurde gelöscht.`,

  content: (title: string) => `Inhalt von ${title}`,
  cut: (chars: string) =>
    `Nur die ersten ${chars} Zeichen sind zu sehen. Lade es herunter, um alles zu haben.`,
  closedOff: {
    html: 'Du siehst es abgeschottet: Kein Skript darin läuft, seine Gestaltung gilt nicht, seine Links führen nirgendwohin, und nichts wird aus dem Netz geladen. Eine heruntergeladene Kopie, die du öffnest, hat diese Grenzen nicht.',
    svg: 'Du siehst es abgeschottet: Kein Skript darin läuft, seine Links führen nirgendwohin, und nichts wird aus dem Netz geladen. Eine heruntergeladene Kopie, die du öffnest, hat diese Grenzen nicht.',
  },
  drawing: (title: string) =>
    `Die Zeichnung „${title}“. Siehst du statt ihrer diesen Text, ist sie kein gültiges SVG.`,
  notJson: 'Das ist kein gültiges JSON. Deshalb siehst du den Text unverändert.',
  notTable: (why: string) =>
    `Es lässt sich nicht als Tabelle zeigen. Deshalb siehst du den Text unverändert. ${why}`,
  table: {
    label: (title: string) => `Tabelle von ${title}`,
    rows: (shown: string, all: string) =>
      `Die ersten ${shown} von ${all} Zeilen sind zu sehen. Lade sie herunter, um alle zu haben.`,
    columns: (shown: string, all: string) =>
      `Die ersten ${shown} von ${all} Spalten sind zu sehen. Lade sie herunter, um alle zu haben.`,
    ragged: (row: string, has: string, first: string) =>
      `Zeile ${row} hat ${has} Felder und die erste Zeile ${first}: Die Tabelle ist vielleicht unvollständig.`,
    unclosed: (row: number) =>
      `In Zeile ${number(row)} fehlt einem Feld in Anführungszeichen das schließende Zeichen.`,
    quoteInside: (row: number) =>
      `In Zeile ${number(row)} steht ein Anführungszeichen in einem Feld ohne Anführungszeichen.`,
    afterQuote: (row: number) =>
      `In Zeile ${number(row)} folgt Text auf das schließende Anführungszeichen eines Feldes.`,
  },
};
