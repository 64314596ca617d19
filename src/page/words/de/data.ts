import { count as number } from '../../parts/format.ts';
import type { dataWords as english } from '../en/data.ts';
import type { Translated } from '../translated.ts';

export const dataWords: Translated<typeof english> = {
  title: 'Sammlungen',
  intro:
    'Sammlungen von Datensätzen, die du oder der Agent führen, etwa Ausgaben oder Messwerte, jede mit eigenen Spalten.',
  none: 'Es gibt noch keine Sammlung. Bitte den Agenten, eine zu führen, oder lege hier eine an.',
  found: (count: number) => (count === 1 ? '1 Sammlung' : `${number(count)} Sammlungen`),
  all: 'Alle Sammlungen',
  gone: 'Diese Sammlung gibt es nicht mehr. Sie wurde hier oder anderswo gelöscht.',
  records: (count: string) => (count === '1' ? '1 Datensatz' : `${count} Datensätze`),
  changed: (when: string) => `geändert ${when}`,

  make: 'Sammlung anlegen',
  makeAct: 'Anlegen',
  name: 'Name',
  nameHint: 'Kleinbuchstaben, Ziffern und Unterstriche, etwa ausgaben.',
  description: 'Wofür sie ist (optional)',
  columns: 'Spalten, eine in jeder Zeile',
  columnsHint:
    'Ein Name, dann die Art, wenn es kein Text ist: zahl, datum, ja/nein, json oder eintrag (ein Mensch oder Ding). Schreibe „eindeutig“ hinter eine Spalte, in der kein Wert zweimal vorkommt, etwa: rechnung_nr eindeutig',
  columnsMissing: 'Nenne mindestens eine Spalte.',
  nameMissing: 'Schreibe einen Namen.',
  columnWrong: (line: number) =>
    `In Zeile ${number(line)}: Schreibe einen Namen, eine Art und vielleicht „eindeutig“. Arten sind zahl, datum, ja/nein, json und eintrag; Text braucht keine.`,

  remove: 'Sammlung löschen',
  removeNamed: (name: string) => `Sammlung löschen: ${name}`,
  removeQuestion: (name: string) => `Die Sammlung „${name}“ löschen?`,
  removeSays: (records: string) => [
    `${records} verschwinden mit ihr.`,
    'Das lässt sich nicht rückgängig machen.',
  ],
  removed: (name: string) => `Die Sammlung „${name}“ wurde gelöscht.`,
  export: 'Als Tabelle exportieren (CSV)',

  table: (name: string) => `Datensätze von ${name}`,
  noRecords:
    'Es gibt noch keinen Datensatz. Füge einen hinzu, importiere eine Tabelle, oder bitte den Agenten.',
  noneFound: 'Kein Datensatz passt. Entferne einen Filter, um mehr zu sehen.',
  foundRecords: (shown: string, total: string) =>
    shown === total
      ? total === '1'
        ? '1 Datensatz'
        : `${total} Datensätze`
      : `${shown} von ${total} Datensätzen`,
  more: 'Mehr Datensätze zeigen',
  open: 'Öffnen',
  openNamed: (nth: number) => `Datensatz ${number(nth)} öffnen`,
  details: 'Datensatz',
  noValue: 'kein Wert',
  yes: 'ja',
  no: 'nein',
  added: (when: string) => `hinzugefügt ${when}`,
  sortHint: 'Wähle den Namen einer Spalte, um nach ihr zu sortieren.',

  filter: {
    title: 'Filter',
    column: 'Spalte',
    operator: 'Bedingung',
    value: 'Wert',
    valueMissing: 'Schreibe einen Wert zum Vergleichen.',
    numberWrong: 'Schreibe eine Zahl, zum Beispiel 12,50.',
    dateWrong: 'Schreibe einen Tag, zum Beispiel 31.1.2027, oder einen Zeitpunkt wie 2027-01-31T09:00:00Z.',
    add: 'Filter hinzufügen',
    list: 'Filter, die gelten',
    remove: (filter: string) => `Filter entfernen: ${filter}`,
    operators: {
      contains: 'enthält',
      eq: 'ist',
      neq: 'ist nicht',
      gt: 'ist mehr als',
      gte: 'ist mindestens',
      lt: 'ist weniger als',
      lte: 'ist höchstens',
      empty: 'hat keinen Wert',
      filled: 'hat einen Wert',
    },
    dateOperators: { gt: 'ist nach', gte: 'ist am oder nach', lt: 'ist vor', lte: 'ist am oder vor' },
  },
  record: {
    add: 'Datensatz hinzufügen',
    addAct: 'Hinzufügen',
    edit: 'Ändern',
    remove: 'Löschen',
    removeSure: 'Endgültig löschen',
    save: 'Speichern',
    cancel: 'Abbrechen',
    close: 'Schließen',
    added: 'Der Datensatz ist hinzugefügt.',
    updated: 'Einen Datensatz mit diesen eindeutigen Werten gab es schon: Er wurde geändert.',
    saved: 'Gespeichert.',
    removed: 'Der Datensatz wurde gelöscht.',
    empty: 'kein Wert',
    jsonWrong:
      'Das ist kein gültiges JSON, oder eine Zahl darin hat zu viele Stellen: Sie gehört in Anführungszeichen.',
    nothing: 'Fülle mindestens ein Feld aus.',
    hints: {
      string: '',
      number: 'Eine Zahl, etwa 12,50.',
      date: 'Ein Tag wie 31.1.2027 oder ein Zeitpunkt wie 2027-01-31T09:00:00Z.',
      boolean: '',
      json: 'JSON, etwa {"a": 1}.',
      subject: 'Der Name eines Eintrags oder seine Kennung.',
    },
  },
  importing: {
    title: 'Tabelle importieren',
    intro:
      'Eine CSV-Datei, deren erste Zeile die Spalten nennt. Hat eine Zeile die eindeutigen Werte eines Datensatzes, ändert sie ihn.',
    separator: 'Zwischen den Feldern steht',
    separators: {
      found: 'wie in der ersten Zeile',
      comma: 'ein Komma',
      semicolon: 'ein Strichpunkt',
      tab: 'ein Tabulator',
    },
    choose: 'CSV-Datei wählen',
    working: (name: string) => `${name} wird importiert …`,
    tooLarge: 'Die Datei ist größer als 100 MB. Teile sie, und importiere die Teile nacheinander.',
    done: (inserted: number, updated: number, failed: number) =>
      `${number(inserted)} hinzugefügt, ${number(updated)} geändert, ${number(failed)} ausgelassen.`,
    failed: 'Zeilen, die ausgelassen wurden',
    row: (nth: number) => `Zeile ${number(nth)}`,
    more: (count: number) => `Und ${number(count)} weitere.`,
    warnings: 'Was du wissen solltest',
  },
};
