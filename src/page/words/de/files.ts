import type { fileWords as english } from '../en/files.ts';
import type { Translated } from '../translated.ts';

export const fileWords: Translated<typeof english> = {
  title: 'Dateien',
  intro: 'Der Arbeitsordner: der Ordner, den der Agent liest und beschreibt, und nichts daneben.',
  all: 'Alle Dateien',
  folders: 'Ordner darüber',
  workspace: 'Arbeitsordner',
  none: 'Der Arbeitsordner ist leer. Hier erscheint, was der Agent schreibt und was du einer Aufgabe anhängst.',
  noneHere: 'Dieser Ordner ist leer.',
  noneFound: 'Kein Name in diesem Ordner enthält das. In Unterordnern wird nicht gesucht.',
  found: (count: string, isMore: boolean) =>
    isMore ? `Die ersten ${count}, nach Namen` : `${count} in diesem Ordner`,
  notAll:
    'Dieser Ordner hat mehr Dateien, als sich auflisten lassen. Suche nach einem Teil des Namens, um die anderen zu finden.',
  more: 'Mehr zeigen',
  search: 'In den Namen dieses Ordners suchen',
  folder: (name: string) => `Ordner ${name}`,
  types: {
    folder: 'Ordner',
    link: 'Verknüpfung, der nicht gefolgt wird',
    other: 'Weder Datei noch Ordner',
    file: 'Datei',
  },
  changed: (when: string) => `geändert ${when}`,

  gone: 'Diese Datei gibt es nicht. Sie wurde hier oder anderswo gelöscht oder umbenannt.',
  download: 'Herunterladen',
  downloadNamed: (name: string) => `Herunterladen: ${name}`,
  remove: 'Löschen',
  removeNamed: (name: string) => `Löschen: ${name}`,
  removed: (name: string) => `„${name}“ wurde gelöscht.`,
  undo: 'Zurücknehmen',
  back: (path: string) => `„${path}“ ist wieder da.`,
  tooLarge: (name: string) => `„${name}“ endgültig löschen?`,
  tooLargeSays: [
    'Die Datei ist zu groß, um unter den gelöschten aufbewahrt zu werden.',
    'Das lässt sich nicht rückgängig machen.',
  ],
  forGood: 'Endgültig löschen',

  shown: 'Was darin ist',
  cut: (shown: string, all: string) =>
    `Nur die ersten ${shown} von ${all} sind zu sehen. Lade die Datei herunter, um alles zu haben.`,
  cutAsText: 'Sie erscheint als Text, weil nur ihr Anfang zu sehen ist.',
  empty: 'Die Datei ist leer.',
  binary:
    'Diese Datei ist kein Text und wird deshalb nicht gezeigt. Lade sie herunter, um sie in einem anderen Programm zu öffnen.',
  image: (name: string) => `Das Bild ${name}`,
  notImage:
    'Der Browser kann dieses Bild nicht zeigen. Vielleicht ist die Datei beschädigt, oder sie ist von anderer Art, als ihr Name sagt.',
  largeImage: 'Dieses Bild ist zu groß, um hier gezeigt zu werden. Lade es herunter, um es zu sehen.',
  pdf: 'Ein PDF öffnet der Browser in einem eigenen Tab.',
  openPdf: 'Das PDF öffnen',
  damagedPdf: 'Dieses PDF ist beschädigt. Vielleicht zeigt der Browser es nicht, oder nicht ganz.',
  notPdf: 'Das ist kein PDF, auch wenn der Name es sagt, und wird deshalb nicht geöffnet.',
  largePdf: 'Dieses PDF ist zu groß, um hier geöffnet zu werden. Lade es herunter, um es zu lesen.',

  edit: 'Bearbeiten',
  editNamed: (name: string) => `Bearbeiten: ${name}`,
  text: 'Text',
  save: 'Speichern',
  saved: (name: string) => `„${name}“ ist gespeichert.`,
  saveOver: 'Mit meiner Fassung überschreiben',
  dropEdit: 'Abbrechen',
  waits: 'Der Agent hat diese Datei geändert. Seine Änderungen warten darauf, dass du sie prüfst.',
  review: 'In der Unterhaltung prüfen',
  upload: 'Dateien hinzufügen',
  uploading: 'Dateien werden hinzugefügt …',
  added: (name: string) => `„${name}“ ist hinzugefügt.`,
  noName: 'Datei',
  make: 'Neue Textdatei',
  makeAct: 'Anlegen',
  name: 'Name',
  nameHint: 'Wie „notizen.md“. Mit Schrägstrichen liegt sie in Ordnern: „reise/notizen.md“.',
  nameMissing: 'Die Datei braucht einen Namen.',

  deletedTitle: 'Gelöschte Dateien',
  deletedIntro:
    'Was du gelöscht hast, lässt sich 30 Tage lang zurückholen; kürzer, wenn spätere Löschungen den Platz brauchen (1.000 Dateien, 1 GB).',
  deletedNone: 'Keine gelöschte Datei wird aufbewahrt.',
  deletedFound: (count: string, isMore: boolean) => (isMore ? `Die letzten ${count}` : `${count} aufbewahrt`),
  deletedAt: (when: string) => `gelöscht ${when}`,
  goes: (when: string) => `verschwindet endgültig ${when}`,
  restore: 'Zurückholen',
  restoreNamed: (path: string) => `Zurückholen: ${path}`,
  purgeNamed: (path: string) => `Endgültig löschen: ${path}`,
  purgeQuestion: (path: string) => `„${path}“ endgültig löschen?`,
  purgeSays: [
    'Die aufbewahrte Kopie wird entfernt. Kopien in Sicherungen bleiben.',
    'Das lässt sich nicht rückgängig machen.',
  ],
};
